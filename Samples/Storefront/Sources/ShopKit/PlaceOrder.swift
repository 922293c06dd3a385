import Dispatchers

/// Asks for an order to be stored.
package struct PlaceOrder: Request {
    package typealias Response = Placement

    /// The token of the attempt: of several requests with one token, the first is the order.
    package let attempt: String
    package let user: String

    /// The lines, each at the price that is charged.
    package let lines: [CartLine]
    package let tip: Int
    package let address: Profile.Address

    package let customer: Customer

    /// Called when the order is stored, before anything else is stored.
    package let whenPlaced: @Sendable (Order) -> Void

    package init(
        attempt: String, user: String, lines: [CartLine], tip: Int, address: Profile.Address, customer: Customer,
        whenPlaced: @escaping @Sendable (Order) -> Void
    ) {
        self.attempt = attempt
        self.user = user
        self.lines = lines
        self.tip = tip
        self.address = address
        self.customer = customer
        self.whenPlaced = whenPlaced
    }
}

/// Asks for the order of an attempt.
package struct FindOrder: Request {
    package typealias Response = Order?

    package let user: String
    package let attempt: String

    package init(of user: String, attempt: String) {
        self.user = user
        self.attempt = attempt
    }
}

/// The answer to a `PlaceOrder`.
package enum Placement: Sendable {
    case placed(Order)

    /// The attempt has led to this order before.
    case placedBefore(Order)

    /// Nothing was ordered, since the customer has seen another cart, as in a browser at another process of the shop.
    case outdated(StoredCart)

    /// There are fewer of a product than the order has.
    case soldOut(Product, left: Int)
}

/// The cart of a customer as it is stored, with the order that was placed last.
package struct StoredCart: Sendable {
    package let lines: [CartLine]
    package let lastOrder: Int?

    package init(_ lines: [CartLine], after lastOrder: Int?) {
        self.lines = lines
        self.lastOrder = lastOrder
    }
}

/// The result of a payment.
package enum Payment: Sendable {
    case paid(Order)

    /// Nothing was ordered, for the reason that this sentence gives.
    case refused(String)
}
