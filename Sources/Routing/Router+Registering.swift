import Dispatchers

extension Router {
    /// Registers the routes of a module: all of them, or none when one is wrong.
    ///
    /// - Parameters:
    ///   - guards: Asked before the handlers, after the router's own.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: Adds the routes.
    /// - Returns: The group, by which the routes can be removed together.
    /// - Throws: Everything that is wrong with the routes.
    @discardableResult
    public func register(
        guards: [Guard] = [], fileID: StaticString = #fileID, line: Int = #line, _ body: (inout RouteBuilder) -> Void
    ) throws(RouteRegistrationError) -> RouteGroup {
        let location = SourceLocation(fileID: fileID, line: line)
        var builder = RouteBuilder(for: self, guards, at: location)
        body(&builder)
        return try add(builder)
    }

    /// Registers the routes of a module under a prefix: all of them, or none when one is wrong.
    ///
    /// - Parameters:
    ///   - prefix: What all their patterns begin with; it may have parameters.
    ///   - guards: Asked before the handlers, after the router's own.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: Adds the routes.
    /// - Returns: The group, by which the routes can be removed together.
    /// - Throws: Everything that is wrong with the routes.
    @discardableResult
    public func mount(
        _ prefix: String, guards: [Guard] = [], fileID: StaticString = #fileID, line: Int = #line,
        _ body: (inout RouteBuilder) -> Void
    ) throws(RouteRegistrationError) -> RouteGroup {
        var builder = RouteBuilder(for: self, at: SourceLocation(fileID: fileID, line: line))
        let group = builder.mount(prefix, guards: guards, fileID: fileID, line: line, body)
        try add(builder)
        return group
    }

    /// Registers one redirect; see ``RouteBuilder/redirect(_:to:priority:overriding:options:fileID:line:)``.
    ///
    /// - Returns: The group, by which the redirect can be removed.
    /// - Throws: Everything that is wrong with it.
    @discardableResult
    public func redirect(
        _ patterns: String..., to target: String, fileID: StaticString = #fileID, line: Int = #line
    ) throws(RouteRegistrationError) -> RouteGroup {
        let location = SourceLocation(fileID: fileID, line: line)
        var builder = RouteBuilder(for: self, at: location)
        builder.addRedirects(patterns, to: target, location)
        return try add(builder)
    }

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
        let binding = RouteListBinding(list)
        var builder = RouteBuilder(for: self, guards, at: location, list: binding)
        if let other = addressing.difference(from: list) {
            builder.report(.init(.otherOrigins, pattern: "", at: location, detail: other))
        }
        body(&builder)
        for route in binding.unboundRoutes {
            builder.report(.init(.missingHandler, pattern: route.pattern.text, at: location, name: route.name))
        }
        return try add(builder)
    }

    /// Makes a table of the old routes and the new ones, looks whether it is sound, and puts it in place.
    ///
    /// A pattern's types may be foreign code, so nothing is looked up under the lock; when the routes changed meanwhile, it
    /// begins again.
    @discardableResult
    private func add(_ builder: borrowing RouteBuilder) throws(RouteRegistrationError) -> RouteGroup {
        let routes = builder.routes.map { RouteTable.Route($0) }
        while true {
            let old = snapshot
            var table = old.table
            let problems = builder.problems + table.insertChecking(routes)
            guard problems.isEmpty else { throw RouteRegistrationError(problems) }
            // The first lookup is linear in the routes, which is not worth while for each of many.
            if builder.routes.contains(where: { $0.redirect != nil }) {
                let cycles = redirectCycles(of: builder.routes, in: table)
                guard cycles.isEmpty else { throw RouteRegistrationError(cycles) }
            }
            if replace(old, with: State(table, unmatched: old.unmatched)) { return builder.group }
        }
    }
}

extension Router {
    /// Removes the routes of a group and of all groups that were mounted inside of it.
    ///
    /// - Returns: How many routes were removed.
    @discardableResult
    public func remove(_ group: RouteGroup) -> Int {
        remove { $0.group.isWithin(group) }
    }

    /// Removes all routes of a pattern, which is written whole, with the prefixes of groups.
    ///
    /// - Returns: How many routes were removed.
    @discardableResult
    public func remove(_ pattern: String) -> Int {
        guard let pattern = try? RoutePattern(pattern, types: types) else { return 0 }
        return remove { $0.pattern == pattern }
    }

    /// Removes one route, and no other of its pattern.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    public func remove(_ route: RegisteredRoute) -> Bool {
        remove { $0.id == route.id } > 0
    }

    /// Linear in the routes.
    private func remove(where isDoomed: (RegisteredRoute) -> Bool) -> Int {
        while true {
            let old = snapshot
            let all = old.table.routes
            var kept: [RouteTable<RegisteredRoute>.Route] = []
            for route in all where !isDoomed(route.value) { kept.append(route) }
            if kept.count == all.count || replace(old, keeping: kept) { return all.count - kept.count }
        }
    }

    private func replace(_ old: State, keeping routes: [RouteTable<RegisteredRoute>.Route]) -> Bool {
        let table = RouteTable(addressing, ignoringCase: old.table.index.isIgnoringCase, routes)
        return replace(old, with: State(table, unmatched: old.unmatched))
    }
}

extension Addressing {
    /// What a list is for, unless it is the same or the list leaves it open.
    fileprivate func difference(from list: RouteList) -> String? {
        if let origins = list.origins {
            if case .origins(let own) = self, own.origins == origins { return nil }
            return origins.map(\.description).joined(separator: ", ")
        }
        guard case .host(let own) = self, list.host != own, list.host != .ignore else { return nil }
        return "URLs whose host means “\(list.host)”"
    }
}

/// The routes of a list by their names, and which names a handler was bound to.
final class RouteListBinding {
    private let list: RouteList
    private let byName: [String?: [RouteList.Route]]
    private var boundNames: Set<String?> = []

    init(_ list: RouteList) {
        self.list = list
        byName = Dictionary(grouping: list.routes, by: \.name)
    }

    /// The routes of a name, which counts as bound from now on.
    func routes(named name: String) -> [RouteList.Route] {
        boundNames.insert(name)
        return byName[name] ?? []
    }

    /// The routes without a handler.
    var unboundRoutes: [RouteList.Route] { list.routes.filter { !boundNames.contains($0.name) } }
}
