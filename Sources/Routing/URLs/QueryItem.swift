/// A key and a value of a query, both decoded.
public struct QueryItem: Sendable, Hashable {
    /// The key; empty when nothing stands before the `=`.
    public let key: String

    /// The value; empty when there is no `=`.
    public let value: String
}
