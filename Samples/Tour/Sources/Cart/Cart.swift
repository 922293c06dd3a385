import Dispatchers
import Routing
package import ShopKit

/// The items that the customer is about to buy.
package final class Cart {
    package init(in shop: Shop) throws {
        try shop.router.mount("/cart") { routes in
            routes.on("/") { _ in shop.show(CartScreen(shop.states[.cart])) }
            routes.on("/checkout") { _ in
                let items = shop.states[.cart]
                guard !items.isEmpty else { return .declined }
                shop.post(OrderPlaced(items), "message OrderPlaced from Cart: \(items.count) items")
                shop.states.set(.cart, to: [])
                return .handled
            }
        }
        shop.messages.observe(ItemPicked.self, by: self) { [weak shop] _, picked in
            shop?.story.tell("→ Cart: puts it in")
            shop?.states.update(.cart) { $0.append(picked.item) }
            shop?.post(ItemAdded(picked.item), "message ItemAdded from Cart: \(picked.item.name)")
        }
    }
}

/// The page of the cart.
package final class CartScreen: Screen {
    package let name = "Cart"
    package var title = ""
    package let body: [String]

    /// The number of items in the cart.
    package let count: Int

    init(_ items: [Item]) {
        count = items.count
        let total = items.map(\.cents).reduce(0, +)
        body =
            items.isEmpty
            ? ["nothing in it"]
            : items.map { "\($0.name), \($0.price)" } + ["total \(total.asPrice)", "buy: shop://cart/checkout"]
    }
}
