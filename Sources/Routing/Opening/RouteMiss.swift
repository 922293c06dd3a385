/// A URL that no handler handled.
public struct RouteMiss: Sendable {
    /// The URL as it was opened, or the one that the last redirect led to.
    public let url: String

    /// What the caller of `open` added.
    public let extras: [String: String]

    /// The routes that match and declined, in the order in which they were asked.
    public let declinedBy: [RegisteredRoute]

    /// Why typed routes that match could not be read from the URL.
    public let unreadable: [RouteValueError]
}
