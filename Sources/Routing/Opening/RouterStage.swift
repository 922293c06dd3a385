import Dispatchers

/// What one router says to one URL: a snapshot.
struct RouterStage {
    let address: URLText
    let unmatched: IsolatedHandler<RouteMiss, Void>?
    let fallback: Router?

    private let addressing: Addressing
    private let sticky: [String: String]
    private var matches: RouteTable<RegisteredRoute>.Matches

    init(
        _ address: URLText, _ addressing: Addressing, _ state: Router.State, table: RouteTable<RegisteredRoute>,
        fallback: Router?
    ) {
        self.address = address
        self.addressing = addressing
        self.fallback = fallback
        unmatched = state.unmatched
        sticky = state.sticky
        matches = table.matches(address)
    }

    /// The next best route; each is looked for when it is asked for.
    mutating func next(for request: OpenRequest) -> RouteMatch? {
        matches.next().map { RouteMatch($0, request, address, sticky: sticky) }
    }

    /// The URL of a redirect's target, which is a path at the place where this URL is, or a URL itself.
    func url(of target: String) -> String { addressing.url(of: target, seenFrom: address) }
}

extension Router {
    /// Begins to answer a URL, and remembers its sticky items unless it is a dry run.
    func stage(
        for address: URLText, isDryRun: Bool, candidate: RouteTable<RegisteredRoute>?
    ) -> RouterStage {
        let seen = isDryRun ? [:] : stickyItems(of: address)
        let state = state.withLock { state in
            state.sticky.merge(seen) { $1 }
            return state
        }
        return RouterStage(address, addressing, state, table: candidate ?? state.table, fallback: fallback)
    }

    private func stickyItems(of address: URLText) -> [String: String] {
        guard !stickyKeys.isEmpty, addressing.path(of: address) != nil else { return [:] }
        return address.query.filter { stickyKeys.contains($0.key) }.compactMapValues(\.first)
    }
}
