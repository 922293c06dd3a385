import Dispatchers

/// A URL that fits a route, as guards and handlers see it.
///
/// ```swift
/// let id = try match["id", as: Int.self]  // throws an error that names route, key and value
/// let campaign = match["utm_campaign"]    // nil when there is none
/// let cart = match.payload(as: Cart.self) // what a caller inside the app handed over
/// ```
///
/// A value is looked for in the extras that the caller added, then in the path, then in the sticky items, then in the
/// query.
public struct RouteMatch: Sendable {
    private let content: Content

    /// All that a match has, in one object, since it is handed from guard to guard.
    private final class Content: Sendable {
        let match: RouteTable<RegisteredRoute>.Match
        let request: OpenRequest
        let address: URLText

        init(_ match: RouteTable<RegisteredRoute>.Match, _ request: OpenRequest, _ address: URLText) {
            self.match = match
            self.request = request
            self.address = address
        }
    }

    /// Makes a match; the sticky items of the request are those that the router sees.
    init(_ match: RouteTable<RegisteredRoute>.Match, _ request: OpenRequest, _ address: URLText) {
        content = Content(match, request, address)
    }

    var address: URLText { content.address }

    /// What the caller of `open` added.
    public var extras: [String: String] { content.request.extras }

    /// The navigation that was parked when this URL was opened in its place, so that it can be resumed from here.
    public var parked: ParkedNavigation? { content.request.parked }

    /// The sticky items of the caller and of the URL, under the sticky keys of the router.
    public var sticky: [String: String] { content.request.sticky }

    /// The URL, or the path, as it was opened.
    public var url: String { content.request.url }

    /// Whether a path was opened, and no whole URL.
    var isPath: Bool { content.request.isPath }

    /// The route that fits.
    public var route: RegisteredRoute { content.match.value }

    /// The pattern of the route.
    public var pattern: RoutePattern { route.pattern }

    /// The decoded values of the path's parameters that took part.
    public var parameters: [String: String] { content.match.parameters }

    /// The value of a parameter of the path, or of the host.
    func parameter(_ name: String) -> String? { content.match[name] }

    /// The decoded segments that a tail took, or `nil` when the path that matched does not end in one.
    public var tail: [String]? { content.match.tail }

    /// The decoded items of the query, all values of a key in their order; made anew each time.
    public var query: URLQuery { address.query }

    /// The decoded fragment.
    public var fragment: String? { address.fragment }

    /// The fragment as the URL has it, percent-encoded, so that it can become a part of another URL.
    public var encodedFragment: String? { address.writtenFragment }

    /// The value of a name, of a key that is repeated in the query the first, or `nil` when there is none.
    public subscript(name: String) -> String? {
        extras[name] ?? parameter(name) ?? sticky[name] ?? address.firstQueryValue(of: name)
    }

    /// The value that a caller inside the app handed to `open`, or `nil` when there is none of that type.
    ///
    /// It stays in memory: a parked navigation that was stored comes back without it.
    public func payload<Value>(as type: Value.Type = Value.self) -> Value? { content.request.payload as? Value }
}
