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

    @Test("An error is described as the trace describes values, within 1,000 bytes") func errors() {
        struct Wrong: Error { let text: String }
        let trace = Trace(now: { .zero })
        trace.start()
        #expect(throws: Wrong.self) { try trace.span("work") { throw Wrong(text: "a") } }
        trace.start(describing: TraceDetails(limit: 2) { $0 is Wrong ? "•••" : nil })
        #expect(throws: Wrong.self) { try trace.span("work") { throw Wrong(text: "a") } }
        let long = Wrong(text: String(repeating: "a", count: 2_000))
        trace.start()
        #expect(throws: Wrong.self) { try trace.span("work") { throw long } }
        let outcomes = trace.events.map(\.outcome)
        #expect(outcomes.prefix(2) == [.failed(#"Wrong(text: "a")"#), .failed("•••")])
        #expect(outcomes.last == .failed(String("\(long)".prefix(1_000)) + "…"))
    }
}
