/// Something that can be bought.
package nonisolated struct Item: Sendable, Hashable {
    package let id: Int
    package let name: String
    package let cents: Int

    package init(id: Int, name: String, cents: Int) {
        self.id = id
        self.name = name
        self.cents = cents
    }

    package var price: String { cents.asPrice }
}

extension Int {
    /// An amount of cents as it is written on a price tag.
    package nonisolated var asPrice: String { "\(self / 100).\(self % 100 < 10 ? "0" : "")\(self % 100) €" }
}

/// The customer picked an item.
package nonisolated struct ItemPicked: Sendable {
    package let item: Item
    package init(_ item: Item) { self.item = item }
}

/// An item is in the cart.
package nonisolated struct ItemAdded: Sendable {
    package let item: Item
    package init(_ item: Item) { self.item = item }
}

/// The cart was paid for.
package nonisolated struct OrderPlaced: Sendable {
    package let items: [Item]
    package init(_ items: [Item]) { self.items = items }
}

/// A user signed in.
package nonisolated struct SignedIn: Sendable {
    package let user: String
    package init(_ user: String) { self.user = user }
}
