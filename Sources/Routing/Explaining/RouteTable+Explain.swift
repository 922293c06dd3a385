extension RouteTable {
    /// Tells which route a URL leads to, and which ones come near and why they do not fit.
    ///
    /// Made for those who look for a mistake: linear in the routes.
    public func explain(_ url: String) -> RouteExplanation {
        do {
            return explain(try URLText(url))
        } catch {
            return RouteExplanation(url: url, urlError: error)
        }
    }

    private func explain(_ url: URLText) -> RouteExplanation {
        guard let path = addressing.path(of: url) else {
            return RouteExplanation(url: url.text, isOutsideOrigins: true)
        }
        let route = tree.best(path, of: url)?.route
        let comparison = RouteComparison(url, path, isIgnoringCase: tree.isIgnoringCase)
        let attempts = routes.enumerated().compactMap { number, route in
            comparison.attempt(ConflictRoute(route, number: number))
        }
        let longest = attempts.filter(\.beginsAlike).map(\.depth).max()
        let near = attempts.filter { $0.isNear || $0.beginsAlike && $0.depth == longest }
        return RouteExplanation(
            url: url.text, route: route, pattern: route.map { routes[$0].pattern },
            nearMisses: near.sorted { $0.isBetter(than: $1) }.map(\.nearMiss))
    }
}
