import Dispatchers
import Foundation
import Pages
package import Routing
package import ShopKit

/// The orders of customers.
///
/// It answers `PlaceOrder` and `FindOrder`.
package final class Orders: Feature {
    private let store: any OrderStore

    /// Takes the statement that announces an order, and the guards that are asked before its pages.
    package init(
        in shop: Shop, storing store: any OrderStore, announcing announcement: OrderAnnouncement? = nil,
        guards: [Guard]
    ) throws {
        self.store = store
        shop.messages.respond(to: PlaceOrder.self, by: self) { orders, order in
            try await orders.store.place(order, announcing: announcement)
        }
        shop.messages.respond(to: FindOrder.self, by: self) { orders, question in
            try await orders.store.order(of: question.user, attempt: question.attempt)
        }
        try shop.pages.register(guards: guards) { routes in
            routes.on(OrdersRoute.self) { _, match in
                let orders = try await store.orders(of: match.visit.states[.user]?.name ?? "")
                return try await match.show { _ in OrdersScreen(orders) }
            }
            routes.on(OrderRoute.self) { route, match in
                let orders = try await store.orders(of: match.visit.states[.user]?.name ?? "")
                guard let order = orders.first(where: { $0.number == route.number }) else { throw RouteReply.declined }
                let isConfirmed = try await store.isConfirmed(order.number)
                return try await match.show { _ in OrderScreen(order, isConfirmed: isConfirmed) }
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
            "<li>\(links.link(OrderRoute(number: order.number), "Order \(order.number)")), \(order.total.asPrice)</li>"
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
    private let isConfirmed: Bool

    init(_ order: Order, isConfirmed: Bool) {
        title = "Order \(order.number)"
        self.order = order
        self.isConfirmed = isConfirmed
    }

    func body(_ links: Links) -> HTML {
        let rows = order.lines.map { line -> HTML in
            """
            <li>\(Picture.of(line.id))<span>\(line.quantity) × \(links.link(ProductRoute(id: line.id), line.product.name))</span>
            <b>\(line.cents.asPrice)</b></li>
            """
        }
        return """
            <ul class="lines">\(rows)</ul><p>Tip \(order.tip.asPrice), total <b>\(order.total.asPrice)</b></p>
            <p>To \(order.address.line).</p>
            <p>\(isConfirmed ? "A confirmation was mailed." : "A confirmation will be mailed.")</p>
            """
    }
}

extension Order {
    /// The month of the order, as a headline.
    fileprivate var month: String {
        placed.formatted(Date.ISO8601FormatStyle().year().month())
    }
}
