import Testing

@testable import Inspector

@Suite("Printed values") struct ValuePrinterTests {
    private struct Line: Sendable {
        var id = 7
        var name = "lamp"
        var price: Double? = 1.5
    }

    private struct Secret: InspectorRedacted { let text = "hunter2" }

    private struct Account {
        var user = "ada"
        var secret = Secret()
        var older: [Secret] = [Secret()]
        var newest: Secret? = Secret()
        var byName = ["x": Secret()]
    }

    private enum Payment {
        case cash
        case card(String)
        case split(first: Int, second: Int)
    }

    private final class Node {
        var next: Node?
    }

    private struct Deep { var inner: [Any] = [] }

    private func text(_ value: Any, _ limit: Int = 1_000) -> String { ValuePrinter.text(of: value, limit: limit) }

    @Test("A value is printed as print does it") func prints() {
        let values: [Any] = [
            1, "lamp", true, 2.5, Int?.none as Any, Line(), ["a": 1], [1, 2], [Int](), [String: Int](),
            Payment.cash, Payment.card("visa"), Payment.split(first: 1, second: 2), (1, "b"), Character("c"),
        ]
        #expect(text([Line()]) == #"[Line(id: 7, name: "lamp", price: 1.5)]"#)
        for value in values { #expect(text(value) == "\(value)".replacing("Optional(1.5)", with: "1.5")) }
    }

    @Test("A redacted value is printed as the name of its type, wherever it is") func redacts() {
        let printed = text(Account())
        #expect(!printed.contains("hunter2"))
        #expect(printed.contains("user: \"ada\""))
        #expect(
            printed.split(separator: "Secret (redacted)", omittingEmptySubsequences: false).count == 5, "\(printed)")
        #expect(text(Secret()) == "Secret (redacted)")
    }

    @Test("Printing ends at the limit, and never inside a character", arguments: 0...40) func limits(limit: Int) {
        let printed = text(Array(repeating: Line(name: "é🎈"), count: 1_000_000), limit)
        #expect(printed.utf8.count <= limit + 3)
        #expect(printed.hasSuffix("…"))
    }

    @Test("Objects that refer to each other, and deep values, are printed") func cycles() {
        let node = Node()
        node.next = node
        #expect(text([node]) == "[Node]")
        var deep = Deep()
        for _ in 0..<100 { deep = Deep(inner: [deep]) }
        #expect(text(deep).contains("…"))
    }

    @Test("Dictionaries within dictionaries are printed as deep as other values") func deepDictionaries() {
        var deep: [String: Any] = [:]
        for _ in 0..<100 { deep = ["a": deep] }
        let printed = text(deep)
        #expect(printed.contains("…"))
        #expect(printed.filter { $0 == "[" }.count == 16)
    }

    @Test("Of a long text only the beginning is read, also of a long character", arguments: ["a", "\u{301}"])
    func longTexts(part: String) {
        let long = "a" + String(repeating: part, count: 1 << 20)
        #expect(ValuePrinter.quoted(long, upTo: 11).unicodeScalars.count == 13)
        let printed = text([long], 10)
        #expect(printed.utf8.count <= 13)
        #expect(printed.unicodeScalars.starts(with: "[\"a".unicodeScalars))
        #expect(printed.hasSuffix("…"))
    }
}
