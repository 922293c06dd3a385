import Binding
import Dispatchers
package import Hooks
package import Pages
import Routing
package import ShopKit

/// What the customer is about to buy.
///
/// It does not know who shows products: it observes `ItemPicked`, and posts `ItemAdded`.
package final class Cart: Feature {
    private let links: Links
    private let form: Form<[CartLine]>

    package init(in shop: Shop) throws {
        links = shop.links
        // The state belongs to this module: whatever is typed goes through its service.
        form = Form(
            "cart", reading: .cart,
            [.elements({ "Number of \($0.product.name)" }, \.self, "quantity", \.quantity, .within(1...99))]
        ) { visit, change in
            try visit.services?.service((any CartLogic).self).change(change)
        }
        shop.services.provide((any CartLogic).self, for: .session) { scope in
            SessionCart(in: try scope.service((any CurrentVisit).self))
        }
        shop.services.provide((any BoundForm).self) { [form] _ in form }
        try shop.places.register { routes in
            routes.on(CartPlace.self) { _, match in try await match.show { _ in CartScreen() } }
        }
        try shop.actions.register { routes in
            routes.on(PressRow.self) { action, match in
                let visit = try match.visit
                Self.press(action.id, in: visit.current)
                return Answer.done(back: visit.shop.links.path(CartPlace()))
            }
        }
    }

    /// A button of a row was pressed: the event goes up from the row to the page, the visit and the shop.
    private static func press(_ id: Int, in visit: any CurrentVisit) {
        let page = MessageCenter(parent: visit.messages)
        let row = MessageCenter(parent: page)
        // An open undo bar is on the page, so it gets the event before the cart does.
        let cart = try? visit.services?.service((any CartLogic).self)
        let undo = page.observe(RowPressed.self) { event in
            guard let line = visit.states[.removed], line.id == event.productID else { return }
            try cart?.change { $0.append(line) }
            visit.states.set(.removed, to: nil)
            page.consume()
        }
        row.post(RowPressed(productID: id))
        undo.cancel()
    }

    package var regions: [Region] {
        [
            Region(of: .cart[\.count]) { [Patch("badge", CartScreen.badge($0))] },
            Region(of: .cart[\.total]) { [Patch("total", "\($0.asPrice)")] },
            // The list itself stays as it is when a number changes, or else a field that is typed in would be replaced.
            Region(of: .cart[\.shape]) { [links, form] in [Patch("lines", CartScreen.lines($0.lines, links, form))] },
            Region(of: .cart) { cart in cart.map { Patch("line-\($0.id)", "\($0.cents.asPrice)") } },
            Region(of: .removed) { [links] line in line.map { [Patch("undo", CartScreen.undo($0, links))] } ?? [] },
        ]
    }

    package func begin(_ visit: any CurrentVisit) { _ = try? visit.services?.service((any CartLogic).self) }

    package func intercept(_ lifecycle: Lifecycle, in visit: any CurrentVisit) {
        lifecycle.before(.didLoad, of: CartScreen.self, by: self) { cart, screen, _ in
            let model = CartModel(lines: visit.states[.cart], removed: visit.states[.removed], form: cart.form)
            Givens.current?.give(model: model, to: screen)
        }
    }
}

/// The lines of a cart, which are the same as others of the same products.
private struct CartShape: Sendable, Equatable {
    let lines: [CartLine]

    static func == (left: Self, right: Self) -> Bool { left.lines.map(\.id) == right.lines.map(\.id) }
}

extension [CartLine] {
    fileprivate var shape: CartShape { CartShape(lines: self) }
}

/// The cart of one visit.
private final class SessionCart: CartLogic {
    private let states: ObserverCenter

    init(in visit: any CurrentVisit) {
        states = visit.states
        visit.messages.observe(ItemPicked.self, by: self) { cart, picked in
            cart.change { lines in
                if let index = lines.firstIndex(where: { $0.id == picked.product.id }) {
                    lines[index].quantity = min(99, lines[index].quantity + 1)
                } else {
                    lines.append(CartLine(picked.product))
                }
            }
            visit.messages.post(ItemAdded(picked.product))
        }
        visit.messages.observe(RowPressed.self, by: self) { cart, event in
            guard let line = cart.states[.cart].first(where: { $0.id == event.productID }) else { return }
            cart.change { $0.removeAll { $0.id == line.id } }
            cart.states.set(.removed, to: line)
        }
    }

    func change(_ change: (inout [CartLine]) throws -> Void) rethrows { try states.update(.cart, change) }
}
