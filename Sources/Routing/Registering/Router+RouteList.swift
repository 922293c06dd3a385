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

/// The routes of a list by their names, and which of them a handler was bound to.
final class RouteListBinding {
    private let routes: [String: [RouteList.Route]]
    private var bound: Set<String> = []

    init(_ list: RouteList) {
        routes = Dictionary(grouping: list.routes.filter { $0.name != nil }) { $0.name ?? "" }
    }

    /// The routes of a name, which count as bound from now on.
    func routes(named name: String) -> [RouteList.Route] {
        bound.insert(name)
        return routes[name] ?? []
    }

    /// Whether nobody has asked for a route by its name.
    func isUnbound(_ route: RouteList.Route) -> Bool {
        route.name.map { !bound.contains($0) } ?? true
    }
}
