import Dispatchers
import Foundation
import Synchronization
import Testing

@testable import Inspector

extension ServerTests {
    /// The requests that clients may send, over real connections.
    @Suite("Bounds") struct BoundsTests {
        private let app = InspectedApp()

        static let table: [(method: String, path: String, headers: [String: String], status: Int)] = [
            ("GET", "/?" + String(repeating: "a", count: 2_033), [:], 200),
            ("GET", "/?" + String(repeating: "a", count: 2_034), [:], 414),
            ("GET", "/", fields(60), 200),
            ("GET", "/", fields(62), 431),
            ("GET", "/", ["Cookie": String(repeating: "a", count: 32_000)], 200),
            ("GET", "/", ["Cookie": String(repeating: "a", count: 33_000)], 431),
            ("POST", "/api/explain", ["Content-Length": "65537"], 413),
            ("POST", "/api/explain", ["Content-Length": "-"], 411),
            ("POST", "/api/explain", ["Content-Length": "two"], 400),
            ("POST", "/api/explain", ["Content-Length": "+2"], 400),
            ("POST", "/api/explain", ["Content-Length": "2, 2"], 400),
            ("POST", "/api/explain", ["Content-Length": ""], 400),
            ("POST", "/api/explain", ["Content-Length": "0000002"], 400),
            ("GET", "/", ["Content-Length": "00"], 200),
            ("POST", "/api/explain", ["Transfer-Encoding": "chunked"], 501),
            ("POST", "/api/explain", ["Transfer-Encoding": "chunked", "Content-Length": "-"], 501),
            ("POST", "/api/explain", ["Transfer-Encoding": "chunked", "X-Signalbox-Token": "-"], 501),
            ("GET", "/", ["Transfer-Encoding": "identity"], 501),
            ("DELETE", "/nothing", ["Transfer-Encoding": "chunked", "Host": "evil.com"], 501),
            ("GET", "//evil.com", ["Host": "evil.com"], 403),
        ]

        private static func fields(_ count: Int) -> [String: String] {
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("X-\($0)", "a") })
        }

        @Test("A request just beyond a bound is refused, and one within it is not", arguments: table.indices)
        func bounds(index: Int) async throws {
            let row = Self.table[index]
            try await app.inspect { inspector in
                var headers = ["X-Signalbox-Token": inspector.token]
                headers.merge(row.headers) { $1 }
                let answer = try await RawClient.answer(
                    to: row.method, row.path, at: inspector.port, headers, body: row.method == "POST" ? "{}" : "")
                #expect(answer.status == row.status)
                if answer.status != 200 { #expect(!answer.body.isEmpty) }
            }
        }

        static let heads = [
            "GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a",
        ]

        @Test("A request that is malformed or ends early is refused", arguments: heads)
        func malformed(head: String) async throws {
            try await app.inspect { inspector in
                let client = try RawClient(port: inspector.port)
                client.send(head)
                client.finish()
                #expect(Answer(await client.read()).status == 400)
            }
        }

        @Test("A connection has one request: a second one behind it is not answered") func pipelined() async throws {
            try await app.inspect { inspector in
                let client = try RawClient(port: inspector.port)
                let request = "GET /app.js HTTP/1.1\r\nHost: 127.0.0.1:\(inspector.port)\r\n\r\n"
                client.send(request + request)
                let text = await client.read()
                #expect(text.components(separatedBy: "HTTP/1.1 200").count == 2)
                #expect(Answer(text).headers["connection"] == "close")
            }
        }

        @Test("A client that has sent its request, and sends no more, gets the answer") func halfClosed() async throws {
            try await app.inspect { inspector in
                let client = try RawClient(port: inspector.port)
                client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(inspector.port)\r\n\r\n")
                client.finish()
                #expect(await client.read().contains("</html>"))
            }
        }

        @Test("A client that sends a whole large body gets the reason of the refusal") func unreadBody() async throws {
            try await app.inspect { inspector in
                let client = try RawClient(port: inspector.port)
                client.send(
                    "POST /api/stop HTTP/1.1\r\nHost: 127.0.0.1:\(inspector.port)\r\nContent-Length: 100000\r\n\r\n")
                client.send(String(repeating: " ", count: 100_000))
                #expect(Answer(await client.read()).body.contains("token"))
            }
        }

        @Test("Time: a request that is late is refused, also if its bytes arrive one by one") func late() async throws {
            let clock = Mutex(Duration.zero)
            let asked = Probe<Void>()
            let limits = RequestLimits(now: {
                let time = clock.withLock { $0 }
                asked.report(())
                return time
            })
            let listener = try Listener(on: 0, limits: limits)
            Self.start(listener)
            let client = try RawClient(port: listener.port)
            client.send("GET / HTTP/1.1\r\n")
            // The first line was read, or is about to be.
            while asked.values.count < 3 { await Task.yield() }
            clock.withLock { $0 = .seconds(11) }
            client.send("Host: a\r\n\r\n")
            #expect(Answer(await client.read()).status == 408)
            await listener.stop()
        }

        @Test("Time: a request that is not complete is refused, and a connection without a byte closed")
        func incomplete() async throws {
            let limits = RequestLimits(requestTime: .zero)
            let listener = try Listener(on: 0, limits: limits)
            let client = try RawClient(port: listener.port)
            let silent = try RawClient(port: listener.port)
            client.send("GET / HT")
            // The bytes have arrived when the connection begins.
            Self.start(listener)
            #expect(Answer(await client.read()).status == 408)
            #expect(await silent.read().isEmpty)
            await listener.stop()
        }

        @Test("Connections: one more than the limit is refused, and admitted when another has ended")
        func connections() async throws {
            let listener = try Listener(on: 0, limits: RequestLimits(connections: 2))
            Self.start(listener)
            let first = try RawClient(port: listener.port)
            let second = try RawClient(port: listener.port)
            let third = try RawClient(port: listener.port)
            let refused = Answer(await third.read())
            #expect(refused.status == 503)
            #expect(refused.body == "2 connections are open already")
            #expect(refused.headers["retry-after"] == "1")
            second.finish()
            while listener.connectionCount == 2 { await Task.yield() }
            expect(try await RawClient.answer(to: "GET", "/", at: listener.port), 204)
            first.finish()
            await listener.stop()
            while listener.connectionCount > 0 { await Task.yield() }
        }

        @Test("Streams: the place of a closed page is free at once, also without events") func closedStream()
            async throws
        {
            try await app.inspect { inspector in
                var streams: [RawClient] = []
                for _ in 0..<4 {
                    let stream = try inspector.stream()
                    #expect(await stream.read(until: "event: state").contains("event: state"))
                    streams.append(stream)
                }
                expect(try await inspector.get("/api/live"), 429)
                streams[0].finish()
                var text = ""
                repeat {
                    text = await (try inspector.stream()).read(until: "event: state")
                } while Answer(text).status == 429
                #expect(text.contains("event: state"))
            }
        }

        /// Paths that other servers take for those of the inspector.
        static let otherSpellings = [
            "/API/tables", "/Api/Tables", "/api/TABLES", "/%61pi/tables", "/api/../api/tables", "//api/tables",
            "/./api/tables", "/api/tables/", "/App.js", "/INDEX.HTML", "/api/tables%00", "/api\\tables",
        ]

        @Test(
            "Paths are those that are written, in their letter case: others have no content", arguments: otherSpellings)
        func spelling(path: String) async throws {
            try await app.inspect { inspector in
                expect(try await inspector.get(path), 404)
                let status = try await inspector.get(path, ["X-Signalbox-Token": "-"]).status
                #expect(status == 404 || status == 403)
                #expect(try await inspector.post(path).status >= 404)
            }
        }

        private static func start(_ listener: Listener) {
            listener.start(refusal: { _ in nil }, answer: { _, _ in .text("", status: 204) })
        }
    }
}
