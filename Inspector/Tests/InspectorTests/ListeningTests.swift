import Dispatchers
import FlyingSocks
import Foundation
import Synchronization
import Testing

@testable import Inspector

extension ServerTests {
    /// Where the inspector listens, and until when.
    @Suite("Listening") struct ListeningTests {
        private let app = InspectedApp()

        /// Starts an inspector without centers.
        private func start(
            of trace: Trace = Trace(), port: UInt16? = 0, usualPort: UInt16 = Inspector.usualPort,
            isDebugBuild: Bool = true, allowingRelease: Bool = false,
            print: @escaping @Sendable (String) -> Void = { _ in }
        ) async throws(InspectorError) -> Inspector {
            try await Inspector.start(
                watching: [], trace: trace, port: port, usualPort: usualPort, isDebugBuild: isDebugBuild,
                allowingRelease: allowingRelease, print: print, sources: SourceFiles(around: ""))
        }

        /// Returns a port that was free a moment ago.
        private func freePort() async throws -> UInt16 {
            let inspector = try await start()
            await inspector.stop()
            return inspector.port
        }

        @Test("The printed address has the page, and a new token at each start") func address() async throws {
            let printed = Probe<String>()
            let first = try await start { printed.report($0) }
            #expect(printed.values == ["Inspector: \(first.address)"])
            #expect(first.address == "http://127.0.0.1:\(first.port)/#\(first.token)")
            let page = try await RawClient.answer(to: "GET", "/", at: first.port)
            #expect(page.status == 200)
            #expect(page.body.contains("<title>Signalbox</title>"))
            await first.stop()
            let second = try await start()
            #expect(first.token != second.token)
            await second.stop()
        }

        @Test("It listens on 127.0.0.1 alone, and not on other addresses of the machine") func loopback() async throws {
            try await app.inspect { inspector in
                #expect(throws: RawClient.Failure.self) { try RawClient(host: "127.0.0.2", port: inspector.port) }
                _ = try RawClient(host: "127.0.0.1", port: inspector.port)
            }
        }

        @Test("A port that is taken is an error") func takenPort() async throws {
            try await app.inspect { inspector in
                let error = await #expect(throws: InspectorError.self) { try await start(port: inspector.port) }
                #expect(error?.reason == .port)
            }
        }

        @Test("Without a port, the usual one is taken, or a free one where it is taken") func usualPort() async throws {
            // Another program may take the port that was free.
            for _ in 0..<5 {
                let usual = try await freePort()
                let first = try await start(port: nil, usualPort: usual)
                let second = try await start(port: nil, usualPort: usual)
                await first.stop()
                await second.stop()
                #expect(second.port != usual)
                if first.port == usual { return }
            }
            Issue.record("the usual port was not taken, though it was free")
        }

        @Test("A stopped inspector has stopped the trace and closed the port") func ends() async throws {
            let inspector = try await start(of: app.trace)
            app.messages.post(1)
            #expect(app.events.map(\.subject) == ["Int"])
            await inspector.stop()
            app.messages.post(1)
            #expect(app.events.map(\.subject) == ["Int"])
            #expect(throws: RawClient.Failure.self) { try RawClient(port: inspector.port) }
        }

        @Test("A release build starts none, unless it is asked for by name: nothing is recorded, and nothing listens")
        func releaseBuild() async throws {
            let port = try await freePort()
            let error = await #expect(throws: InspectorError.self) {
                try await start(of: app.trace, port: port, isDebugBuild: false)
            }
            #expect(error?.reason == .release)
            #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
            app.messages.post(1)
            #expect(app.trace.events.isEmpty)
            await (try start(isDebugBuild: false, allowingRelease: true)).stop()
        }

        @Test("When the system closes the socket, the server listens again at the same address") func reopens()
            async throws
        {
            try await app.inspect { inspector in
                expect(try await inspector.get("/api/tables"), 200)
                try await reopen(inspector.listener)
                expect(try await inspector.get("/api/tables"), 200)
            }
        }

        @Test("When the system has no descriptor for a connection, the port stays open, and this is reported once")
        func noDescriptors() async throws {
            let failures = Mutex([EMFILE, ENFILE, ENOBUFS, ENOMEM, ECONNABORTED, EPROTO])
            let reports = Probe<String>()
            let listener = try Listener(on: 0, limits: RequestLimits(acceptPause: .zero)) { socket in
                if let number = failures.withLock({ $0.popLast() }) {
                    throw SocketError.failed(type: "accept", errno: number, message: "error \(number)")
                }
                return Socket(file: try socket.accept().file)
            } report: {
                reports.report($0)
            }
            listener.start(refusal: { _ in nil }, answer: { _, _ in .text("", status: 204) })
            expect(try await RawClient.answer(to: "GET", "/", at: listener.port), 204)
            await listener.stop()
            #expect(listener.openings == 1)
            #expect(
                reports.values == [
                    "The inspector on port \(listener.port) cannot accept connections: error \(ENOMEM). New ones wait until the "
                        + "app closes files or connections, or has a higher limit of them."
                ])
        }

        @Test(
            "A stopped listener closes its connections and its port, also after it listened again",
            arguments: [false, true])
        func stops(isReopened: Bool) async throws {
            let inspector = try await start()
            if isReopened { try await reopen(inspector.listener) }
            let stream = try inspector.stream()
            #expect(await stream.read(until: "event: state").contains("event: state"))
            await inspector.listener.stop()
            // The read ends with the connection.
            _ = await stream.read()
            #expect(throws: RawClient.Failure.self) { try RawClient(port: inspector.port) }
            await inspector.stop()
        }

        /// Closes the socket as the system does, and waits until the listener listens again.
        private func reopen(_ listener: Listener) async throws {
            let openings = listener.openings
            listener.wake()
            while listener.openings == openings { await Task.yield() }
        }
    }
}
