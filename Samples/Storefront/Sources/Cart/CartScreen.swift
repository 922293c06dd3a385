import Pages
import ShopKit

/// The model of the page of the cart.
struct CartModel: Sendable {
    let regions: CartRegions
    let states: RegionStates
}

/// The page of the cart.
///
/// It declares no model: an interceptor gives it one.
final class CartScreen: Screen {
    let title = "Cart"

    func body(_ links: Links) -> HTML {
        guard let model = model(CartModel.self) else { return "<p>There is no cart outside of the shop.</p>" }
        let regions = model.regions
        let states = model.states
        return """
            \(regions.undo.content(in: states).element("undo", tag: "div"))
            \(regions.lines.content(in: states).element("lines", tag: "div"))
            <p class="total">Total <b>\(CartRegions.prices.content(in: states).element("total"))</b></p>
            \(regions.buy.content(in: states).element("buy", tag: "div"))
            """
    }
}
