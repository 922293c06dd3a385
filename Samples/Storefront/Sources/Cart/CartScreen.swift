import Pages
import ShopKit

/// The model of the page of the cart.
struct CartModel: Sendable {
    let regions: CartRegions
    let centers: Region.Centers
}

/// The page of the cart.
///
/// It declares no model: an interceptor gives it one.
final class CartScreen: Screen {
    let title = "Cart"

    func body(_ links: Links) -> HTML {
        guard let model = model(CartModel.self) else { return "<p>There is no cart outside of the shop.</p>" }
        let (regions, centers) = (model.regions, model.centers)
        return """
            \(regions.undo.now(in: centers).element("undo", tag: "div"))
            \(regions.lines.now(in: centers).element("lines", tag: "div"))
            <p class="total">Total <b>\(CartRegions.prices.now(in: centers).element("total"))</b></p>
            \(regions.buy.now(in: centers).element("buy", tag: "div"))
            """
    }
}
