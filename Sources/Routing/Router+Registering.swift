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
        try mount("", guards: guards, fileID: fileID, line: line, body)
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
    @inline(never)
    @discardableResult
    public func mount(
        _ prefix: String, guards: [Guard] = [], fileID: StaticString = #fileID, line: Int = #line,
        _ body: (inout RouteBuilder) -> Void
    ) throws(RouteRegistrationError) -> RouteGroup {
        let root = RouteGroup(prefix: "", at: SourceLocation(fileID: fileID, line: line), in: nil)
        var builder = RouteBuilder(group: root, prefix: "", guards: self.guards, types: types)
        let group = builder.mount(prefix, guards: guards, fileID: fileID, line: line, body)
        try add(builder.routes, problems: builder.problems)
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
        try register(fileID: fileID, line: line) { routes in
            for pattern in patterns { routes.redirect(pattern, to: target, fileID: fileID, line: line) }
        }
    }

    /// Makes a table of the old routes and the new ones, looks whether it is sound, and puts it in place.
    ///
    /// A pattern's types may belong to somebody else, so that nothing is looked up under the lock; when the routes changed
    /// meanwhile, it begins again.
    func add(
        _ routes: [RegisteredRoute], problems: [RouteRegistrationError.Problem]
    ) throws(RouteRegistrationError) {
        while true {
            let old = state.withLock { $0 }
            var new = old
            var problems = problems + old.table.problems(adding: routes)
            new.add(routes)
            if problems.isEmpty { problems = redirectCycles(of: routes, in: new.table) }
            guard problems.isEmpty else { throw RouteRegistrationError(problems: problems) }
            if replace(old, with: new) { return }
        }
    }

    func replace(_ old: State, with new: State) -> Bool {
        state.withLock { state in
            guard state.version == old.version else { return false }
            state.version += 1
            state.table = new.table
            state.types = new.types
            return true
        }
    }
}

extension Router.State {
    /// Adds routes; of several that are opened with one type, the first is the one that URLs are written for.
    mutating func add(_ routes: [RegisteredRoute]) {
        table.insert(routes)
        for route in routes { note(route) }
    }

    /// Notes which type a route is opened with.
    mutating func note(_ route: RegisteredRoute) {
        if let type = route.type, types[type] == nil { types[type] = route }
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
    ///
    /// The old table is released outside of the lock, since handlers go with it.
    private func remove(where isDoomed: (RegisteredRoute) -> Bool) -> Int {
        while true {
            let old = state.withLock { $0 }
            let kept = old.table.routes.filter { !isDoomed($0.value) }
            let removed = old.table.routes.count - kept.count
            if removed == 0 || replace(old, keeping: kept) { return removed }
        }
    }

    @inline(never)
    private func replace(_ old: State, keeping routes: [RouteTable<RegisteredRoute>.Route]) -> Bool {
        var new = State(table: RouteTable(addressing, ignoringCase: old.table.tree.isIgnoringCase, routes))
        for route in routes { new.note(route.value) }
        return replace(old, with: new)
    }
}
