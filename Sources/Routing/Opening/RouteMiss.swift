/// A URL that no handler dealt with.
public struct RouteMiss: Sendable, Hashable {
    /// The URL as it was opened, or the one that the last redirect led to.
    public let url: String

    /// What the caller of `open` added.
    public let extras: [String: String]

    /// Whether routes fit and declined; else there was none.
    public let isDeclined: Bool

    /// Why typed routes that fit could not be read from the URL.
    public let unreadable: [RouteValueError]
}
