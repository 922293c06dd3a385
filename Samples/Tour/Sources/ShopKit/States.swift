package import Dispatchers

nonisolated extension StateKeys {
    /// The items in the cart.
    package static let cart = StateKey("cart", default: [Item]())

    /// The user who is signed in.
    package static let user = StateKey("user", default: String?.none)
}
