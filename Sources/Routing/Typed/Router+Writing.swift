extension Router {
    /// The URL that is read as this value.
    ///
    /// Fields that are not in the path become items of the query in the order in which they are encoded; `nil` is left
    /// out, and a list becomes one item for each element. The sticky items follow, except those whose key the URL has
    /// already. Whether another route takes the URL first is not looked at.
    ///
    /// The URL is at the given origin, or else at the router's first one of the first scheme that the route allows.
    ///
    /// - Throws: The first field that cannot be written.
    public func url(
        for route: some TypedRoute, keeping sticky: [String: String] = [:], at origin: Origin? = nil
    ) throws(RouteURLError) -> String {
        try URLWriter(route, of: self).url(keeping: sticky, at: origin)
    }

    /// The URL of a pattern with these values; the pattern need not be registered.
    ///
    /// Values that are no parameters become items of the query, sorted by name. The sticky items follow, except those whose
    /// key the URL has already. The URL is at the given origin, or else at the router's first one.
    ///
    /// - Throws: The first value that is missing or cannot be written.
    public func url(
        for pattern: String, with values: [String: String] = [:], tail: [String] = [],
        keeping sticky: [String: String] = [:], at origin: Origin? = nil
    ) throws(RouteURLError) -> String {
        try URLWriter(pattern, values, tail, of: self).url(keeping: sticky, at: origin)
    }

    /// The path, with a query, that is read as this value when it is opened by
    /// ``open(path:extras:payload:sticky:following:fileID:line:)``.
    ///
    /// - Throws: The first field that cannot be written.
    public func path(
        for route: some TypedRoute, keeping sticky: [String: String] = [:]
    ) throws(RouteURLError) -> String {
        try URLWriter(route, of: self).path(keeping: sticky)
    }

    /// The path, with a query, of a pattern with these values; the pattern need not be registered.
    ///
    /// Also the way to name the place of a redirect, `.redirect(to: try router.path(for: "/user/:id", with: ["id": id]))`.
    ///
    /// - Throws: The first value that is missing or cannot be written.
    public func path(
        for pattern: String, with values: [String: String] = [:], tail: [String] = [],
        keeping sticky: [String: String] = [:]
    ) throws(RouteURLError) -> String {
        try URLWriter(pattern, values, tail, of: self).path(keeping: sticky)
    }
}
