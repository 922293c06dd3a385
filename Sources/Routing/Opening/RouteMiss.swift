/// A URL that no handler handled.
public struct RouteMiss: Sendable {
    /// The URL as it was opened, or the one that the last redirect led to.
    public let url: String

    /// The values that the caller of `open` added.
    public let extras: [String: String]

    /// The routes that match and declined, in the order in which they were asked.
    public let declinedBy: [RegisteredRoute]

    /// The errors of typed routes that match the URL and could not be read from it.
    public let unreadable: [RouteValueError]
}
