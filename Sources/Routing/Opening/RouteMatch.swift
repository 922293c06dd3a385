/// A URL that fits a route, as guards and handlers see it.
///
/// ```swift
/// let id = try match["id", as: Int.self]  // throws an error that names route, key and value
/// let campaign = match["utm_campaign"]    // nil when there is none
/// ```
///
/// A value is looked for in the extras that the caller added, then in the path, then in the query.
public struct RouteMatch: Sendable {
    /// What the caller of `open` added.
    public let extras: [String: String]

    /// The navigation that was parked when this URL was opened in its place, so that it can be resumed from here.
    public let parked: ParkedNavigation?

    let address: URLText
    private let match: RouteTable<RegisteredRoute>.Match

    init(_ match: RouteTable<RegisteredRoute>.Match, _ request: OpenRequest, _ address: URLText) {
        extras = request.extras
        parked = request.parked
        self.address = address
        self.match = match
    }

    /// The URL as it was opened.
    public var url: String { address.text }

    /// The route that fits.
    public var route: RegisteredRoute { match.value }

    /// The pattern of the route.
    public var pattern: RoutePattern { match.route.pattern }

    /// The decoded values of the path's parameters that took part.
    public var parameters: [String: String] { match.parameters }

    /// The decoded segments that a tail took, or `nil` when the path that matched does not end in one.
    public var tail: [String]? { match.tail }

    /// The decoded items of the query, all values of a key in their order.
    ///
    /// The value is made anew each time.
    public var query: [String: [String]] { address.query }

    /// The decoded fragment.
    public var fragment: String? { address.fragment }

    /// The value of a name, of a key that is repeated in the query the first, or `nil` when there is none.
    public subscript(name: String) -> String? {
        extras[name] ?? match[name] ?? query[name]?.first
    }

    /// The value of a name, read as something else than text.
    public subscript<Value: LosslessStringConvertible>(name: String, as type: Value.Type) -> Value {
        get throws(RouteValueError) {
            let text = self[name]
            guard let value = text.flatMap(Value.init) else {
                throw RouteValueError(
                    reason: text == nil ? .missing : .unreadable, pattern: pattern, name: name, value: text,
                    type: "\(type)")
            }
            return value
        }
    }

    /// Where the value of a name comes from, or `nil` when there is none.
    public func source(of name: String) -> ValueSource? {
        if extras[name] != nil { return .extra }
        if match[name] != nil { return .path }
        return query[name] == nil ? nil : .query
    }
}

/// Where a value that a handler sees comes from; a later one hides an earlier.
public enum ValueSource: Sendable, Hashable, Comparable {
    /// The query of the URL.
    case query

    /// A parameter of the pattern.
    case path

    /// What the caller of `open` added.
    case extra
}
