import Binding
import Dispatchers
import Pages
import ShopKit

/// The parts of the page of the cart that follow the cart, and the sale.
struct CartRegions: Sendable {
    let links: Links
    let form: Form<[CartLine]>

    /// The lines.
    ///
    /// The list itself stays as it is when a number changes, or else a field that is typed in would be replaced.
    var lines: Region {
        Region(following: .customer(.cart[\.products]), .shop(.sale)) { states in [Patch("lines", list(in: states))] }
    }

    /// The price of each line, and the total.
    static let prices = Region(of: .customer(.cart), .shop(.sale)) { cart, sale in
        let lines = cart.priced(in: sale)
        return [Patch("total", "\(lines.total.asPrice)")] + lines.map { Patch("line-\($0.id)", "\($0.cents.asPrice)") }
    }

    var undo: Region {
        Region(of: .customer(.removed)) { removed in
            removed.map { [Patch("undo", bar(for: $0.line))] } ?? []
        }
    }

    var buy: Region {
        Region(of: .customer(.cart[\.isEmpty])) { isEmpty in
            let link: HTML =
                isEmpty
                ? "\(links.link(HotRoute(), "Look around"))"
                : "<a class=\"button\" href=\"\(links.path(CheckoutRoute()))\">Buy</a>"
            return [Patch("buy", "<p>\(link)</p>")]
        }
    }

    private func bar(for line: CartLine) -> HTML {
        let button = form.button(links, PressRow(.putBack, id: line.id), "Put it back")
        return "<div class=\"undo\">\(line.product.name) was removed. \(button)</div>"
    }

    /// The lines; quantities are fields of the form, and the prices follow them.
    ///
    /// The buttons belong to the form, too: without JavaScript they keep what is typed into its fields.
    private func list(in states: RegionStates) -> HTML {
        let lines = states[.customer][.cart]
        let links = links.owned(by: states[.visit][.user].mark)
        let save = form.button(links, on: CartRoute(), "Save the numbers")
        // The button that puts a line back belongs to the form, which is there without fields, too.
        guard !lines.isEmpty else { return "<p>There is nothing in the cart.</p><div hidden>\(save)</div>" }
        let drafts = states[.customer][.drafts]
        let prices = Self.prices.content(in: states)
        let rows = lines.map { line -> HTML in
            let field = form.input("[\(line.id)].quantity", of: lines, drafts: drafts)
            let remove = form.button(
                links, PressRow(.remove, id: line.id), "Remove", label: "Remove \(line.product.name)")
            return """
                <li>\(Picture.of(line.id))\(links.link(ProductRoute(id: line.id), line.product.name)) \(field)
                <b>\(prices.element("line-\(line.id)"))</b> \(remove)</li>
                """
        }
        return "<div class=\"cart\"><div class=\"plain last\">\(save)</div><ul class=\"lines\">\(rows)</ul></div>"
    }
}

extension [CartLine] {
    /// The numbers of the products, in the order of the lines.
    fileprivate var products: [Int] { map(\.id) }
}
