extension Router {
    /// Says which route takes a URL first, or which nearly do, where they fail and why.
    ///
    /// ```swift
    /// router.onUnmatched { miss in log("\(router.explain(miss.url))") }
    /// ```
    ///
    /// Nobody is asked, and a fallback plays no part. Linear in the routes.
    public func explain(_ url: String) -> RouteExplanation {
        table.explain(url)
    }
}
