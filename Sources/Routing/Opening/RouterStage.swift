import Dispatchers

/// What one router says to one URL: a snapshot.
struct RouterStage {
    let router: Router
    let address: URLText
    let unmatched: IsolatedHandler<RouteMiss, Void>?

    private let sticky: [String: String]
    private var matches: RouteTable<RegisteredRoute>.Matches

    init(_ router: Router, _ address: URLText, _ state: Router.State, table: RouteTable<RegisteredRoute>) {
        self.router = router
        self.address = address
        unmatched = state.unmatched
        sticky = state.sticky
        matches = table.matches(address)
    }

    /// The next best route; each is looked for when it is asked for.
    mutating func next(for request: OpenRequest) -> RouteMatch? {
        matches.next().map { RouteMatch($0, request, address, sticky: sticky) }
    }

    /// The URL of a redirect's target, which is a path at the place where this URL is, or a URL itself.
    func url(of target: String) -> String { router.addressing.url(of: target, seenFrom: address) }
}

extension Router {
    /// Begins to answer a URL, and remembers its sticky items unless it is a dry run.
    func stage(
        for address: URLText, isDryRun: Bool, candidate: RouteTable<RegisteredRoute>?
    ) -> RouterStage {
        let seen = isDryRun ? [:] : stickyItems(of: address)
        let state = state.withLock { state in
            for (key, value) in seen { state.sticky[key] = value }
            return state
        }
        return RouterStage(self, address, state, table: candidate ?? state.table)
    }

    private func stickyItems(of address: URLText) -> [String: String] {
        guard !stickyKeys.isEmpty, addressing.path(of: address) != nil else { return [:] }
        let query = address.query
        var items: [String: String] = [:]
        for key in stickyKeys { items[key] = query[key]?.first }
        return items
    }
}
