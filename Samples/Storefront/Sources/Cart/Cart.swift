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
    private let parts: CartRegions

    package init(in shop: Shop) throws {
        // The state belongs to this module: what is typed goes through its service.
        let form = Form(
            "cart", reading: .customer(.cart),
            [
                .elements(
                    { "Number of \($0.product.name)" }, \.self, "quantity", \.quantity, .within(1...CartLine.limit))
            ]
        ) { visit, change in
            try visit.services.service((any CartLogic).self).change(change)
        }
        parts = CartRegions(links: shop.links, form: form)
        shop.services.provide((any CartLogic).self, for: .session) { scope in
            SessionCart(in: try scope.service((any CurrentVisit).self))
        }
        shop.services.provide((any BoundForm).self) { _ in form }
        try shop.pages.register { routes in
            routes.on(CartRoute.self) { _, match in try await match.show { _ in CartScreen() } }
        }
        try shop.actions.register { routes in
            routes.on(PressRow.self) { action, match in
                let call = try match.call
                let cart = try call.visit.services.service((any CartLogic).self)
                // A changed number hides the button that puts a line back, so that one is pressed first.
                if action.button == .putBack { cart.press(RowPressed(.putBack, of: action.id)) }
                try call.keepTypedFields()
                if action.button == .remove { cart.press(RowPressed(.remove, of: action.id)) }
                return Answer.done(back: CartRoute())
            }
        }
    }

    package var regions: [Region] { [.badge, parts.lines, CartRegions.prices, parts.undo, parts.buy] }

    package func begin(_ visit: any CurrentVisit) { _ = try? visit.services.service((any CartLogic).self) }

    package func intercept(_ lifecycle: Lifecycle, in visit: any CurrentVisit) {
        lifecycle.before(.didLoad, of: CartScreen.self, by: self) { cart, _, _ in
            ScreenContext.current?.give(model: CartModel(regions: cart.parts, states: visit.regionStates))
        }
    }
}
