import Dispatchers
import Foundation
import Pages
package import Routing
package import ShopKit

/// What customers bought.
///
/// It answers `PlaceOrder`.
package final class Orders: Feature {
    private let store: any OrderStore

    package init(in shop: Shop, storing store: any OrderStore, guards: [Guard]) throws {
        self.store = store
        shop.messages.respond(to: PlaceOrder.self, by: self) { orders, question in
            try await orders.store.add(by: question.user, question.lines, tip: question.tip)
        }
        try shop.places.register(guards: guards) { routes in
            routes.on(OrdersPlace.self) { _, match in
                let orders = try await store.orders(of: match.visit.states[.user]?.name ?? "")
                return try await match.show { _ in OrdersScreen(orders) }
            }
            routes.on(OrderPlace.self) { place, match in
                let orders = try await store.orders(of: match.visit.states[.user]?.name ?? "")
                guard let order = orders.first(where: { $0.number == place.number }) else { return .declined }
                return .value(try await match.show { _ in OrderScreen(order) })
            }
        }
    }
}

/// The orders by month.
private final class OrdersScreen: Screen {
    let title = "Your orders"
    private let orders: [Order]

    init(_ orders: [Order]) { self.orders = orders }

    func body(_ links: Links) -> HTML {
        if orders.isEmpty { return "<p>None yet.</p>" }
        // The list mixes two kinds of models, and each finds its row by its type.
        var rows = Rows()
        rows.show(Order.self) { order in
            "<li>\(links.link(OrderPlace(number: order.number), "Order \(order.number)")), \(order.total.asPrice)</li>"
        }
        rows.show(Sum.self) { sum in "<li><b>\(sum.cents.asPrice) in all</b></li>" }
        return sections(orders, by: \.month) { orders in
            "<ul>\(rows(orders + [Sum(cents: orders.map(\.total).reduce(0, +))] as [any Sendable]))</ul>"
        }
    }

    private struct Sum {
        let cents: Int
    }
}

private final class OrderScreen: Screen {
    let title: String
    private let order: Order

    init(_ order: Order) {
        title = "Order \(order.number)"
        self.order = order
    }

    func body(_ links: Links) -> HTML {
        let rows = order.lines.map { line -> HTML in
            "<li>\(line.quantity) × \(links.link(ProductPlace(id: line.id), line.product.name)), \(line.cents.asPrice)</li>"
        }
        return "<ul>\(rows)</ul><p>Tip \(order.tip.asPrice), total <b>\(order.total.asPrice)</b></p>"
    }
}

extension Order {
    /// The month of the order, as a headline.
    fileprivate var month: String {
        placed.formatted(Date.ISO8601FormatStyle().year().month())
    }
}
