package import Dispatchers

nonisolated extension StateKeys {
    /// What is in the cart.
    package static let cart = StateKey(default: [Item]())

    /// Who is signed in.
    package static let user = StateKey(default: String?.none)
}
