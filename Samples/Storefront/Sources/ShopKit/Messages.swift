import Dispatchers

/// A message that visitors see for a while, in all of their tabs.
package protocol Announced: Sendable {
    var announcement: String { get }
}

/// A visitor picked a product.
package struct ItemPicked: Sendable {
    package let product: Product
    package init(_ product: Product) { self.product = product }
}

/// A product is in the cart.
package struct ItemAdded: Announced {
    package let product: Product
    package init(_ product: Product) { self.product = product }

    package var announcement: String { "\(product.name) is in the cart." }
}

/// The button of a row of the cart was pressed.
///
/// It goes up from the row until a handler consumes it.
package struct RowPressed: Sendable {
    package let productID: Int
    package init(productID: Int) { self.productID = productID }
}

/// Asks for an order to be stored.
package struct PlaceOrder: Request {
    package typealias Response = Order

    package let user: String
    package let lines: [CartLine]
    package let tip: Int

    package init(user: String, lines: [CartLine], tip: Int) {
        self.user = user
        self.lines = lines
        self.tip = tip
    }
}

/// An order was paid for.
package struct OrderPlaced: Announced {
    package let order: Order
    package init(_ order: Order) { self.order = order }

    package var announcement: String { "Order \(order.number) is on its way." }
}

/// A visitor signed in.
package struct SignedIn: Sendable {
    package let user: User
    package init(_ user: User) { self.user = user }
}
