/// The matches of a URL in the routes of one router, the best one first.
///
/// The routes are a snapshot of the time at which the URL reached the router.
struct RouteCandidates: Sendable {
    private var address: URLText?

    /// The table in which the path is looked up; `nil` if the URL is not one of the router's.
    private var lookup: (table: RouteTable<RegisteredRoute>, path: PathText)?

    /// The hits for the path, once more than the first was requested.
    private var hits: [RouteHit] = []
    private var hitCount = 0

    /// Creates none.
    init() {}

    /// Looks the path of a URL up in the routes of a router.
    init(of address: URLText?, in router: Router) {
        self.address = address
        lookup = address.flatMap { router.addressing.path(of: $0) }.map { (router.table, $0) }
    }

    /// Returns the next best match.
    mutating func next(for request: OpenRequest) -> RouteMatch? {
        guard let (table, path) = lookup, let address else { return nil }
        if hitCount == 1 { hits = table.tree.all(path, of: address) }
        let hit = hitCount == 0 ? table.tree.best(path, of: address) : hitCount < hits.count ? hits[hitCount] : nil
        guard let hit else { return nil }
        hitCount += 1
        return RouteMatch(hit, in: table, path.text, of: address, request)
    }
}
