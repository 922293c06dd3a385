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

/// A product was added to the cart.
package struct ItemAdded: Announced {
    package let product: Product
    package init(_ product: Product) { self.product = product }

    package var announcement: String { "\(product.name) is in the cart." }
}

/// A button of a row of the cart was pressed.
///
/// It goes up from the row until a handler consumes it.
package struct RowPressed: Sendable {
    package let productID: Int
    package let button: RowButton

    package init(_ button: RowButton, of productID: Int) {
        self.productID = productID
        self.button = button
    }
}

/// A row could not be put back, since the cart has changed meanwhile.
package struct RowWasNotPutBack: Announced {
    package init() {}

    package let announcement = "The cart has changed meanwhile, so nothing was put back."
}

/// An order was paid for.
package struct OrderPlaced: Announced {
    package let order: Order
    package init(_ order: Order) { self.order = order }

    package var announcement: String { "Order \(order.number) is on its way." }
}

/// An order was stored, so its confirmation is to be mailed: in the process of the shop that mails.
package struct ConfirmationDue: Codable, Sendable {
    package let order: Int
    package let user: String

    package init(for order: Int, of user: String) {
        self.order = order
        self.user = user
    }
}

/// The stock was changed in the database, by this process of the shop or by another one.
package struct StockChanged: Codable, Sendable {
    package init() {}
}

/// A visitor signed in.
package struct SignedIn: Sendable {
    package let user: User

    /// The customer that the visit had before.
    package let before: Customer

    package init(_ user: User, before: Customer) {
        self.user = user
        self.before = before
    }
}

/// A page showed some products.
package struct ProductsShown: Sendable {
    package let count: Int
    package init(_ count: Int) { self.count = count }
}
