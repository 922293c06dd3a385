package import Dispatchers

nonisolated extension StateKeys {
    /// What is in the cart.
    package static let cart = StateKey("cart", default: [Item]())

    /// Who is signed in.
    package static let user = StateKey("user", default: String?.none)
}
