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
            "delivery", .profile,
            [
                .field("street", "Street", \.address.street), .field("city", "City", \.address.city),
                .field("zip", "Postal code", \.address.zip, .within(0...99_999)),
                .field("tip", "Tip for the courier, in €", \.tip, .within(0...100)),
            ])
        let full = Guard("something in the cart") { match in
            if match["step"] == CheckoutStep.done.rawValue { return .proceed }
            let visit = try match.visit
            return visit.states[.cart].isEmpty
                ? .redirect(to: visit.shop.links.path(CartPlace())) : .proceed
        }
        shop.services.provide((any BoundForm).self) { _ in form }
        shop.services.provide((any CheckoutLogic).self, for: .session) { scope in
            CheckoutCoordinator(in: try scope.service((any CurrentVisit).self))
        }
        try shop.places.register(guards: guards) { routes in
            routes.on(CheckoutPlace.self, guards: [full]) { place, match in
                let visit = try match.visit
                guard let step = place.step else {
                    return .redirect(to: visit.shop.links.path(CheckoutPlace(step: .address)))
                }
                let states = visit.states
                return .value(try await match.show { _ in CheckoutScreen(step, states, form) })
            }
        }
        try shop.actions.register(guards: guards) { routes in
            routes.on(Pay.self, guards: [full]) { _, match in
                let visit = try match.visit
                _ = try await visit.services.service((any CheckoutLogic).self).pay()
                return Answer.next(visit.shop.links.path(CheckoutPlace(step: .done)))
            }
        }
    }
}

/// Leads through the steps.
///
/// Pages do not say where one goes from them, this does.
private struct CheckoutCoordinator: CheckoutLogic {
    let visit: any CurrentVisit

    init(in visit: any CurrentVisit) { self.visit = visit }

    func pay() async throws -> Order {
        guard let user = visit.states[.user], let cart = try visit.services?.service((any CartLogic).self) else {
            throw CancellationError()
        }
        var lines: [CartLine] = []
        try cart.change { cart in
            lines = cart
            cart = []
        }
        let tip = Int(visit.states[.profile].tip * 100)
        do {
            // The module that stores orders answers: none here knows it.
            let order = try await visit.messages.request(PlaceOrder(user: user.name, lines: lines, tip: tip))
            visit.states.set(.removed, to: nil)
            visit.states.set(.placed, to: order)
            await visit.messages.publish(OrderPlaced(order))
            return order
        } catch {
            try cart.change { $0 = lines + $0 }
            throw error
        }
    }
}

/// One step of buying.
private final class CheckoutScreen: Screen {
    let title: String
    private let step: CheckoutStep
    private let states: ObserverCenter
    private let form: Form<Profile>

    init(_ step: CheckoutStep, _ states: ObserverCenter, _ form: Form<Profile>) {
        title = ["address": "Where to?", "pay": "Pay", "done": "Thank you"][step.rawValue] ?? ""
        self.step = step
        self.states = states
        self.form = form
    }

    func body(_ links: Links) -> HTML {
        switch step {
        case .address:
            return """
                <div class="fields">\(form.inputs(of: states[.profile], drafts: states[.drafts]))</div>
                <div class="plain">\(form.button(links, back: CheckoutPlace(step: .address)))</div>
                <p><a class="button" href="\(links.path(CheckoutPlace(step: .pay)))">Go on</a></p>
                """
        case .pay:
            let (cart, profile) = (states[.cart], states[.profile])
            let address = [profile.address.street, "\(profile.address.zip) \(profile.address.city)"]
            return """
                <p>To \(address.joined(separator: ", "))</p>
                <p>\(cart.count) things, <b>\((cart.total + Int(profile.tip * 100)).asPrice)</b></p>
                \(links.button(Pay(), "Pay now", live: false))
                """
        case .done:
            guard let order = states[.placed] else { return "<p>There is no order yet.</p>" }
            return """
                <p>This is \(links.link(OrderPlace(number: order.number), "order \(order.number)")),
                \(order.total.asPrice).</p>
                """
        }
    }
}
