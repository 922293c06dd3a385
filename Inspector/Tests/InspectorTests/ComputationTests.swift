import Dispatchers
import Foundation
import Routing
import Testing

@testable import Inspector

extension ServerTests {
    /// The answers that take long in a large app.
    @Suite("Computations") struct ComputationTests {
        /// A center that takes as long as a test wants.
        private final class SlowCenter: Inspectable {
            let asked = Probe<Void>()
            private let free = DispatchSemaphore(value: 0)

            var inspected: InspectedContent {
                asked.report(())
                free.wait()
                free.signal()
                return .router(Router())
            }

            func finish() { free.signal() }
        }

        /// Runs an inspector of some centers, with its host and its token.
        private func inspect(
            _ centers: [any Inspectable], _ body: (Inspector, _ head: String) async throws -> Void
        ) async throws {
            let inspector = try await Inspector.start(
                watching: centers, trace: Trace(), port: 0, isDebugBuild: true, allowingRelease: true, print: { _ in },
                sources: SourceFiles(around: ""))
            let head = "Host: 127.0.0.1:\(inspector.port)\r\nX-Signalbox-Token: \(inspector.token)\r\n"
            try await body(inspector, head)
            await inspector.stop()
        }

        @Test(
            "Two answers are computed at once; a third client is asked to come again, and pages are served meanwhile",
            arguments: ["/api/tables", "/api/offers", "/api/trace"])
        func atOnce(path: String) async throws {
            let center = SlowCenter()
            try await inspect([center]) { inspector, head in
                let clients = try (0..<2).map { _ in try RawClient(port: inspector.port) }
                for client in clients { client.send("GET /api/tables HTTP/1.1\r\n\(head)\r\n") }
                while center.asked.values.count < 2 { await Task.yield() }
                let refused = try await inspector.get(path)
                expect(refused, 503)
                #expect(refused.headers["retry-after"] == "1")
                #expect(refused.body == "2 answers are computed already: ask again in a second")
                expect(try await inspector.post("/api/explain", #"{"url":"/"}"#), 503)
                expect(try await inspector.get("/app.js"), 200)
                expect(try await inspector.post("/api/stop"), 204)
                center.finish()
                for client in clients { #expect(Answer(await client.read()).status == 200) }
                expect(try await inspector.get(path), 200)
            }
        }

        @Test("The rest of an answer is not computed when its client has closed the connection") func goneClient()
            async throws
        {
            let first = SlowCenter()
            let second = SlowCenter()
            second.finish()
            try await inspect([first, second]) { inspector, head in
                let client = try RawClient(port: inspector.port)
                client.send("GET /api/tables HTTP/1.1\r\n\(head)\r\nbehind")
                while first.asked.values.isEmpty { await Task.yield() }
                client.finish()
                first.finish()
                while inspector.listener.connectionCount > 0 { await Task.yield() }
                #expect(second.asked.values.isEmpty)
                expect(try await inspector.get("/api/tables"), 200)
                #expect(!second.asked.values.isEmpty)
            }
        }

        @Test("The content of a center is collected once for the tables") func once() async throws {
            let center = SlowCenter()
            center.finish()
            try await inspect([center]) { inspector, _ in
                expect(try await inspector.get("/api/tables"), 200)
                #expect(center.asked.values.count == 1)
            }
        }

        @Test("Nothing waits for the opening of a URL when the client has gone, and the opening goes on")
        func goneOpener() async throws {
            let began = Probe<Void>()
            let ended = Probe<Void>()
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            let router = Router()
            let routes = try router.register {
                $0.on("/slow") { _ in
                    began.report(())
                    for await _ in stream {}
                    ended.report(())
                }
            }
            let trace = Trace()
            let offers = Offers(in: trace)
            offers.offer(router)
            let service = Service(
                recording: Recording(of: trace), offers: offers, sources: SourceFiles(around: ""), watching: [],
                openingTime: .never)
            let request = Request(method: "POST", path: "/api/open", body: Array(#"{"url":"/slow"}"#.utf8))
            let status = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    let answer = service.respond(to: request) { began.values.isEmpty }
                    continuation.resume(returning: answer.status)
                }
            }
            #expect(status == 504)
            #expect(ended.values.isEmpty)
            continuation.finish()
            while ended.values.isEmpty { await Task.yield() }
            withExtendedLifetime(routes) {}
        }
    }
}
