/// A service that recommends items for others.
@MainActor package protocol Recommending: Sendable {
    /// An item that goes with another.
    func companion(of item: Item) -> Item?
}
