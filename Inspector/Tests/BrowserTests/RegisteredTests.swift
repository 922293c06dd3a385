import BrowserDriver
import Dispatchers
import Testing

extension BrowserTests {
    /// The page of what is registered.
    @Suite("Registered") struct RegisteredTests {
        @Test("Registered lists states with values, observers, calls, hooks and scopes") func registered() async throws
        {
            try await withApp { app, tab in
                app.messages.post(ItemPicked(name: "Brass lamp"))
                try await tab.click("#tabs [role=tab]", saying: "Registered")
                try await tab.wait(for: "#registered td", toSay: #"lines: [Line(id: 1, name: "Brass lamp", count: 1)]"#)
                try await tab.wait(for: "#registered td", toSay: "BrowserTests/FixtureApp.swift:")
                try await tab.click("#registered [role=tab]", saying: "Observers")
                try await tab.wait(for: "#registered td", toSay: "cart.total")
                try await tab.click("#registered [role=tab]", saying: "Calls")
                try await tab.wait(for: "#registered td", toSay: "Basket")
                try await tab.wait(for: "#registered td", toSay: "Counter")
                try await tab.click("#registered [role=tab]", saying: "Hooks")
                try await tab.wait(for: "#registered td", toSay: "Counter.didChange()")
                try await tab.click("#registered [role=tab]", saying: "Services")
                try await tab.wait(for: "#registered th", toSay: "lifetime")
                try await tab.click("#registered [role=tab]", saying: "Scopes")
                try await tab.wait(for: "#registered td", toSay: "shop")
            }
        }

        @Test("The list of services says how often and how slowly each was made") func services() async throws {
            try await withPage { tab in
                try await tab.put("put(1, 0, 'service', { receiver: 'S.swift:1', took: 7e6 })")
                try await tab.click("#tabs [role=tab]", saying: "Registered")
                try await tab.click("#registered [role=tab]", saying: "Services")
                let text = try await tab.text(
                    """
                    (() => {
                      const provider = { what: "Basket", lifetime: "center", priority: 0, at: "S.swift:1" };
                      const services = { number: 1, lifetime: "center", providers: [provider], made: [], children: [] };
                      const center = { kind: "calls", observations: [], states: [], retained: [], children: [], services };
                      inspector.registered.show({ centers: [center], routers: [], joinPoints: [], pointcuts: [] });
                      return document.querySelector("#registered tbody").innerText;
                    })()
                    """)
                #expect(text.contains("1 × 7.0 ms, slowest 7.0 ms"))
            }
        }

        /// Tables in which names have spaces, as code of the page.
        private static let tablesWithSpaces = """
            const messages = { kind: "messages", states: [], retained: [], children: [],
              observations: [{ what: "Tick", at: "My App/Main file.swift:7", form: "synchronous" }] };
            const states = { ...messages, kind: "states", observations: [], states: [{ name: "my cart" }] };
            const joinPoints = [{ name: "Box<Int, Tick>.open()", hooks: [] }];
            const tables = { centers: [messages, states], routers: [], joinPoints, pointcuts: [] };
            """

        static let links: [(page: String, link: String, search: String, id: Int)] = [
            ("States", "my cart", #"kind:set "my cart""#, 1),
            ("Hooks", "Box<Int, Tick>.open()", #"kind:hook "Box<Int, Tick>.open()""#, 3),
            ("Observers", "My App/Main file.swift:7", #"to:"My App/Main file.swift:7""#, 4),
        ]

        @Test("Names with spaces lead to their events") func names() async throws {
            try await withPage { tab in
                try await tab.put(
                    """
                    put(1, 0, "set", { subject: "my cart" });
                    put(2, 0, "set", { subject: "cart" });
                    put(3, 0, "hook", { subject: "Box<Int, Tick>.open()" });
                    put(4, 0, "delivery", { receiver: "My App/Main file.swift:7" })
                    """)
                for (page, link, search, id) in Self.links {
                    let found = try await tab.text(
                        """
                        (() => {
                          \(Self.tablesWithSpaces)
                          const { registered, timeline } = inspector;
                          registered.tables = tables;
                          registered.choices.find((choice) => choice.textContent === "\(page)").click();
                          [...document.querySelectorAll("#registered tbody .link")]
                            .find((link) => link.textContent === "\(link)").click();
                          return [timeline.field.value, ...timeline.rows.map(({ event }) => event.id)].join("; ");
                        })()
                        """)
                    #expect(found == "\(search); \(id)")
                }
            }
        }
    }
}
