import Binding
import Dispatchers
import Pages
package import Routing
package import ShopKit

/// Buying, in three steps.
package struct Checkout: Feature {
    /// Takes the guards that are asked before anything is bought; what they guard, this module does not know.
    package init(in shop: Shop, guards: [Guard]) throws {
        let form = Form(
            "delivery", .profile, in: .customer,
            [
                .field("address.street", "Street", \.address.street, .text(upTo: 200)),
                .field("address.city", "City", \.address.city, .text(upTo: 100)),
                .field("address.zip", "Postal code", \.address.zip, .postalCode),
                .field("tip", "Tip for the courier, in €", \.tip, .within(0...100)),
            ])
        shop.services.provide((any BoundForm).self) { _ in form }
        shop.services.provide((any CheckoutLogic).self, for: .session) { scope in
            CheckoutCoordinator(in: try scope.service((any CurrentVisit).self), states: shop.states) {
                try shop.services.services((any BoundForm).self)
            }
        }
        try registerPages(in: shop, guards, form)
        try registerActions(in: shop, guards)
    }

    private func registerPages(in shop: Shop, _ guards: [Guard], _ form: Form<Profile>) throws {
        let full = Guard("something in the cart") { match in
            if match["step"] == CheckoutStep.done.rawValue { return .proceed }
            let isEmpty = try match.visit.customer.states[.cart].isEmpty
            return isEmpty ? .redirect(to: CartRoute()) : .proceed
        }
        try shop.pages.register(guards: guards) { routes in
            routes.on(CheckoutRoute.self, guards: [full]) { [unowned shop] route, match in
                guard let step = route.step else { throw RouteReply.redirect(to: CheckoutRoute(step: .address)) }
                let visit = try match.visit
                let customer = visit.customer.states
                if step == .pay {
                    guard customer[.profile].address.isComplete else {
                        visit.states.set(.notice, to: CheckoutCoordinator.addressIsMissing)
                        throw RouteReply.redirect(to: CheckoutRoute(step: .address))
                    }
                    Attempt.begin(in: customer)
                }
                let sale = shop.states[.sale]
                return try await match.show { _ in CheckoutScreen(step, customer, sale, form) }
            }
        }
    }

    private func registerActions(in shop: Shop, _ guards: [Guard]) throws {
        try shop.actions.register(guards: guards) { routes in
            routes.on(Pay.self) { _, match in
                let call = try match.call
                let logic = try call.visit.services.service((any CheckoutLogic).self)
                let shown = call.fields["total"].flatMap { Int($0) }
                switch try await logic.pay(call.fields["attempt"] ?? "", showing: shown) {
                case .paid: return Answer.next(CheckoutRoute(step: .done))
                case .refused(let sentence): return Answer.problem(sentence)
                }
            }
        }
    }
}
