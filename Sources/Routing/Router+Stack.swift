extension Router {
    /// The matches of a URL and of its ancestors that have routes, from the root to the URL, to fill a navigation path.
    ///
    /// ```swift
    /// router.stack(to: "shop://orders/7").map(\.url)  // shop://, shop://orders, shop://orders/7
    /// ```
    ///
    /// An ancestor has the first segments of the path, up to 127, and neither query nor fragment. Of each, the route counts that
    /// would be asked first, in the router or in its fallback. A URL that is redirected by a redirect is replaced by
    /// its target; an ancestor that is redirected is left out. No block, no guard and no handler is called.
    ///
    /// A text that begins with a slash is a path, as in ``open(path:extras:payload:following:fileID:line:)``.
    ///
    /// - Returns: The matches; none if the URL is invalid, begins with none of the origins, or leads in a circle.
    public func stack(to url: String) -> [RouteMatch] {
        var url = url
        for _ in 0...Journey.maximumHops {
            guard let last = firstMatch(of: url), let redirect = last.route.plan.redirect else {
                return ancestors(of: url) + [firstMatch(of: url)].compactMap(\.self)
            }
            guard let target = try? redirect.target(for: last), let next = try? following(target, seenFrom: last) else {
                return []
            }
            url = next
        }
        return []
    }

    /// The URL, or the path, that a redirect of a match leads to.
    private func following(_ target: String, seenFrom match: RouteMatch) throws(RouteURLError) -> String {
        if match.isPath { return try Addressing.checked(target) }
        return try addressing.url(of: target, seenFrom: match.address)
    }

    /// The matches of the ancestors of a URL that are no redirects.
    private func ancestors(of url: String) -> [RouteMatch] {
        let isPath = url.begins(with: "/")
        guard let address = try? isPath ? addressing.address(of: url) : URLText(url),
            let path = addressing.path(of: address)
        else { return [] }
        var matches: [RouteMatch] = []
        var ancestorPath = "/"
        for segment in path.segmentRanges.prefix(RoutePattern.maximumSegments) {
            // A slash at the end of a path is left out: such an ancestor is the one before.
            let isRepeated = ancestorPath != "/" && ancestorPath.utf8.last == UInt8(ascii: "/")
            if !isRepeated,
                let ancestor = isPath ? ancestorPath : try? addressing.url(of: ancestorPath, seenFrom: address)
            {
                matches += [firstMatch(of: ancestor)].compactMap(\.self)
            }
            ancestorPath +=
                (ancestorPath == "/" ? "" : "/") + path.text.part(from: segment.lowerBound, to: segment.upperBound)
        }
        return matches.filter { $0.route.redirect == nil }
    }

    /// The match of the route that would be asked first.
    private func firstMatch(of url: String) -> RouteMatch? {
        let request = OpenRequest(url: url, isPath: url.begins(with: "/"))
        guard let address = try? request.isPath ? addressing.address(of: url) : URLText(url),
            (try? addressing.check(address)) != nil
        else { return nil }
        return firstMatch(of: address, request)
    }

    private func firstMatch(of address: URLText, _ request: OpenRequest) -> RouteMatch? {
        let table = table
        guard let path = addressing.path(of: address), let hit = table.tree.best(path, of: address) else {
            return fallback?.firstMatch(of: address, request)
        }
        return RouteMatch(hit, in: table, path.text, of: address, request)
    }
}
