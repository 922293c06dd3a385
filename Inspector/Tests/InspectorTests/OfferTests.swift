import Dispatchers
import Routing
import Testing

@testable import Inspector

extension ServerTests {
    /// What pages may do in the app.
    @Suite("Offers") struct OfferTests {
        private let app = InspectedApp()

        @Test("An offered message is posted and an offered state is set; what is not offered is not")
        func offers() async throws {
            let heard = Probe<String>()
            let observer = app.messages.observe(Picked.self) { heard.report($0.name) }
            try await app.inspect { inspector in
                let one = #"{"offer": 0, "value": "{\"name\": \"lamp\"}"}"#
                expect(try await inspector.post("/api/perform", one), 404)
                inspector.offer(Picked.self, to: app.messages)
                inspector.offer(.volume, of: app.states)
                expect(try await inspector.post("/api/perform", one), 204)
                #expect(heard.values == ["lamp"])
                expect(try await inspector.post("/api/perform", #"{"offer": 1, "value": "9"}"#), 204)
                #expect(app.states[.volume] == 9)
                let wrong = try await inspector.post("/api/perform", #"{"offer": 0, "value": "{\"name\": 1}"}"#)
                #expect(wrong.status == 400)
                #expect(wrong.body.hasPrefix("name: "))
                let offers = try await inspector.get("/api/offers").body
                #expect(offers.contains(#""subject":"volume","value":"9""#))
            }
            withExtendedLifetime(observer) {}
        }

        @Test("The JSON of an offered message is known by its event") func messageOfEvent() async throws {
            try await app.inspect { inspector in
                inspector.offer(Picked.self, to: app.messages)
                let observer = app.messages.observe(Picked.self) { _ in }
                app.messages.post(Picked(name: "brass lamp"))
                let id = try #require(app.events.first).id
                var text = ""
                // The feed is read by a task.
                for _ in 0..<1_000 where !text.contains("brass") {
                    text = try await inspector.get("/api/offers?event=\(id)").body
                }
                #expect(text.contains(#"\u0022name\u0022 : \u0022brass lamp\u0022"#))
                withExtendedLifetime(observer) {}
            }
        }

        @Test("A URL is explained, and opened only if a router is offered") func urls() async throws {
            let opened = Probe<String>()
            try app.router.register { $0.on("/orders/:id") { opened.report($0["id"] ?? "") } }
            try await app.inspect { inspector in
                let explained = try await inspector.post("/api/explain", #"{"url": "/ordres/7"}"#)
                #expect(explained.body.contains("“ordres”, not “orders”"))
                let url = #"{"url": "/orders/7"}"#
                expect(try await inspector.post("/api/open", url), 404)
                #expect(opened.values.isEmpty)
                inspector.offer(app.router)
                expect(try await inspector.post("/api/open", url), 200)
                #expect(opened.values == ["7"])
            }
        }

        @Test("A message of more than 64 KiB is not kept for replay") func longOffers() async throws {
            try await app.inspect { inspector in
                inspector.offer(Picked.self, to: app.messages)
                app.messages.post(Picked(name: String(repeating: "x", count: 70_000)))
                let id = try #require(app.events.first).id
                while inspector.recording.recorded[id] == nil { await Task.yield() }
                let text = try await inspector.get("/api/offers?event=\(id)").body
                #expect(!text.contains("\"message\""))
            }
        }
    }
}
