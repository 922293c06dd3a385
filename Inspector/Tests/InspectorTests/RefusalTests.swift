import Dispatchers
import Foundation
import Testing

@testable import Inspector

extension ServerTests {
    /// The requests that the server refuses, over real connections.
    @Suite("Refusals") struct RefusalTests {
        private let app = InspectedApp()

        static let table: [(method: String, path: String, headers: [String: String], status: Int)] = [
            ("GET", "/", [:], 200),
            ("GET", "/app.js", ["X-Signalbox-Token": "-"], 200),
            ("GET", "/nothing.js", [:], 404),
            ("GET", "/../Package.swift", [:], 404),
            ("GET", "/api/tables", [:], 200),
            ("GET", "/api/tables", ["X-Signalbox-Token": "-"], 403),
            ("GET", "/api/live", ["X-Signalbox-Token": "wrong"], 403),
            ("GET", "/", ["Host": "evil.com"], 403),
            ("GET", "/", ["Host": "localhost.evil.com"], 403),
            ("GET", "/", ["Host": "-"], 403),
            ("GET", "/api/tables", ["Origin": "http://evil.com"], 403),
            ("GET", "/api/tables", ["Sec-Fetch-Site": "cross-site"], 403),
            ("POST", "/api/stop", ["Sec-Fetch-Site": "cross-site"], 403),
            ("OPTIONS", "/api/stop", ["Origin": "http://evil.com"], 403),
            ("DELETE", "/api/stop", [:], 405),
            ("POST", "/api/nothing", [:], 404),
            ("POST", "/api/mute", [:], 400),
        ]

        @Test("Over a connection, requests are admitted and refused as the table says", arguments: table.indices)
        func admission(index: Int) async throws {
            let row = Self.table[index]
            try await app.inspect { inspector in
                var headers = ["X-Signalbox-Token": inspector.token]
                headers.merge(row.headers) { $1 }
                let answer = try await RawClient.answer(
                    to: row.method, row.path, at: inspector.port, headers, body: row.method == "POST" ? "{}" : "")
                #expect(answer.status == row.status, "\(row)")
            }
        }

        @Test("The answer to HEAD has the fields of the refusal and no body") func head() async throws {
            try await app.inspect { inspector in
                let answer = try await RawClient.answer(to: "HEAD", "/", at: inspector.port)
                expect(answer, 405)
                #expect(answer.headers["allow"] == "GET")
                #expect(answer.body.isEmpty)
            }
        }

        @Test("Every answer forbids frames, foreign scripts and reading by another origin", arguments: [200, 403, 404])
        func headers(status: Int) async throws {
            let paths = [200: "/", 403: "/api/tables", 404: "/nothing"]
            try await app.inspect { inspector in
                let path = try #require(paths[status])
                let answer = try await inspector.get(path, status == 403 ? ["X-Signalbox-Token": "-"] : [:])
                #expect(answer.status == status)
                let policy = try #require(answer.headers["content-security-policy"])
                for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "connect-src 'self'"]
                {
                    #expect(policy.contains(rule))
                }
                #expect(!policy.contains("unsafe"))
                #expect(answer.headers["cross-origin-opener-policy"] == "same-origin")
                #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
                #expect(answer.headers["x-content-type-options"] == "nosniff")
                #expect(answer.headers["cache-control"] == "no-store")
                #expect(!answer.headers.keys.contains { $0.hasPrefix("access-control-") })
            }
        }

        @Test("Hostile heads are answered by an error or a closed connection, and the server goes on")
        func hostileHeads() async throws {
            let heads = [
                "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
                "GET / HTTP/1.1\r\nHost\r\n\r\n", "GET " + String(repeating: "/a", count: 200) + " HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\n" + (0..<200).map { "X-\($0): \($0)\r\n" }.joined() + "\r\n",
                "POST /api/stop HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                "POST /api/stop HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                "GET http://[::1/%zz HTTP/1.1\r\nHost: é\r\n\r\n", "GET /%00%ff HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
            ]
            try await app.inspect { inspector in
                for head in heads {
                    let client = try RawClient(port: inspector.port)
                    client.send(head)
                    client.finish()
                    let status = Answer(await client.read()).status
                    #expect(status == 0 || status >= 400, "\(head.prefix(40))")
                }
                expect(try await inspector.get("/"), 200)
            }
        }

        static let unreadBodies: [(head: String, status: Int)] = [
            ("POST /api/stop HTTP/1.1\r\nOrigin: http://evil.com", 403),
            ("POST /api/stop HTTP/1.1", 403), ("PUT / HTTP/1.1", 405), ("GET / HTTP/1.1", 400),
            ("GET /app.js HTTP/1.1", 400),
        ]

        @Test("The body of a refused request is not taken for another request", arguments: unreadBodies.indices)
        func unreadBody(index: Int) async throws {
            let (head, status) = Self.unreadBodies[index]
            try await app.inspect { inspector in
                let host = "Host: 127.0.0.1:\(inspector.port)"
                let hidden = "GET /api/tables HTTP/1.1\r\n\(host)\r\n\r\n"
                let body = hidden + String(repeating: " ", count: 65_537 - hidden.utf8.count)
                let client = try RawClient(port: inspector.port)
                client.send("\(head)\r\n\(host)\r\nConnection: keep-alive\r\nContent-Length: 65537\r\n\r\n\(body)")
                client.finish()
                let text = await client.read()
                #expect(Answer(text).status == status)
                #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2)
            }
        }

        @Test("Mutated heads get no data, and the server goes on", arguments: 1...4) func mutatedHeads(seed: UInt64)
            async throws
        {
            var random = SeededGenerator(seed: seed)
            try await app.inspect { inspector in
                let heads = ["GET /api/tables", "GET /api/live", "POST /api/stop", "GET /api/trace"].map { line in
                    Array(
                        "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(inspector.port)\r\nX-Signalbox-Token: wrong\r\n\r\n".utf8
                    )
                }
                for _ in 0..<50 {
                    var head = heads.randomElement(using: &random) ?? []
                    for _ in 0..<Int.random(in: 1...4, using: &random) { random.mutate(&head) }
                    let client = try RawClient(port: inspector.port)
                    client.send(head)
                    client.finish()
                    let answer = Answer(await client.read())
                    let type = answer.headers["content-type"] ?? ""
                    #expect(!type.hasPrefix("application/json") && !type.hasPrefix("text/event-stream"), "\(head)")
                }
                expect(try await inspector.get("/api/tables"), 200)
                #expect(inspector.recording.isRunning)
            }
        }

        @Test("The 21st command within a second is refused") func rate() async throws {
            try await app.inspect { inspector in
                expect(try await inspector.post("/api/stop"), 204)
                for _ in 0..<20 { _ = inspector.recording.admitCommand(at: .seconds(1 << 40)) }
                expect(try await inspector.post("/api/start"), 429)
                #expect(!inspector.recording.isRunning)
                expect(try await inspector.get("/api/tables"), 200)
            }
        }
    }
}
