import Binding
import Dispatchers
package import Hooks
package import Pages
import Routing
package import ShopKit

/// The products that the customer is about to buy.
///
/// It does not know who shows products: it observes `ItemPicked`, and posts `ItemAdded`.
package final class Cart: Feature {
    private let links: Links
    private let form: Form<[CartLine]>

    package init(in shop: Shop) throws {
        links = shop.links
        // The state belongs to this module: what is typed goes through its service.
        form = Form(
            "cart", reading: .cart, in: .customer,
            [
                .elements(
                    { "Number of \($0.product.name)" }, \.self, "quantity", \.quantity, .within(1...CartLine.limit))
            ]
        ) { visit, change in
            try visit.services.service((any CartLogic).self).change(change)
        }
        shop.services.provide((any CartLogic).self, for: .session) { scope in
            SessionCart(in: try scope.service((any CurrentVisit).self))
        }
        shop.services.provide((any BoundForm).self) { [form] _ in form }
        try shop.pages.register { routes in
            routes.on(CartRoute.self) { _, match in try await match.show { _ in CartScreen() } }
        }
        try shop.actions.register { routes in
            routes.on(PressRow.self) { action, match in
                let cart = try match.visit.services.service((any CartLogic).self)
                cart.press(RowPressed(action.button, of: action.id))
                return Answer.done(back: CartRoute())
            }
        }
    }

    package var regions: [Region] {
        [
            Region(of: .cart[\.pieces], in: .customer) { [Patch("badge", Badge.html($0))] },
            Region(of: .cart[\.isEmpty], in: .customer) { [links] in [Patch("buy", CartScreen.buy($0, links))] },
            // The list itself stays as it is when a number changes, or else a field that is typed in would be replaced.
            Region(of: .cart[\.shape], in: .customer, and: .sale, in: .shop) { [links, form] shape, sale in
                [Patch("lines", CartScreen.lines(shape.lines.priced(in: sale), nil, links, form))]
            },
            Region(of: .cart, in: .customer, and: .sale, in: .shop) { cart, sale in
                let lines = cart.priced(in: sale)
                return [Patch("total", "\(lines.total.asPrice)")]
                    + lines.map { Patch("line-\($0.id)", "\($0.cents.asPrice)") }
            },
            Region(of: .removed, in: .customer) { [links] removed in
                removed.map { [Patch("undo", CartScreen.undo($0.line, links))] } ?? []
            },
        ]
    }

    package func begin(_ visit: any CurrentVisit) { _ = try? visit.services.service((any CartLogic).self) }

    package func intercept(_ lifecycle: Lifecycle, in visit: any CurrentVisit) {
        let shop = try? visit.services.service((any ShopStates).self).states
        lifecycle.before(.didLoad, of: CartScreen.self, by: self) { cart, screen, _ in
            let customer = visit.customer.states
            let model = CartModel(
                lines: customer[.cart], sale: shop?[.sale], removed: customer[.removed]?.line,
                drafts: customer[.drafts], form: cart.form)
            Givens.current?.give(model: model, to: screen)
        }
    }
}

/// The lines of a cart, which equal others of the same products.
private struct CartShape: Sendable, Equatable {
    let lines: [CartLine]

    static func == (left: Self, right: Self) -> Bool { left.lines.map(\.id) == right.lines.map(\.id) }
}

extension [CartLine] {
    fileprivate var shape: CartShape { CartShape(lines: self) }
}
