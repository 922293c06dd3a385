import Testing

@testable import SignalboxCore

@Suite("Details of a trace")
struct TraceDetailTests {
    private struct Item: Sendable {
        var id = 42
        var name = "lamp"
    }

    private struct Password: Sendable, CustomStringConvertible {
        let description = "hunter2"
    }

    static let printed: [(any Sendable, String)] = [
        (1, "1"), ("lamp", "lamp"), (Int?.none, "nil"), (Item(), #"Item(id: 42, name: "lamp")"#), ([1, 2], "[1, 2]"),
        (Password(), "hunter2"),
    ]

    @Test("A value is described as print() writes it", arguments: printed.indices) func prints(index: Int) {
        let (value, text) = Self.printed[index]
        #expect(TraceDetails.short.text(of: value) == text)
    }

    @Test("A description is truncated at the limit and never inside a character") func truncates() {
        #expect(TraceDetails(limit: 5).text(of: "abcdef") == "abcde…")
        #expect(TraceDetails(limit: 5).text(of: "abcde") == "abcde")
        #expect(TraceDetails(limit: 2).text(of: "aéb") == "a…")
        #expect(TraceDetails(limit: 4).text(of: ["abcdef"]) == "[\"ab…")
        #expect(TraceDetails(limit: 10).text(of: Array(0..<1_000)) == "[0, 1, 2, …")
    }

    @Test("A custom description hides a secret and leaves other values") func customDescriptions() {
        let details = TraceDetails(limit: 100) { $0 is Password ? "•••" : nil }
        #expect(details.text(of: Password()) == "•••")
        #expect(details.text(of: 1) == "1")
    }
}
