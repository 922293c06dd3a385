import Binding
import Pages
import ShopKit

/// The model of the page of the cart.
struct CartModel: Sendable {
    let lines: [CartLine]
    let sale: Sale?
    let removed: CartLine?
    let drafts: [String: Draft]
    let form: Form<[CartLine]>
}

/// The page of the cart.
///
/// It declares no model: an interceptor gives it one.
final class CartScreen: Screen {
    let title = "Cart"

    func body(_ links: Links) -> HTML {
        guard let model = model(CartModel.self) else { return "<p>There is no cart outside of the shop.</p>" }
        let priced = model.lines.priced(in: model.sale)
        let content = Self.lines(priced, model.drafts, links, model.form)
        let undo = model.removed.map { Self.undo($0, links) } ?? ""
        return """
            \(region("undo", undo, tag: "div"))\(region("lines", content, tag: "div"))
            <p class="total">Total <b>\(region("total", "\(priced.total.asPrice)"))</b></p>
            \(region("buy", Self.buy(priced.isEmpty, links), tag: "div"))
            """
    }

    static func undo(_ line: CartLine, _ links: Links) -> HTML {
        let button = links.button(PressRow(.putBack, id: line.id), "Put it back")
        return "<div class=\"undo\">\(line.product.name) was removed. \(button)</div>"
    }

    static func buy(_ isEmpty: Bool, _ links: Links) -> HTML {
        isEmpty
            ? "<p>\(links.link(HotRoute(), "Look around"))</p>"
            : "<p><a class=\"button\" href=\"\(links.path(CheckoutRoute()))\">Buy</a></p>"
    }

    /// The lines; quantities are fields of the form, and the prices follow them.
    ///
    /// The buttons belong to the form, too: without JavaScript they keep what is typed into its fields.
    static func lines(
        _ lines: [CartLine], _ drafts: [String: Draft]?, _ links: Links, _ form: Form<[CartLine]>
    ) -> HTML {
        guard !lines.isEmpty else { return "<p>There is nothing in the cart.</p>" }
        let rows = lines.map { line -> HTML in
            let field = form.input("[\(line.id)].quantity", of: lines, drafts: drafts ?? [:])
            let remove = form.button(
                links, PressRow(.remove, id: line.id), "Remove", label: "Remove \(line.product.name)")
            return """
                <li>\(Picture.of(line.id))\(links.link(ProductRoute(id: line.id), line.product.name)) \(field)
                <b>\(region("line-\(line.id)", "\(line.cents.asPrice)"))</b> \(remove)</li>
                """
        }
        let save = form.button(links, on: CartRoute(), "Save the numbers")
        return "<div class=\"cart\"><div class=\"plain last\">\(save)</div><ul class=\"lines\">\(rows)</ul></div>"
    }
}
