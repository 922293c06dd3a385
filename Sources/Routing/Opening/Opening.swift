import Dispatchers

/// A request that was understood, and a snapshot of what may answer it.
struct Opening {
    /// The routes that fit, best first, each found when it is asked for.
    let matches: LazyMapSequence<RouteTable<RegisteredRoute>.Matches, RouteMatch>
    let unmatched: IsolatedHandler<RouteMiss, Void>?
}

extension Router {
    func opening(of request: OpenRequest) -> Result<Opening, URLTextError> {
        Result { () throws(URLTextError) in
            let location = try URLText(request.url)
            let path = addressing.path(of: location)
            let snapshot = state.withLock { $0 }
            let matches = RouteTable.Matches(table: snapshot.table, path: path)
            return Opening(
                matches: matches.lazy.map { RouteMatch($0, request, location) }, unmatched: snapshot.unmatched)
        }
    }
}

/// What is to be opened, and in whose place.
struct OpenRequest: Sendable {
    /// The most redirects that one opening follows.
    static let maximumHops = 8

    let url: String
    let extras: [String: String]
    var parked: ParkedNavigation?
    var hops = 0
}
