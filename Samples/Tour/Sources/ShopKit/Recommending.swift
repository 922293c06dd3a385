/// What knows which items go together.
@MainActor package protocol Recommending: Sendable {
    /// An item that goes with another.
    func companion(of item: Item) -> Item?
}
