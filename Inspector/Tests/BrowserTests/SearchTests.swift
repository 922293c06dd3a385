import BrowserDriver
import Dispatchers
import Testing

extension BrowserTests {
    /// The words of the search field.
    @Suite("Search") struct SearchTests {
        @Test("Search words narrow the rows to what matches, with its causes") func searches() async throws {
            try await withApp { app, tab in
                app.messages.post(ItemPicked(name: "Brass lamp"))
                app.messages.post(PriceFeedStale())
                try await tab.wait(for: ".row", toSay: "unreceived")
                for (words, count) in [
                    ("failed", 1), ("kind:post", 2), ("kind:post -stale", 1), ("path:cart.total", 3),
                    ("path:cart.none", 0), ("path:ca", 3), ("path:cart.tot", 3), ("path:cart.lines", 3),
                    ("path:art.total", 0),
                    ("BRASS LAMP", 3), ("kind:(", 0), ("[Line(id:", 3), ("scope:CALLS", 6),
                    (">100s", 0), ("scope:calls", 6), ("brass", 3), ("to:FixtureApp kind:hook", 0),
                ] {
                    try await tab.evaluate("inspector.timeline.search(\(quoted(words)))")
                    let rows = try await tab.evaluate("inspector.timeline.rows.length")
                    #expect(rows.number == Double(count), "\(words)")
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
                try await tab.choose(1)
                try await tab.click("#detail button", saying: "All of this")
                try await tab.wait(##"document.querySelector("#search").value === 'kind:post "Array<Int, Tick>"'"##)
                #expect(try await tab.text("inspector.timeline.rows.map(({ event }) => event.id)") == "1")
            }
        }
    }
}
