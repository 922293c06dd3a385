/// An immutable table of patterns and values, which finds the best route for a path or a URL.
///
/// ```swift
/// let table = RouteTable([
///     .init(pattern: try RoutePattern("/users/me"), value: "my page"),
///     .init(pattern: try RoutePattern("/users/:id"), value: "a user's page"),
/// ])
/// table.match("/users/42")?["id"]  // "42"
/// ```
///
/// Of several routes for a path the one with the highest priority comes first. Among those of one priority the path is
/// compared from the left: a literal comes before a mixed segment, that before a parameter with a type, that before one
/// without, that before a `*` in the middle, that before a tail, and the end of a pattern before a tail. Then more literal
/// text in a mixed segment comes first, then the more specific host, then more required items of the query, and then the
/// route that is earlier in the list.
///
/// The time of a lookup does not depend on the number of routes, if few of them begin alike. A lookup allocates nothing unless the
/// path is percent-encoded.
public struct RouteTable<Value: Sendable>: Sendable {
    var index: RouteIndex
    var values: SharedList<Value>

    /// Creates a table for paths and for URLs.
    ///
    /// Linear in the routes.
    ///
    /// - Parameters:
    ///   - origins: The beginning of a URL, the rest of which is the path; `nil` for all URLs.
    ///   - host: The meaning of the host of a URL, without origins.
    ///   - ignoringCase: Whether literals match in capital and in small letters of ASCII.
    ///   - routes: The routes; of two with the same rank, the earlier is better.
    public init(
        origins: [Origin]? = nil, host: HostRule = .ignore, ignoringCase: Bool = false, _ routes: [Route] = []
    ) {
        self.init(origins.map(Addressing.origins) ?? .host(host), ignoringCase: ignoringCase, routes)
    }

    init(_ addressing: Addressing, ignoringCase: Bool = false, _ routes: [Route] = []) {
        index = RouteIndex(addressing, isIgnoringCase: ignoringCase, routes.map(\.record))
        values = SharedList(routes.map(\.value))
    }
}

extension RouteTable {
    /// The routes in the order in which they were given.
    ///
    /// The value is computed at each access.
    public var routes: [Route] {
        zip(index.records.all, values.all).map { Route($0, value: $1) }
    }

    /// How many routes there are.
    var count: Int { values.count }

    /// One of the routes.
    func route(_ number: Int) -> Route { Route(index.records[number], value: values[number]) }

    /// A pattern, its priority and its value.
    public struct Route: Sendable {
        let record: RouteRecord

        /// The value of the route.
        public let value: Value

        /// Creates a route.
        public init(pattern: RoutePattern, priority: Int = 0, schemes: Set<String> = [], value: Value) {
            self.init(RouteRecord(pattern, priority: priority, schemes: schemes), value: value)
        }

        init(_ record: RouteRecord, value: Value) {
            self.record = record
            self.value = value
        }

        /// The pattern of the route.
        public var pattern: RoutePattern { record.pattern }

        /// Routes of a higher priority come before all others.
        public var priority: Int { record.priority }

        /// The schemes that a URL may have, without regard to case; empty for all schemes.
        public var schemes: Set<String> { record.schemes }
    }
}
