import Testing

@testable import Dispatchers

@Suite("Details of a trace")
struct TraceDetailTests {
    private struct Item: Sendable {
        var id = 42
        var name = "lamp"
    }

    private enum Door: Sendable {
        case open
        case ajar(Int)
        case locked(by: String, times: Int)
    }

    private struct Password: Sendable, CustomStringConvertible {
        let description = "hunter2"
    }

    private final class Screen: Sendable {}

    static let printed: [(any Sendable, String)] = [
        (1, "1"), ("lamp", "lamp"), (Int?.none, "nil"), (Int?.some(2), "2"), (Item(), "Item(id: 42, name: lamp)"),
        ([Item?.none, Item()], "[nil, Item(id: 42, name: lamp)]"), (["a": [1, 2]], "[(key: a, value: [1, 2])]"),
        ([Int](), "[]"), (Door.open, "open"), (Door.ajar(3), "ajar: 3"),
        (Door.locked(by: "ada", times: 2), "locked: (by: ada, times: 2)"), (Screen(), "Screen"), (1..<3, "1..<3"),
        ((1, b: "x"), "(1, b: x)"), (Password(), "hunter2"),
    ]

    @Test("a value is printed with its type and its parts", arguments: printed.indices) func prints(index: Int) {
        let (value, text) = Self.printed[index]
        #expect(TraceDetails.short.text(of: [value]) == text)
    }

    @Test("a text is cut at the limit, and not inside of a character") func cuts() {
        #expect(TraceDetails(limit: 5).text(of: ["abcdef"]) == "abcde…")
        #expect(TraceDetails(limit: 5).text(of: ["abcde"]) == "abcde")
        #expect(TraceDetails(limit: 2).text(of: ["aéb"]) == "a…")
        #expect(TraceDetails(limit: 4).text(of: [["abcdef"]]).hasPrefix("[abc"))
        #expect(TraceDetails(limit: 10).text(of: [Array(0..<1_000)]) == "[0, 1, 2, …")
    }

    private final class Counter: Sendable {
        let count = Protected(0)
    }

    private struct Element: Sendable, CustomStringConvertible {
        let counter: Counter
        var description: String {
            counter.count.withLock { $0 += 1 }
            return "0123456789"
        }
    }

    private struct Loaded: Sendable { let elements: [Element] }
    private enum Page: Sendable { case loaded(Loaded) }

    @Test("printing stops at the limit: what follows is not looked at") func stops() {
        let counter = Counter()
        let elements = Array(repeating: Element(counter: counter), count: 1_000_000)
        #expect(TraceDetails.short.text(of: [elements]).utf8.count <= 203)
        #expect(TraceDetails.short.text(of: [Page.loaded(Loaded(elements: elements))]).utf8.count <= 203)
        #expect(counter.count.withLock { $0 } < 40)
    }

    @Test("an own description hides a secret, and leaves the rest") func own() {
        let details = TraceDetails(limit: 100) { $0 is Password ? "•••" : nil }
        #expect(details.text(of: [Password()]) == "•••")
        #expect(details.text(of: [1]) == "1")
    }
}
