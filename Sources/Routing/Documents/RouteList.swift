/// A table of routes as data, for files and servers.
///
/// ```swift
/// // {"origins": ["shop://"], "routes": [{"pattern": "/product/:id", "name": "product"}]}
/// let list = try RouteList(json: try Data(contentsOf: file))
/// print(list.routes[0].pattern.parameters)
/// ```
///
/// In JSON, all keys except `pattern` are optional, and an unknown key is an error. A ``RouteListError`` has all problems,
/// each with its place. A list that is read has limits, since it may be untrusted: 4 MiB, 200,000 values, 16 levels, keys
/// of 128 bytes, and 20,000 paths.
public struct RouteList: Sendable, Equatable {
    /// The meaning of the host of a URL; ignored if there are origins.
    public let host: HostRule

    /// The origins of URLs, of which the first that matches counts; `nil` if `host` is used.
    public let origins: [Origin]?

    /// The routes, in the order of their registration.
    public let routes: [Route]

    /// Makes a list; without origins it is for all URLs.
    public init(origins: [Origin]? = nil, host: HostRule = .ignore, routes: [Route]) {
        self.origins = origins
        self.host = host
        self.routes = routes
    }
}

extension RouteList {
    /// A route without its handler.
    public struct Route: Sendable, Equatable {
        /// The pattern of its URLs.
        public let pattern: RoutePattern

        /// Routes of a higher priority are asked first.
        public let priority: Int

        /// The name to which a handler is bound, the schemes and the metadata.
        public let options: RouteOptions

        /// Creates a route.
        public init(pattern: RoutePattern, priority: Int = 0, options: RouteOptions = RouteOptions()) {
            self.pattern = pattern
            self.priority = priority
            self.options = options
        }
    }
}

extension RouteTable<RouteList.Route> {
    /// Creates the table that a list describes.
    ///
    /// Linear in the routes. Conflicts are not errors here.
    public init(_ list: RouteList) {
        let records = list.routes.map { route in
            RouteRecord(pattern: route.pattern, priority: route.priority, schemes: route.options.schemes)
        }
        self.init(list.addressing, records, values: list.routes)
    }
}

extension RouteList {
    /// The rule by which URLs of the list lead to paths.
    var addressing: Addressing { origins.map { .origins($0) } ?? .host(host) }
}
