extension Router {
    /// The matches of a URL and of its ancestors that have routes, from the root to the URL, to fill a navigation path.
    ///
    /// ```swift
    /// router.stack(to: "shop://orders/7").map(\.url)  // shop:///, shop://orders, shop://orders/7
    /// ```
    ///
    /// An ancestor has the first segments of the path, up to 127, and neither query nor fragment. Of each, the route counts that
    /// would be asked first, in the router or in its fallback. A URL that is redirected by a redirect is replaced by
    /// its target; an ancestor that is redirected is left out. No block, no guard and no handler is called.
    ///
    /// A string that begins with a slash is a path, as in ``open(path:extras:payload:following:fileID:line:)``.
    ///
    /// - Returns: The matches; none if the URL is invalid, begins with none of the origins of the router and its
    ///   fallbacks, or leads in a cycle.
    public func stack(to url: String) -> [RouteMatch] {
        guard let target = target(of: url) else { return [] }
        let ancestors = ancestors(of: target.url).compactMap { firstMatch(of: $0)?.match }
        return ancestors.filter { $0.route.redirect == nil } + [target.match].compactMap(\.self)
    }

    /// The URL, or the path, that redirects lead to from a URL, with its match; `nil` if they lead in a cycle or
    /// nowhere.
    private func target(of url: String) -> (url: String, match: RouteMatch?)? {
        var url = url
        for _ in 0...Journey.maximumHops {
            guard let (match, router) = firstMatch(of: url) else { return (url, nil) }
            guard let redirect = match.route.plan.redirect else { return (url, match) }
            guard let target = try? redirect.target(for: match),
                let next = try? match.isPath
                    ? Addressing.checked(target) : router.addressing.url(of: target, seenFrom: match.address)
            else { return nil }
            url = next
        }
        return nil
    }

    /// The URLs, or the paths, of the ancestors of a URL from the root on.
    private func ancestors(of url: String) -> [String] {
        guard let address = address(of: url), let reader = reader(of: address),
            let paths = reader.addressing.path(of: address)?.ancestors
        else { return [] }
        if url.begins(with: "/") { return paths }
        return paths.compactMap { try? reader.addressing.url(of: $0, seenFrom: address) }
    }

    /// The first of the chained routers that reads a URL as a path.
    private func reader(of address: URLText) -> Router? {
        chain.first { $0.addressing.path(of: address) != nil }
    }

    private func address(of url: String) -> URLText? {
        guard let address = try? url.begins(with: "/") ? addressing.address(of: url) : URLText(url),
            (try? addressing.check(address)) != nil
        else { return nil }
        return address
    }

    /// The match of the route that would be asked first, and the router that has it.
    private func firstMatch(of url: String) -> (match: RouteMatch, router: Router)? {
        let request = OpenRequest(url: url, isPath: url.begins(with: "/"))
        return address(of: url).flatMap { firstMatch(of: $0, request) }
    }

    private func firstMatch(of address: URLText, _ request: OpenRequest) -> (match: RouteMatch, router: Router)? {
        for router in chain {
            let table = router.table
            guard let path = router.addressing.path(of: address), let hit = table.tree.best(path, of: address) else {
                continue
            }
            return (RouteMatch(hit, in: table, path.text, of: address, request), router)
        }
        return nil
    }
}

extension PathText {
    /// The paths that have the first segments of this one, from the root on, up to 128.
    fileprivate var ancestors: [String] {
        var ancestors: [String] = []
        var path = "/"
        for segment in segmentRanges.prefix(RoutePattern.maximumSegments) {
            // An ancestor that ends in an empty segment is the one before.
            if ancestors.isEmpty || path.utf8.last != UInt8(ascii: "/") { ancestors.append(path) }
            path += (path == "/" ? "" : "/") + text.part(from: segment.lowerBound, to: segment.upperBound)
        }
        return ancestors
    }
}
