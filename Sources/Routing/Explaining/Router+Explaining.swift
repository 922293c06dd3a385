import SignalboxCore

extension Router {
    /// Explains which route matches a URL first, or which routes nearly match, where they fail, and why.
    ///
    /// ```swift
    /// router.onUnmatched { miss in log("\(router.explain(miss.url))") }
    /// ```
    ///
    /// A string that begins with a slash is a path, as in ``open(path:extras:payload:following:fileID:line:)``. If no route
    /// matches, the fallback is asked, as in an opening. No guard and no handler is called. Linear in the number of routes.
    public func explain(_ url: String) -> RouteExplanation {
        do throws(URLTextError) {
            let address = try url.begins(with: "/") ? addressing.address(of: url) : URLText(url)
            if let address { try addressing.check(address) }
            return explain(url, at: address)
        } catch {
            return RouteExplanation(url, error)
        }
    }

    private func explain(_ url: String, at address: URLText?) -> RouteExplanation {
        let routers = Array(chain)
        let tables = routers.map(\.table)
        var explanation = RouteExplanation(url, at: address, in: tables.map(\.tree))
        guard let number = explanation.treeNumber, let route = explanation.route else { return explanation }
        let found = tables[number].values[route]
        explanation.fallback = number == 0 ? nil : routers[number]
        explanation.guards = found.guards.map(\.name)
        explanation.isOwnerReleased = found.isOwnerReleased
        explanation.blocks = allBlocks.map(\.location)
        return explanation
    }
}
