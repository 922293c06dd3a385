import Dispatchers

extension Router {
    /// Registers the routes of a list with handlers that are bound to them by name: all of them, or none.
    ///
    /// ```swift
    /// let list = try RouteList(json: #"{"origins": ["shop://"], "routes": [{"pattern": "/product/:id", "name": "product"}]}"#)
    /// let router = Router(for: list)
    /// try router.register(list) {
    ///     $0.on("product") { match in show(try match["id", as: Int.self]) }
    /// }
    /// ```
    ///
    /// Here `on` and `redirect` of the ``RouteBuilder`` take names instead of
    /// patterns; priority, schemes and metadata are the list's. Routes of one name share the handler. Every route
    /// without a handler, and every handler without a route, is an error.
    ///
    /// - Parameters:
    ///   - list: The routes; it has to be for the URLs that the router is for.
    ///   - guards: Asked before the handlers, after the router's own.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: Binds the handlers.
    /// - Returns: The group, by which the routes can be removed together.
    /// - Throws: Everything that is wrong with the routes.
    @discardableResult
    public func register(
        _ list: RouteList, guards: [Guard] = [], fileID: StaticString = #fileID, line: Int = #line,
        _ body: (inout RouteBuilder) -> Void
    ) throws(RouteRegistrationError) -> RouteGroup {
        let location = SourceLocation(fileID: fileID, line: line)
        let group = RouteGroup(prefix: "", at: location, in: nil)
        let binding = RouteListBinding(list)
        var builder = RouteBuilder(group: group, prefix: "", guards: self.guards + guards, types: types, list: binding)
        if let other = addressing.difference(from: list) {
            builder.report(.init(.otherOrigins, pattern: "", at: location, detail: other))
        }
        body(&builder)
        for route in list.routes where binding.isUnbound(route) {
            builder.report(.init(.missingHandler, pattern: route.pattern.text, at: location, name: route.name))
        }
        try add(builder.routes, problems: builder.problems)
        return group
    }
}

extension Addressing {
    /// What a list is for, unless it is the same or the list leaves it open.
    fileprivate func difference(from list: RouteList) -> String? {
        switch self {
        case .origins(let own):
            guard let origins = list.origins, origins != own.origins else { return nil }
            return origins.map(\.description).joined(separator: ", ")
        case .host(let own):
            if let origins = list.origins { return origins.map(\.description).joined(separator: ", ") }
            return list.host == own || list.host == .ignore ? nil : "URLs whose host means “\(list.host)”"
        }
    }
}
