import Pages
import ShopKit

/// The counts of all events.
final class NumbersScreen: Screen {
    let title = "Numbers"
    static let numbers = Region(of: .shop(.counts), forStaff: true) { [Patch("numbers", table($0))] }

    private let counts: RegionContent

    init(_ counts: RegionContent) { self.counts = counts }

    func body(_ links: Links) -> HTML { counts.element("numbers", tag: "div") }

    private static func table(_ counts: [String: Int]) -> HTML {
        let rows = counts.sorted { $0.key < $1.key }.map { name, count -> HTML in
            "<tr><th scope=\"row\">\(name)</th><td>\(count)</td></tr>"
        }
        return "<table>\(rows)</table>"
    }
}
