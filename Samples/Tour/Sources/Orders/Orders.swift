import Dispatchers
package import Routing
package import ShopKit

/// The orders of the customer.
package final class Orders {
    private var orders: [[Item]] = []

    /// Takes the guards that are asked before orders are shown; what they guard, this module does not know.
    package init(in shop: Shop, guards: [Guard]) throws {
        try shop.router.mount("/orders", guards: guards) { routes in
            routes.on("/") { _ in shop.show(OrdersScreen(self.orders)) }
            routes.on("/:number") { match in
                let number = try match["number", as: Int.self]
                guard self.orders.indices.contains(number - 1) else { return .declined }
                shop.show(OrderScreen(number, self.orders[number - 1]))
                return .handled
            }
        }
        shop.messages.observe(OrderPlaced.self, by: self) { [weak shop] orders, placed in
            orders.orders.append(placed.items)
            shop?.story.tell("→ Orders: number \(orders.orders.count)")
        }
    }
}

final class OrdersScreen: Screen {
    let name = "Your orders"
    var title = ""
    let body: [String]

    init(_ orders: [[Item]]) {
        body =
            orders.isEmpty
            ? ["none yet"]
            : orders.enumerated().map { "number \($0 + 1): \($1.count) bought, shop://orders/\($0 + 1)" }
    }
}

final class OrderScreen: Screen {
    let name: String
    var title = ""
    let body: [String]

    init(_ number: Int, _ items: [Item]) {
        name = "Order \(number)"
        body = items.map { "\($0.name), \($0.price)" }
    }
}
