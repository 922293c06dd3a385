import Dispatchers

extension Router {
    /// Registers the routes of a module: all of them, or none when one is wrong.
    ///
    /// - Parameters:
    ///   - guards: Asked before the handlers, after the router's own.
    ///   - body: Adds the routes.
    /// - Returns: The group, by which the routes can be removed together.
    /// - Throws: Everything that is wrong with the routes.
    @discardableResult
    public func register(
        guards: [Guard] = [], _ body: (inout RouteBuilder) -> Void
    ) throws(RouteRegistrationError) -> RouteGroup {
        var builder = RouteBuilder(for: self, guards)
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
        try register { $0.mount(prefix, guards: guards, fileID: fileID, line: line, body) }
    }

    /// Registers one redirect; see ``RouteBuilder/redirect(_:to:priority:overriding:options:fileID:line:)``.
    ///
    /// - Returns: The group, by which the redirect can be removed.
    /// - Throws: Everything that is wrong with it.
    @discardableResult
    public func redirect(
        _ patterns: String..., to target: String, fileID: StaticString = #fileID, line: Int = #line
    ) throws(RouteRegistrationError) -> RouteGroup {
        try register { $0.addRedirects(patterns, to: target, at: SourceLocation(fileID: fileID, line: line)) }
    }

    /// Registers the routes of a list with handlers that are bound to them by name: all of them, or none.
    ///
    /// ```swift
    /// let list = try RouteList(json: #"{"origins": ["shop://"], "routes": [{"pattern": "/product/:id", "name": "product"}]}"#)
    /// let router = Router(origins: list.origins, host: list.host)
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
        var builder = RouteBuilder(for: self, guards, list: Dictionary(grouping: list.routes, by: \.name))
        if let other = addressing.difference(from: list) {
            builder.report(.init("The list is for \(other.printed), and the router is not.", pattern: "", at: location))
        }
        body(&builder)
        let names = Set(builder.routes.map(\.name))
        for route in list.routes where !names.contains(route.name) {
            let name = route.name.map { " of the name \($0.quoted)" } ?? ""
            let sentence = "No handler was bound to the route \(route.pattern.text.quoted)\(name)."
            builder.report(.init(sentence, pattern: route.pattern.text, at: location))
        }
        return try add(builder)
    }

    /// Makes a table of the old routes and the new ones, looks whether it is sound, and puts it in place.
    ///
    /// A pattern's types may be foreign code, so nothing is looked up under the lock; when the routes changed meanwhile, it
    /// begins again.
    private func add(_ builder: borrowing RouteBuilder) throws(RouteRegistrationError) -> RouteGroup {
        while true {
            let old = snapshot
            var table = old.table
            var problems = builder.problems + table.insertChecking(builder.routes)
            if problems.isEmpty { problems = redirectCycles(of: builder.routes, in: table) }
            guard problems.isEmpty else { throw RouteRegistrationError(problems) }
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

    /// Removes all routes for which a condition holds.
    ///
    /// ```swift
    /// router.remove { $0.pattern.text == "/product/:id" }
    /// ```
    ///
    /// Linear in the routes. The condition is asked again for all routes when another thread changes them meanwhile.
    ///
    /// - Returns: How many routes were removed.
    @discardableResult
    public func remove(where isRemoved: (RegisteredRoute) -> Bool) -> Int {
        while true {
            let old = snapshot
            let all = old.table.values.all
            let kept = all.filter { !isRemoved($0) }
            if kept.count == all.count { return 0 }
            let table = RouteTable(addressing, ignoringCase: old.table.index.isIgnoringCase, kept.map(\.entry))
            if replace(old, with: State(table, unmatched: old.unmatched)) { return all.count - kept.count }
        }
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
