public import SignalboxCore

// The files of this folder:
//
// - `Router+Registering`: how routes are checked, added and removed.
// - `RouteBuilder`: how patterns and plans become routes. `RouteBuilder+Handlers`: which forms a handler has.
// - `RegisteredRoute`: what a route is. `Guard`: what decides before a handler.

extension Router {
    /// Registers the routes of a module: all of them, or none if there is an error.
    ///
    /// - Parameters:
    ///   - guards: The guards that run before the handlers, after those of the router.
    ///   - body: Adds the routes.
    /// - Returns: The group, with which the routes can be removed.
    /// - Throws: All problems of the routes.
    @discardableResult
    public func register(
        guards: [Guard] = [], _ body: (inout RouteBuilder) -> Void
    ) throws(RouteRegistrationError) -> RouteGroup {
        var builder = RouteBuilder(for: self, guards)
        body(&builder)
        return try add(builder)
    }

    /// Registers the routes of a module under a prefix: all of them, or none if there is an error.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of all patterns; it may have parameters.
    ///   - guards: The guards that run before the handlers, after those of the router.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: Adds the routes.
    /// - Returns: The group, with which the routes can be removed.
    /// - Throws: All problems of the routes.
    @discardableResult
    public func mount(
        _ prefix: String, guards: [Guard] = [], fileID: StaticString = #fileID, line: Int = #line,
        _ body: (inout RouteBuilder) -> Void
    ) throws(RouteRegistrationError) -> RouteGroup {
        try register { $0.mount(prefix, guards: guards, fileID: fileID, line: line, body) }
    }

    /// Registers a redirect; see ``RouteBuilder/redirect(_:to:priority:overriding:options:fileID:line:)``.
    ///
    /// - Returns: The group, with which the redirect can be removed.
    /// - Throws: All problems of the redirect.
    @discardableResult
    public func redirect(
        _ pattern: String, to target: String, fileID: StaticString = #fileID, line: Int = #line
    ) throws(RouteRegistrationError) -> RouteGroup {
        try register { $0.redirect(pattern, to: target, fileID: fileID, line: line) }
    }

    /// Registers the routes of a list with handlers that are bound to them by name: all of them, or none.
    ///
    /// ```swift
    /// // {"origins": ["shop://"], "routes": [{"pattern": "/product/:id", "name": "product"}]}
    /// let list = try RouteList(json: try Data(contentsOf: file))
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
    ///   - list: The routes; its origins and host rule must be those of the router.
    ///   - guards: The guards that run before the handlers, after those of the router.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: Binds the handlers.
    /// - Returns: The group, with which the routes can be removed.
    /// - Throws: All problems of the routes.
    @discardableResult
    public func register(
        _ list: RouteList, guards: [Guard] = [], fileID: StaticString = #fileID, line: Int = #line,
        _ body: (inout RouteBuilder) -> Void
    ) throws(RouteRegistrationError) -> RouteGroup {
        let location = SourceLocation(fileID: fileID, line: line)
        var named: [Bytes: [RouteList.Route]] = [:]
        for route in list.routes {
            if let name = route.options.name { named[name.bytes, default: []].append(route) }
        }
        var builder = RouteBuilder(for: self, guards, list: named)
        if ![addressing, .host(.ignore)].contains(list.addressing) {
            builder.report("The list is for \(list.addressing), and the router for \(addressing).", at: location)
        }
        body(&builder)
        let bound = Set(builder.routes.compactMap(\.options.name?.bytes))
        for route in list.routes where !(route.options.name.map { bound.contains($0.bytes) } ?? false) {
            let name = route.options.name.map { " of the name \($0.quoted)" } ?? ""
            builder.report("No handler was bound to the route \(route.pattern.text.quoted)\(name).", at: location)
        }
        return try add(builder)
    }

    /// Adds routes, if there are no problems with them; routes may be in conflict if the later one is overriding.
    ///
    /// A pattern's types may be foreign code, so conflicts are not looked for under the lock; when the routes changed
    /// meanwhile, it begins again. Routes of released owners make room.
    private func add(_ builder: borrowing RouteBuilder) throws(RouteRegistrationError) -> RouteGroup {
        let new = builder.routes
        if new.contains(where: { $0.plan.owner != nil }) { sweepIfDue() }
        while true {
            var (index, time) = takeConflicts()
            let conflicts = Self.conflicts(of: new, in: &index)
            guard builder.problems.isEmpty, conflicts.isEmpty, index.isComplete else {
                if !conflicts.isEmpty, removeRoutesOfReleasedOwners() > 0 { continue }
                let (all, now) = withState { ($0.routes + new, $0.changeCount) }
                guard now == time else { continue }
                guard builder.problems.isEmpty || !conflicts.isEmpty else {
                    throw RouteRegistrationError(builder.problems)
                }
                throw RouteRegistrationError(builder.problems + Self.problems(of: new, conflicts, among: all))
            }
            let isDone = change(after: time) { state in
                // For a small router, making the index again takes no longer than this registration.
                state.conflicts = new.count < state.routes.count ? KnownConflicts(index) : nil
                state.routes += new
            }
            if isDone { return builder.scope.group }
        }
    }

    /// Removes routes that only decline any more, so that a screen that is created again can register again.
    private func removeRoutesOfReleasedOwners() -> Int { remove(where: \.isOwnerReleased) }

    /// Removes the routes of released owners if the router has twice as many routes as after the last time.
    ///
    /// All routes are visited, so registering routes of owners one by one would be quadratic without a threshold.
    private func sweepIfDue() {
        guard withState({ $0.routes.count >= $0.sweepThreshold }) else { return }
        _ = removeRoutesOfReleasedOwners()
        withState { $0.sweepThreshold = max(16, $0.routes.count * 2) }
    }

    /// Adds routes to an index, and returns the conflicts of those that are not overriding.
    private static func conflicts(of new: [RegisteredRoute], in index: inout ConflictIndex) -> [RouteConflict] {
        index.steps = 0
        var conflicts: [RouteConflict] = []
        for route in new where conflicts.count <= RouteRegistrationError.maximumProblems {
            let found = index.add(route.record)
            if !route.plan.isOverriding { conflicts += found }
        }
        return conflicts
    }

    /// Returns a problem for each conflict, or one problem if the index could not compare all routes.
    private static func problems(
        of new: [RegisteredRoute], _ conflicts: [RouteConflict], among all: [RegisteredRoute]
    ) -> [RouteRegistrationError.Problem] {
        if conflicts.isEmpty, let first = new.first {
            let sentence =
                "The routes from \(first.pattern.text.quoted) on are too much alike to be compared in reasonable time."
            return [.init(sentence, at: first.location)]
        }
        return conflicts.map { conflict in
            let first = all[conflict.first.index]
            let second = all[conflict.second.index]
            return .init(sentence(about: conflict, with: first), at: second.location, other: first)
        }
    }

    private static func sentence(about conflict: RouteConflict, with first: RegisteredRoute) -> String {
        let start = "\(conflict) The other route is at \(first.location)."
        guard conflict.kind == .unreachable else { return "\(start) Say `overriding: true` if that is meant." }
        let covering = conflict.covering.pattern.text.quoted
        let covered = conflict.covered.pattern.text.quoted
        return "\(start) If \(covering) may decline, and \(covered) is to follow, say `overriding: true`."
    }
}

extension Router {
    /// Returns the conflict index of the routes, and the number of changes by then.
    ///
    /// The router no longer refers to the index, so changing it does not copy it.
    private func takeConflicts() -> (ConflictIndex, Int) {
        let (taken, known, time) = withState { state in
            defer { state.conflicts = nil }
            return (state.conflicts, state.routes, state.changeCount)
        }
        if let taken { return (taken.index, time) }
        return (ConflictIndex(addressing, isIgnoringCase: isIgnoringCase, known.map(\.record)), time)
    }

    /// Removes the routes of a group and of all groups that were mounted inside it.
    ///
    /// - Returns: The number of routes that were removed.
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
    /// Linear in the routes. If another thread changes the routes meanwhile, the condition is checked again for all
    /// routes.
    ///
    /// - Returns: The number of routes that were removed.
    @discardableResult
    public func remove(where isRemoved: (RegisteredRoute) -> Bool) -> Int {
        while true {
            let (all, time) = withState { ($0.routes, $0.changeCount) }
            let kept = all.filter { !isRemoved($0) }
            if kept.count == all.count { return 0 }
            let isDone = change(after: time) { state in
                state.routes = kept
                state.conflicts = nil
            }
            if isDone { return all.count - kept.count }
        }
    }
}

/// An error with all problems of the routes of one registration.
///
/// No route of the registration was added.
public struct RouteRegistrationError: Error, Sendable {
    /// The most problems that one error lists.
    static let maximumProblems = 100

    /// The problems in the order of the routes, at most the first hundred.
    public let problems: [Problem]

    init(_ problems: [Problem]) {
        self.problems = Array(problems.prefix(Self.maximumProblems))
    }
}

extension RouteRegistrationError: CustomStringConvertible {
    /// The problems, one per line.
    public var description: String {
        let rest = problems.count < Self.maximumProblems ? [] : ["There may be more problems."]
        return (problems.map(\.description) + rest).joined(separator: "\n")
    }
}

extension RouteRegistrationError {
    /// A problem of a route.
    public struct Problem: Sendable, CustomStringConvertible {
        /// The source location of the route.
        public let location: SourceLocation

        /// The other route of a conflict.
        public let other: RegisteredRoute?

        /// The source location and the problem.
        public let description: String

        init(_ sentence: String, at location: SourceLocation, other: RegisteredRoute? = nil) {
            self.location = location
            self.other = other
            description = "\(location): \(sentence)"
        }
    }
}
