import Pages
import ShopKit

/// The counts of all events.
final class NumbersScreen: Screen {
    let title = "Numbers"
    private let counts: [String: Int]

    init(_ counts: [String: Int]) { self.counts = counts }

    func body(_ links: Links) -> HTML { region("numbers", Self.table(counts), tag: "div") }

    static func table(_ counts: [String: Int]) -> HTML {
        let rows = counts.sorted { $0.key < $1.key }.map { name, count -> HTML in
            "<tr><th scope=\"row\">\(name)</th><td>\(count)</td></tr>"
        }
        return "<table>\(rows)</table>"
    }
}
