/// Patterns and what each leads to: an immutable value that finds the best of them for a path.
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
/// compared from the left: a literal comes before a parameter, that before a `*` in the middle, that before a tail, and
/// the end of a pattern before a tail. Then the route that stands earlier in the list comes first.
///
/// A lookup does not depend on the number of routes, as long as few of them begin alike, and allocates nothing.
public struct RouteTable<Value: Sendable>: Sendable {
    /// A pattern, its place among others, and what it leads to.
    public struct Route: Sendable {
        /// What the paths of the route look like.
        public let pattern: RoutePattern

        /// Routes of a higher priority come before all others.
        public let priority: Int

        /// What the route leads to.
        public let value: Value

        /// Makes a route.
        public init(pattern: RoutePattern, priority: Int = 0, value: Value) {
            self.pattern = pattern
            self.priority = priority
            self.value = value
        }
    }

    /// The routes in the order in which they were given.
    public private(set) var routes: [Route] = []

    private(set) var tree = RouteTree()

    /// Makes a table.
    ///
    /// Linear in the routes.
    public init(_ routes: some Sequence<Route>) {
        for route in routes { insert(route) }
    }

    /// The best route for a path, or `nil` when there is none.
    ///
    /// The path is percent-encoded text without a query; one that has more than 64 KiB or does not decode to UTF-8 matches
    /// nothing. Only a path with dot segments is copied.
    public func match(_ path: String) -> Match? {
        PathText(path).flatMap { match($0) }
    }

    /// All routes for a path in their order, each once: what to try when the one before was not wanted.
    ///
    /// The first is found as by ``match(_:)``; the others are looked for when they are asked for.
    public func matches(_ path: String) -> Matches {
        Matches(table: self, path: PathText(path))
    }

    mutating func insert(_ route: Route) {
        tree.insert(route.pattern, priority: route.priority, route: routes.count)
        routes.append(route)
    }

    func match(_ path: PathText) -> Match? {
        var search = RouteSearch(in: tree, for: path, isExhaustive: false)
        path.text.withSpan { search.run(over: $0) }
        return search.best.ending == 0 ? nil : match(search.best, path)
    }

    func allMatches(_ path: PathText) -> [Match] {
        var search = RouteSearch(in: tree, for: path, isExhaustive: true)
        path.text.withSpan { search.run(over: $0) }
        var known: Set<Int32> = []
        return search.all
            .sorted { tree.comesBefore($0.ending, $1.ending) }
            .filter { known.insert(tree.endings[Int($0.ending)].route).inserted }
            .map { match($0, path) }
    }

    private func match(_ hit: RouteSearch.Hit, _ path: PathText) -> Match {
        let ending = tree.endings[Int(hit.ending)]
        return Match(
            routes: routes, number: Int(ending.route), expansion: Int(ending.expansion), captures: hit.captures,
            tailStart: hit.tail, path: path)
    }
}
