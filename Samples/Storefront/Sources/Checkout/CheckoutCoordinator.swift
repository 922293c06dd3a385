import Binding
import Dispatchers
import ShopKit

/// Leads through the steps of buying.
///
/// Pages do not decide which page follows them, the coordinator does.
struct CheckoutCoordinator: CheckoutLogic {
    static let addressIsMissing = "An order needs a street, a postal code and a city."

    private let visit: any CurrentVisit
    private let shop: ObserverCenter
    private let forms: @Sendable () throws -> [any BoundForm]

    init(
        in visit: any CurrentVisit, states shop: ObserverCenter,
        _ forms: @escaping @Sendable () throws -> [any BoundForm]
    ) {
        self.visit = visit
        self.shop = shop
        self.forms = forms
    }

    func pay(_ attempt: String, showing cents: Int?) async throws -> Payment {
        guard let user = visit.states[.user] else { return .refused("Sign in first, please.") }
        let customer = visit.customer
        // The cart is read before the attempt: an order ends its attempt first, and then empties the cart.
        let lines = customer.states[.cart].priced(in: shop[.sale])
        guard !attempt.isEmpty, attempt == customer.states[.attempt] else {
            return try await payment(before: attempt, of: user)
        }
        let profile = customer.states[.profile]
        if let sentence = try refusal(of: lines, for: profile, showing: cents) { return .refused(sentence) }
        return try await place(lines, to: profile, attempt, of: user, customer)
    }

    /// The payment of an attempt that is over.
    private func payment(before attempt: String, of user: User) async throws -> Payment {
        let order = try await visit.messages.request(FindOrder(of: user.name, attempt: attempt))
        return order.map { .paid($0) } ?? .refused("This page was out of date. Here is what you are about to buy.")
    }

    /// Asks for the order to be stored: another module does so, which this one does not know.
    private func place(
        _ lines: [CartLine], to profile: Profile, _ attempt: String, of user: User, _ customer: Customer
    ) async throws -> Payment {
        let cart = try visit.services.service((any CartLogic).self)
        let order = PlaceOrder(
            attempt: attempt, user: user.name, lines: lines, tip: profile.tipCents, address: profile.address,
            customer: customer
        ) { order in
            Attempt.end(attempt, in: customer.states)
            customer.states.set(.lastOrder, to: order.number)
            cart.subtract(order.lines, from: customer)
        }
        switch try await visit.messages.request(order) {
        case .placed(let order):
            await visit.messages.publish(OrderPlaced(order))
            return .paid(order)
        case .placedBefore(let order): return .paid(order)
        case .outdated(let stored):
            // A cart that this process has changed meanwhile stays: it is about to be stored.
            if customer.states[.cart].priced(in: shop[.sale]) == lines {
                cart.replace(by: stored.lines, of: customer)
            }
            customer.states.set(.lastOrder, to: stored.lastOrder)
            return .refused("The cart was changed in another browser. Here is what is in it now.")
        case .soldOut(let product, let left): return .refused(Self.sentence(on: product, left: left))
        }
    }

    private static func sentence(on product: Product, left: Int) -> String {
        switch left {
        case 0: "\(product.name) is sold out."
        case 1: "There is only 1 of \(product.name)."
        default: "There are only \(left) of \(product.name)."
        }
    }

    /// The reason why the lines cannot be bought as the page showed them.
    private func refusal(of lines: [CartLine], for profile: Profile, showing cents: Int?) throws -> String? {
        if lines.isEmpty { return "There is nothing in the cart." }
        let problems = try forms().flatMap { $0.problems(in: visit) }
        if let problem = problems.first { return problem }
        guard profile.address.isComplete else { return Self.addressIsMissing }
        let total = lines.total + profile.tipCents
        return cents == total ? nil : "The price has changed: it is \(total.asPrice) now."
    }
}
