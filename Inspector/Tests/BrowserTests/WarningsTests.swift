import BrowserDriver
import Testing

extension BrowserTests {
    /// The rules of the page of warnings.
    @Suite("Warnings") struct WarningsTests {
        @Test("Each rule warns of what it names, and of nothing else") func warns() async throws {
            try await withPage { tab in
                for rule in WarningRule.all {
                    let found = try await tab.evaluate(
                        """
                        Promise.all([import("/warnings.js"), import("/census.js")]).then(([{ warnings }, { Census }]) => {
                          const census = new Census();
                          \(WarningRule.tools)
                          \(rule.code);
                          const store = { events: new Map(events.map((event) => [event.id, event])) };
                          return warnings(store, tables, census).map(({ title, cases }) => title.split(/[:,(]| for more| by itself/)[0]
                            .trim() + ": " + cases.map(({ text, count }) => `${text}, ${count}`).join("; ")).join("\\n");
                        })
                        """)
                    #expect(found.text == rule.warning ?? "", "\(rule.name)")
                }
            }
        }
    }
}
