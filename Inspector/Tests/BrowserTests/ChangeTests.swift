import BrowserDriver
import Foundation
import Testing

extension BrowserTests {
    /// The changes that the page finds between two values.
    @Suite("Changes") struct ChangeTests {
        /// The printed values of a state, and what changed between them.
        static let diffs: [(old: String, now: String, changes: String)] = [
            ("5", "6", "|5|6"),
            ("Cart(total: 1)", "Cart(total: 2)", "total|1|2"),
            ("A(b: B(c: \"x, y\"), d: 1)", "A(b: B(c: \"(z\"), d: 1)", "b.c|\"x, y\"|\"(z\""),
            ("[1, 2, 3]", "[1, 3]", "[1]|2|"),
            ("[1, 3]", "[1, 2, 3]", "[1]||2"),
            ("[L(id: 1, n: 1), L(id: 2, n: 1)]", "[L(id: 2, n: 5)]", "[2].n|1|5 [1]|L(id: 1, n: 1)|"),
            ("[\"a\": 1, \"b\": 2]", "[\"b\": 3, \"a\": 1]", "[\"b\"]|2|3"),
            ("nil", "U(n: \"ada\")", "|nil|U(n: \"ada\")"),
            ("card(\"visa\")", "cash", "|card(\"visa\")|cash"),
            ("A(b: [1, 2…", "A(b: [1, 3…", "b[1]|2…|3…"),
            ("))((", "(((", "|))((|((("),
            ("same", "same", ""),
        ]

        @Test("The changes between two values are found by their paths") func diff() async throws {
            try await withPage { tab in
                for row in Self.diffs {
                    let found = try await tab.evaluate(
                        """
                        import("/diff.js").then(({ changes }) => changes([\(quoted(row.old)), \(quoted(row.now))])
                          .map(({ path, old, now }) => [path, old, now].join("|")).join(" "))
                        """)
                    #expect(found.text == row.changes)
                }
            }
        }

        static let sameValues: [(old: String, now: String, says: String)] = [
            (
                "A(a: \\\"x…", "A(a: \\\"x…",
                "no difference in the first 7 bytes: the values were cut there"
            ),
            ("S (redacted)", "S (redacted)", "nothing that is shown: the values have parts that are redacted"),
            (
                "A(b: S (redacted))", "A(b: S (redacted))",
                "nothing that is shown: the values have parts that are redacted"
            ),
            ("5", "5", "nothing"),
        ]

        @Test("Values that were cut or redacted are not said to be the same") func same() async throws {
            try await withPage { tab in
                for (old, now, says) in Self.sameValues {
                    try await tab.put("put(1, 0, 'set', { values: [\"\(old)\", \"\(now)\"] })")
                    try await tab.choose(1)
                    let found = try await tab.text(
                        """
                        [...document.querySelectorAll("#detail dt")].find((term) => term.textContent === "changed")
                          .nextSibling.firstChild.textContent
                        """)
                    #expect(found == says)
                }
            }
        }
    }
}
