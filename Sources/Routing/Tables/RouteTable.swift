/// Patterns and what each leads to: an immutable value that finds the best of them for a path or a URL.
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
/// route that stands earlier in the list.
///
/// A lookup does not depend on the number of routes, as long as few of them begin alike, and allocates nothing.
public struct RouteTable<Value: Sendable>: Sendable {
    /// The routes in the order in which they were given.
    public private(set) var routes: [Route] = []

    private(set) var index: RouteIndex

    var tree: RouteTree { index.tree }
    var addressing: Addressing { index.addressing }

    /// Makes a table for paths, and for URLs whatever their scheme.
    ///
    /// Linear in the routes.
    ///
    /// - Parameters:
    ///   - host: What the host of a URL means.
    ///   - ignoringCase: Whether literals match in capital and in small letters of ASCII.
    ///   - routes: The routes; of two that are alike in all that decides the earlier is the better.
    public init(
        host: HostRule = .ignore, ignoringCase: Bool = false, _ routes: [Route] = []
    ) {
        self.init(.host(host), ignoringCase: ignoringCase, routes)
    }

    /// Makes a table for paths, and for the URLs that begin with one of the origins.
    ///
    /// Linear in the routes.
    ///
    /// - Parameters:
    ///   - origins: What a URL has to begin with; what follows is the path.
    ///   - ignoringCase: Whether literals match in capital and in small letters of ASCII.
    ///   - routes: The routes; of two that are alike in all that decides the earlier is the better.
    public init(
        origins: [Origin], ignoringCase: Bool = false, _ routes: [Route] = []
    ) {
        self.init(.origins(origins), ignoringCase: ignoringCase, routes)
    }

    init(
        _ addressing: Addressing, ignoringCase: Bool = false,
        _ routes: [Route] = []
    ) {
        let tree = RouteTree(isIgnoringCase: ignoringCase, hasHosts: addressing.hasHosts)
        index = RouteIndex(tree, addressing)
        insert(routes)
    }

    /// Adds routes behind all others.
    ///
    /// Linear in all routes of the table.
    mutating func insert(_ newRoutes: [Route]) {
        guard !newRoutes.isEmpty else { return }
        // Copied but once: the old index keeps the arrays as they were.
        var tree = index.tree
        var all: [Route] = []
        all.reserveCapacity(routes.count + newRoutes.count)
        all += routes
        all += newRoutes
        for number in Self.inOrder(all, from: routes.count) { all[number].enter(&tree, number) }
        index = RouteIndex(tree, addressing)
        routes = all
    }

    /// Makes a table of routes that are in a tree.
    init(_ routes: [Route], _ index: RouteIndex) {
        self.routes = routes
        self.index = index
    }

    /// The numbers of the routes from one on, so that each goes behind those before it where they end at one place.
    static func inOrder(_ routes: [Route], from start: Int) -> [Int] {
        let ranks = (start..<routes.count).map { number in
            let pattern = routes[number].pattern
            return (~routes[number].priority, pattern.host.rank, -pattern.query.count, number)
        }
        return ranks.sorted { $0 < $1 }.map(\.3)
    }
}

extension RouteTable {
    /// A pattern, its place among others, and what it leads to.
    public struct Route: Sendable {
        /// What the paths of the route look like.
        public let pattern: RoutePattern

        /// Routes of a higher priority come before all others.
        public let priority: Int

        /// The schemes that a URL may have, in capital or small letters; any when there are none.
        public let schemes: Set<String>

        /// What the route leads to.
        public let value: Value

        /// The names of each of the pattern's paths, in the order of a hit; those of a table alone.
        private(set) var names: ParameterNames?

        /// Makes a route.
        public init(pattern: RoutePattern, priority: Int = 0, schemes: Set<String> = [], value: Value) {
            self.pattern = pattern
            self.priority = priority
            self.schemes = schemes
            self.value = value
        }

        /// Enters the route into a tree, and keeps the names.
        mutating func enter(_ tree: inout RouteTree, _ number: Int) {
            names = tree.insert(pattern, priority: priority, schemes: schemes, route: number)
        }
    }
}

extension Addressing {
    /// Whether the first segment of a path may be a host.
    var hasHosts: Bool {
        switch self {
        case .host(let rule): rule == .path
        case .origins: true
        }
    }
}
