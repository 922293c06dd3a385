import Binding
import Pages
import ShopKit

/// What the page of the cart shows.
struct CartModel: Sendable {
    let lines: [CartLine]
    let removed: CartLine?
    let form: Form<[CartLine]>
}

/// The page of the cart.
///
/// It declares no model: an interceptor gives it one.
final class CartScreen: Screen {
    let title = "Cart"

    func body(_ links: Links) -> HTML {
        guard let model = model(CartModel.self) else { return "<p>There is no cart outside of the shop.</p>" }
        let content = Self.lines(model.lines, links, model.form)
        let undo = model.removed.map { Self.undo($0, links) } ?? ""
        return """
            \(region("undo", undo, tag: "div"))\(region("lines", content, tag: "div"))
            <p>Total <b>\(region("total", "\(model.lines.total.asPrice)"))</b></p>
            <p><a class="button" href="\(links.path(CheckoutPlace()))">Buy</a></p>
            """
    }

    static func badge(_ count: Int) -> HTML { count == 0 ? "" : "<span class=\"badge\">\(count)</span>" }

    static func undo(_ line: CartLine, _ links: Links) -> HTML {
        "<div class=\"undo\">\(line.product.name) was removed. \(links.button(PressRow(id: line.id), "Put it back"))</div>"
    }

    /// The lines; quantities are fields of the form, and what they cost follows them.
    static func lines(_ lines: [CartLine], _ links: Links, _ form: Form<[CartLine]>) -> HTML {
        guard !lines.isEmpty else { return "<p>There is nothing in the cart.</p>" }
        let rows = lines.map { line -> HTML in
            """
            <li>\(links.link(ProductPlace(id: line.id), line.product.name)) \(form.input("[\(line.id)].quantity", of: lines))
            <b>\(region("line-\(line.id)", "\(line.cents.asPrice)"))</b>
            \(links.button(PressRow(id: line.id), "Remove", label: "Remove \(line.product.name)"))</li>
            """
        }
        let save = form.button(links, back: CartPlace(), "Save the numbers")
        return "<ul class=\"lines\">\(rows)</ul><div class=\"plain\">\(save)</div>"
    }
}
