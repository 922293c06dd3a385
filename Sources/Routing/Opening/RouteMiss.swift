/// A URL that no handler dealt with.
public struct RouteMiss: Sendable, Hashable {
    /// The URL as it was opened.
    public let url: String

    /// What the caller of `open` added.
    public let extras: [String: String]

    /// Whether routes fit and declined; else there was none.
    public let isDeclined: Bool
}
