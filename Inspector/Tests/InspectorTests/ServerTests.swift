import Dispatchers
import FlyingFox
import Foundation
import Routing
import Testing

@testable import Inspector

private struct Picked: Codable, Sendable, Equatable { let name: String }
private struct Password: Sendable, InspectorRedacted { let text = "hunter2" }

extension StateKeys {
    fileprivate static let volume = StateKey("volume", default: 5)
    fileprivate static let password = StateKey("password", default: Password())
}

extension Recording {
    /// The recorded events by their numbers.
    fileprivate var recorded: [UInt64: RecordedEvent] {
        var position = oldestPosition
        var events: [UInt64: RecordedEvent] = [:]
        while true {
            let changes = changes(after: &position)
            if changes.isEmpty { return events }
            for event in changes.events { events[event.id] = event }
        }
    }
}

/// The server over real connections.
@Suite("The server", .serialized) struct ServerTests {
    private let trace = Trace()
    private let messages: MessageCenter
    private let states: ObserverCenter
    private let router = Router()

    init() {
        messages = MessageCenter(name: "app", trace: trace)
        states = ObserverCenter(name: "shop", trace: trace)
    }

    private func withInspector(_ body: (Inspector) async throws -> Void) async throws {
        let inspector = try await Inspector.start(
            watching: messages, states, router, trace: trace, allowingRelease: true, print: { _ in })
        do {
            try await body(inspector)
            await inspector.stop()
        } catch {
            await inspector.stop()
            throw error
        }
    }

    private func get(_ path: String, of inspector: Inspector, _ headers: [String: String] = [:]) async throws -> Answer
    {
        var all = ["X-Signalbox-Token": inspector.token]
        all.merge(headers) { $1 }
        return try await RawClient.answer(to: "GET", path, at: inspector.port, all)
    }

    private func post(
        _ path: String, of inspector: Inspector, _ body: String = "{}", _ headers: [String: String] = [:]
    ) async throws -> Answer {
        var all = ["X-Signalbox-Token": inspector.token]
        all.merge(headers) { $1 }
        return try await RawClient.answer(to: "POST", path, at: inspector.port, all, body: body)
    }

    private func expect(_ answer: Answer, _ status: Int, at location: Testing.SourceLocation = #_sourceLocation) {
        #expect(answer.status == status, sourceLocation: location)
    }

    @Test("The printed address has the page, and a new token at each start") func address() async throws {
        let printed = Probe<String>()
        let first = try await Inspector.start(trace: trace, allowingRelease: true, print: { printed.report($0) })
        #expect(printed.values == ["Inspector: \(first.address)"])
        #expect(first.address == "http://127.0.0.1:\(first.port)/#\(first.token)")
        let page = try await RawClient.answer(to: "GET", "/", at: first.port)
        #expect(page.status == 200)
        #expect(page.body.contains("<title>Signalbox</title>"))
        await first.stop()
        let second = try await Inspector.start(trace: trace, allowingRelease: true, print: { _ in })
        #expect(first.token != second.token)
        await second.stop()
    }

    @Test("It listens on 127.0.0.1 alone, and not on other addresses of the machine") func loopback() async throws {
        try await withInspector { inspector in
            #expect(throws: RawClient.Failure.self) { try RawClient(host: "127.0.0.2", port: inspector.port) }
            _ = try RawClient(host: "127.0.0.1", port: inspector.port)
        }
    }

    @Test("A port that is taken is an error") func takenPort() async throws {
        try await withInspector { inspector in
            let start = ContinuousClock.now
            let error = await #expect(throws: InspectorError.self) {
                try await Inspector.start(trace: Trace(), port: inspector.port, allowingRelease: true, print: { _ in })
            }
            #expect(error?.reason == .port)
            // The server would be waited for, for five seconds.
            #expect(.now - start < .seconds(4))
        }
    }

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
        ("POST", "/api/explain", ["Content-Length": "65537"], 413),
        ("POST", "/api/explain", ["Content-Length": "-"], 411),
    ]

    @Test("Over a connection, requests are admitted and refused as the table says", arguments: table.indices)
    func admission(index: Int) async throws {
        let row = Self.table[index]
        try await withInspector { inspector in
            var headers = ["X-Signalbox-Token": inspector.token]
            headers.merge(row.headers) { $1 }
            let answer = try await RawClient.answer(
                to: row.method, row.path, at: inspector.port, headers, body: row.method == "POST" ? "{}" : "")
            #expect(answer.status == row.status, "\(row)")
        }
    }

    @Test("Every answer forbids frames, foreign scripts and reading by another origin", arguments: [200, 403, 404])
    func headers(status: Int) async throws {
        let paths = [200: "/", 403: "/api/tables", 404: "/nothing"]
        try await withInspector { inspector in
            let path = try #require(paths[status])
            let answer = try await get(path, of: inspector, status == 403 ? ["X-Signalbox-Token": "-"] : [:])
            #expect(answer.status == status)
            let policy = try #require(answer.headers["content-security-policy"])
            for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "connect-src 'self'"] {
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
        try await withInspector { inspector in
            for head in heads {
                let client = try RawClient(port: inspector.port)
                client.send(head)
                client.finish()
                let status = Answer(await client.read()).status
                #expect(status == 0 || status >= 400, "\(head.prefix(40))")
            }
            expect(try await get("/", of: inspector), 200)
        }
    }

    @Test("The stream has what was recorded and what is recorded, and no more than four are open")
    func streams() async throws {
        try await withInspector { inspector in
            messages.post(Picked(name: "before"))
            let request =
                "GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:\(inspector.port)\r\n"
                + "X-Signalbox-Token: \(inspector.token)\r\n\r\n"
            var clients: [RawClient] = []
            for _ in 0..<4 {
                let client = try RawClient(port: inspector.port)
                client.send(request)
                let text = await client.read(until: "before")
                #expect(text.contains("event: state\ndata: "))
                #expect(text.contains("Picked"))
                clients.append(client)
            }
            expect(try await get("/api/live", of: inspector), 429)
            messages.post(Picked(name: "after"))
            let text = await clients[0].read(until: "after")
            #expect(text.contains("after"))
        }
    }

    @Test("The tables list centers, states with values, and routes; a redacted value only by its type")
    func tables() async throws {
        try router.register { $0.on("/orders/:id") { _ in } }
        let observer = messages.observe(Picked.self) { _ in }
        states.set(.volume, to: 7)
        states.set(.password, to: Password())
        try await withInspector { inspector in
            let text = try await get("/api/tables", of: inspector).body
            let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            let centers = try #require(json["centers"] as? [[String: Any]])
            #expect(centers.map { $0["name"] as? String } == ["app", "shop"])
            let listed = try #require(centers.last?["states"] as? [[String: Any]])
            #expect(listed.map { $0["value"] as? String } == ["Password (redacted)", "7"])
            #expect(text.contains("/orders/:id"))
            #expect(!text.contains("hunter2"))
            states.set(.password, to: Password())
            let file = try await get("/api/trace", of: inspector).body
            #expect(!file.contains("hunter2"))
        }
        withExtendedLifetime(observer) {}
    }

    @Test("Stop ends the recording in the app, and start begins it again") func stops() async throws {
        try await withInspector { inspector in
            expect(try await post("/api/stop", of: inspector), 204)
            messages.post(Picked(name: "unseen"))
            #expect(trace.events.isEmpty)
            expect(try await post("/api/start", of: inspector), 204)
            messages.post(Picked(name: "seen"))
            #expect(trace.events.map(\.detail) == [#"Picked(name: "seen")"#])
            expect(try await post("/api/clear", of: inspector), 204)
            #expect(trace.events.isEmpty)
        }
    }

    @Test("Kinds and subjects are muted in the app") func mutes() async throws {
        try await withInspector { inspector in
            let body = #"{"kinds": ["set"], "subjects": ["Int"]}"#
            expect(try await post("/api/mute", of: inspector, body), 204)
            messages.post(1)
            states.set(.volume, to: 8)
            messages.post(Picked(name: "heard"))
            #expect(trace.events.map(\.subject) == ["Picked"])
        }
    }

    @Test("An offered message is posted and an offered state is set; what is not offered is not")
    func offers() async throws {
        let heard = Probe<String>()
        let observer = messages.observe(Picked.self) { heard.report($0.name) }
        try await withInspector { inspector in
            let one = #"{"offer": 0, "value": "{\"name\": \"lamp\"}"}"#
            expect(try await post("/api/perform", of: inspector, one), 404)
            inspector.offer(Picked.self, to: messages)
            inspector.offer(.volume, of: states)
            expect(try await post("/api/perform", of: inspector, one), 204)
            #expect(heard.values == ["lamp"])
            expect(try await post("/api/perform", of: inspector, #"{"offer": 1, "value": "9"}"#), 204)
            #expect(states[.volume] == 9)
            let wrong = try await post("/api/perform", of: inspector, #"{"offer": 0, "value": "{\"name\": 1}"}"#)
            #expect(wrong.status == 400)
            #expect(wrong.body.hasPrefix("name: "))
            let offers = try await get("/api/offers", of: inspector).body
            #expect(offers.contains(#""subject":"volume","value":"9""#))
        }
        withExtendedLifetime(observer) {}
    }

    @Test("The JSON of an offered message is known by its event") func messageOfEvent() async throws {
        try await withInspector { inspector in
            inspector.offer(Picked.self, to: messages)
            let observer = messages.observe(Picked.self) { _ in }
            messages.post(Picked(name: "brass lamp"))
            let id = try #require(trace.events.first).id
            var text = ""
            // The feed is read by a task.
            for _ in 0..<1_000 where !text.contains("brass") {
                text = try await get("/api/offers?event=\(id)", of: inspector).body
            }
            #expect(text.contains(#"\u0022name\u0022 : \u0022brass lamp\u0022"#))
            withExtendedLifetime(observer) {}
        }
    }

    @Test("A URL is explained, and opened only if a router is offered") func urls() async throws {
        let opened = Probe<String>()
        try router.register { $0.on("/orders/:id") { opened.report($0["id"] ?? "") } }
        try await withInspector { inspector in
            let explained = try await post("/api/explain", of: inspector, #"{"url": "/ordres/7"}"#)
            #expect(explained.body.contains("“ordres”, not “orders”"))
            let url = #"{"url": "/orders/7"}"#
            expect(try await post("/api/open", of: inspector, url), 404)
            #expect(opened.values.isEmpty)
            inspector.offer(router)
            expect(try await post("/api/open", of: inspector, url), 200)
            #expect(opened.values == ["7"])
        }
    }

    @Test("The 21st command within a second is refused") func rate() async throws {
        try await withInspector { inspector in
            expect(try await post("/api/stop", of: inspector), 204)
            for _ in 0..<20 { _ = inspector.recording.admitCommand(at: .seconds(1 << 40)) }
            expect(try await post("/api/start", of: inspector), 429)
            #expect(!inspector.recording.isRunning)
            expect(try await get("/api/tables", of: inspector), 200)
        }
    }

    @Test("A stopped inspector has stopped the trace and closed the port") func ends() async throws {
        let inspector = try await Inspector.start(trace: trace, allowingRelease: true, print: { _ in })
        await inspector.stop()
        messages.post(1)
        #expect(trace.events.isEmpty)
        #expect(throws: RawClient.Failure.self) { try RawClient(port: inspector.port) }
    }

    static let unreadBodies: [(head: String, status: Int)] = [
        ("POST /api/stop HTTP/1.1\r\nOrigin: http://evil.com", 403),
        ("POST /api/stop HTTP/1.1", 403), ("PUT / HTTP/1.1", 405), ("GET / HTTP/1.1", 400),
        ("GET /app.js HTTP/1.1", 400),
    ]

    @Test("The body of a refused request is not taken for another request", arguments: unreadBodies.indices)
    func unreadBody(index: Int) async throws {
        let (head, status) = Self.unreadBodies[index]
        try await withInspector { inspector in
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

    @Test("A client that does not read its stream stops no other client, and gets later events when it reads")
    func clientThatDoesNotRead() async throws {
        try await withInspector { inspector in
            let idle = try RawClient(port: inspector.port)
            idle.send(
                "GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:\(inspector.port)\r\n"
                    + "X-Signalbox-Token: \(inspector.token)\r\n\r\n")
            // More than the buffers of a connection have room for.
            let name = String(repeating: "x", count: 1_900)
            for _ in 0..<3_000 { messages.post(Picked(name: name)) }
            messages.post(Picked(name: "the last one"))
            expect(try await get("/api/tables", of: inspector), 200)
            #expect(inspector.recording.recorded.values.reduce(0) { $0 + $1.textSize } <= 16 << 20)
            let text = await idle.read(until: "the last one")
            #expect(text.contains("the last one"))
        }
    }

    @Test("Mutated heads get no data, and the server goes on", arguments: 1...4) func mutatedHeads(seed: UInt64)
        async throws
    {
        var random = SeededGenerator(seed: seed)
        try await withInspector { inspector in
            let heads = ["GET /api/tables", "GET /api/live", "POST /api/stop", "GET /api/trace"].map { line in
                Array(
                    "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(inspector.port)\r\nX-Signalbox-Token: wrong\r\n\r\n".utf8)
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
            expect(try await get("/api/tables", of: inspector), 200)
            #expect(inspector.recording.isRunning)
        }
    }

    @Test("A saved file has what was recorded since the start, redacted, and more than the ring of the trace has")
    func savedFile() async throws {
        let small = Trace(capacity: 64)
        let states = ObserverCenter(trace: small)
        small.start(describing: .short)
        states.set(.password, to: Password())
        #expect("\(small.events)".contains("hunter2"))
        let inspector = try await Inspector.start(trace: small, allowingRelease: true, print: { _ in })
        // Join points of other tests are recorded, too.
        func countOfSets() -> Int {
            inspector.recording.recorded.values.count { $0.kind == "set" && $0.duration != nil }
        }
        for volume in 0..<200 {
            states.set(.volume, to: volume)
            // The ring has room for as many.
            if volume % 40 == 39 {
                while countOfSets() <= volume { await Task.yield() }
            }
        }
        let file = try await get("/api/trace", of: inspector).body
        await inspector.stop()
        #expect(!file.contains("hunter2"))
        #expect(!file.contains("\"detail\""))
        #expect(file.contains(#""values":["198","199"]"#))
        let json = try #require(try JSONSerialization.jsonObject(with: Data(file.utf8)) as? [String: Any])
        let entries = try #require(json["traceEvents"] as? [[String: Any]])
        #expect(entries.count { $0["ph"] as? String == "X" && $0["cat"] as? String == "set" } == 200)
    }

    @Test("A release build starts none, unless it is asked for by name: nothing is recorded, and nothing listens")
    func releaseBuild() async throws {
        func start(allowingRelease: Bool) async throws(InspectorError) -> Inspector {
            try await Inspector.start(
                watching: [], trace: trace, port: 0, isDebugBuild: false, allowingRelease: allowingRelease,
                print: { _ in }, sources: SourceFiles(around: ""))
        }
        let error = await #expect(throws: InspectorError.self) { try await start(allowingRelease: false) }
        #expect(error?.reason == .release)
        messages.post(1)
        #expect(trace.events.isEmpty)
        await (try start(allowingRelease: true)).stop()
    }

    @Test("When the system closes the socket, the server listens again at the same address") func reopens()
        async throws
    {
        try await withInspector { inspector in
            expect(try await get("/api/tables", of: inspector), 200)
            let first = inspector.listener.current
            await first.stop()
            while inspector.listener.current === first { await Task.yield() }
            try await inspector.listener.current.waitUntilListening()
            expect(try await get("/api/tables", of: inspector), 200)
        }
    }

    @Test("Without a port, the usual one is taken, or a free one where it is taken") func usualPort() async throws {
        let first = try await Inspector.start(trace: Trace(), allowingRelease: true, print: { _ in })
        let second = try await Inspector.start(trace: Trace(), allowingRelease: true, print: { _ in })
        #expect(second.port != Inspector.usualPort)
        // Another process may have the usual port.
        let isTaken = (try? RawClient(port: Inspector.usualPort)) != nil
        #expect(isTaken)
        await first.stop()
        await second.stop()
    }

    @Test("Of centers inside of one, the first 200 are listed, and how many more there are") func manyCenters()
        async throws
    {
        let children = (0..<205).map { MessageCenter(parent: messages, name: "child \($0)") }
        try await withInspector { inspector in
            let text = try await get("/api/tables", of: inspector).body
            #expect(text.components(separatedBy: "\"child ").count == 201)
            #expect(text.contains("\"more\":5"))
        }
        withExtendedLifetime(children) {}
    }

    @Test("A message of more than 64 KiB is not kept for replay") func longOffers() async throws {
        try await withInspector { inspector in
            inspector.offer(Picked.self, to: messages)
            messages.post(Picked(name: String(repeating: "x", count: 70_000)))
            let id = try #require(trace.events.first).id
            while inspector.recording.recorded[id] == nil { await Task.yield() }
            let text = try await get("/api/offers?event=\(id)", of: inspector).body
            #expect(!text.contains("\"message\""))
        }
    }
}
