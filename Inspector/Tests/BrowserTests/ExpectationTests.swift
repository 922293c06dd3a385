import BrowserDriver
import Dispatchers
import Foundation
import Inspector
import Testing

extension BrowserTests {
    /// The texts about values, and the lines that the page copies.
    @Suite("Words of the page") struct ExpectationTests {
        static let steps: [(properties: String, step: String)] = [
            (#"kind: "post", subject: "ItemPicked", type: "Shop.ItemPicked""#, ".post(ItemPicked.self)"),
            (#"kind: "post", subject: "Added", type: "Shop.Cart.Added""#, ".post(Cart.Added.self)"),
            (
                #"kind: "post", subject: "Hidden", type: "Shop.(unknown context at $1a2b).Hidden""#,
                #".event(.post, "Hidden")"#
            ),
            (#"kind: "post", subject: "Hidden""#, #".event(.post, "Hidden")"#),
            (#"kind: "call", subject: "Basket", type: "Shop.Basket""#, ".call((any Basket).self)"),
            (#"kind: "set", subject: "cart""#, ".set(.cart)"),
            (#"kind: "set", subject: "self""#, #".event(.set, "self")"#),
            (#"kind: "set", subject: "init""#, #".event(.set, "init")"#),
            (#"kind: "set", subject: "Type""#, #".event(.set, "Type")"#),
            (#"kind: "set", subject: "default""#, ".set(.default)"),
            (#"kind: "guard", subject: "open", outcome: "done""#, #".event(.`guard`, "open")"#),
            (#"kind: "post", subject: "Tick", outcome: "unreceived""#, #".event(.post, "Tick", outcome: .unreceived)"#),
            (
                #"kind: "route", subject: "/a", outcome: "parked(by: \"open\")""#,
                #".event(.route, "/a", outcome: .parked(by: "open"))"#
            ),
            (
                #"kind: "set", subject: "cart", outcome: "refused(\"too many causes\")""#,
                #".event(.set, "cart", outcome: .refused("too many causes"))"#
            ),
            (
                #"kind: "call", subject: "B", outcome: "failed(\"Full(name: \\\"a\\\")\")""#,
                #".event(.call, "B", outcome: .failed("Full(name: \"a\")"))"#
            ),
        ]

        @Test("An event becomes a step that compiles, with its outcome") func lines() async throws {
            try await withPage { tab in
                for (properties, step) in Self.steps {
                    let found = try await tab.evaluate(
                        """
                        import("/expectation.js").then(({ step }) => step({ outcome: "done", \(properties) }))
                        """)
                    #expect(found.text == step)
                }
            }
        }

        static let changes: [(old: String, now: String, says: String)] = [
            ("A(a: \\\"x…", "A(a: \\\"x…", "no difference in the first"), ("S (redacted)", "S (redacted)", "redacted"),
            ("A(b: S (redacted))", "A(b: S (redacted))", "redacted"), ("5", "5", "nothing"),
        ]

        @Test("Values that were cut or redacted are not said to be the same") func sameValues() async throws {
            try await withPage { tab in
                for (old, now, says) in Self.changes {
                    try await tab.put("put(1, 0, 'set', { values: [\"\(old)\", \"\(now)\"] })")
                    try await tab.evaluate("inspector.timeline.choose(inspector.store.events.get(1))")
                    try await tab.wait(for: "#detail dd", toSay: says)
                }
            }
        }

        @Test("Any word can be searched for, and the subject of an event with spaces") func words() async throws {
            try await withPage { tab in
                try await tab.put(
                    "put(1, 0, 'post', { subject: 'Array<Int, Tick>' }); put(2, 0, 'post', { subject: 'constructor:x' })"
                )
                for (words, ids) in [
                    ("__proto__:x", ""), ("constructor:x", "2"), ("toString:x", ""), ("kind:post", "1,2"),
                    (#""Array<Int, Tick>""#, "1"), (#"kind:post "array<int, tick>""#, "1"), (#""int, tick" -post"#, ""),
                    (#"-"Int, Tick""#, "2"), (#""unended"#, ""),
                ] {
                    try await tab.evaluate("inspector.timeline.search(\(quoted(words)))")
                    let found = try await tab.text("inspector.timeline.rows.map(({ event }) => event.id)")
                    #expect(found == ids, "\(words)")
                }
                try await tab.evaluate("inspector.timeline.choose(inspector.store.events.get(1))")
                try await tab.click("#detail button", saying: "All of this")
                try await tab.wait(##"document.querySelector("#search").value === 'kind:post "Array<Int, Tick>"'"##)
                #expect(try await tab.text("inspector.timeline.rows.map(({ event }) => event.id)") == "1")
            }
        }

        @Test("The details follow the event that is shown") func followsEvent() async throws {
            try await withPage { tab in
                try await tab.put("put(1, 0, 'call', { took: -1, outcome: 'running' })")
                try await tab.evaluate("inspector.timeline.choose(inspector.store.events.get(1))")
                try await tab.wait(for: "#detail dd", toSay: "running")
                try await tab.put("put(1, 0, 'call', { took: 7e6 }); put(2, 1, 'set')")
                try await tab.wait(for: "#detail dd", toSay: "done, 7.0 ms")
                try await tab.wait(for: "#detail .chain", toSay: "set Tick")
            }
        }
    }
}
