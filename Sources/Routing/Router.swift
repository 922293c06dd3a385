import Dispatchers

/// Opens places that are named by URLs.
///
/// ```swift
/// let router = Router(origins: ["shop://", "https://shop.example"])
/// try router.register { $0.on("/product/:id") { match in show(try match["id", as: Int.self]) } }
/// let outcome = await router.open("shop://product/42", extras: ["source": "push"])
/// ```
///
/// Routes stay until they are removed. Any thread may register, remove and open at any time, also from inside a handler;
/// an opening works on the routes as they were when it began. No handler runs while a lock is held.
public final class Router: Sendable {
    struct State: Sendable {
        var table = RouteTable<RegisteredRoute>([])
        var unmatched: IsolatedHandler<RouteMiss, Void>?
    }

    let addressing: Addressing
    let state = Protected(State())

    private let guards: [Guard]

    /// Makes a router for the URLs that begin with one of the origins.
    public init(origins: [Origin], guards: [Guard] = []) {
        addressing = .origins(origins)
        self.guards = guards
    }

    /// Makes a router for all URLs, whatever their scheme.
    public init(host: HostRule = .ignore, guards: [Guard] = []) {
        addressing = .host(host)
        self.guards = guards
    }

    /// The routes as a table, which prints itself as a tree: a snapshot.
    public var table: RouteTable<RegisteredRoute> { state.withLock { $0.table } }

    /// The routes in the order of their registration: a snapshot.
    public var routes: [RegisteredRoute] { table.routes.map(\.value) }

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
    @discardableResult
    public func mount(
        _ prefix: String, guards: [Guard] = [], fileID: StaticString = #fileID, line: Int = #line,
        _ body: (inout RouteBuilder) -> Void
    ) throws(RouteRegistrationError) -> RouteGroup {
        let location = SourceLocation(fileID: fileID, line: line)
        let root = RouteGroup(prefix: "", at: location, in: nil)
        var builder = RouteBuilder(group: root, prefix: "", guards: self.guards)
        let group = builder.mount(prefix, guards: guards, fileID: fileID, line: line, body)
        let routes = builder.routes
        let problems = builder.problems + RouteBuilder.duplicates(among: routes)
        let duplicates = state.withLock { state in
            let duplicates = state.table.duplicates(of: routes)
            guard problems.isEmpty, duplicates.isEmpty else { return duplicates }
            for route in routes { state.table.insert(route) }
            return []
        }
        guard problems.isEmpty, duplicates.isEmpty else {
            throw RouteRegistrationError(problems: problems + duplicates)
        }
        return group
    }

    /// Sets who is told of URLs that no handler dealt with, in place of the one before.
    ///
    /// It runs where it was written, after the last handler declined. Dry runs do not call it.
    public func onUnmatched(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (RouteMiss) -> Void
    ) {
        let handler = IsolatedHandler(handler) { $0 }
        let old = state.withLock { state in
            defer { state.unmatched = handler }
            return state.unmatched
        }
        withExtendedLifetime(old) {}
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
        guard let pattern = try? RoutePattern(pattern) else { return 0 }
        return remove { $0.pattern == pattern }
    }

    /// Linear in the routes.
    ///
    /// The old table is released outside of the lock, since handlers go with it.
    private func remove(where isDoomed: @Sendable (RegisteredRoute) -> Bool) -> Int {
        let old = state.withLock { state in
            let old = state.table
            let kept = old.routes.filter { !isDoomed($0.value) }
            if kept.count < old.routes.count { state.table = RouteTable(kept) }
            return (table: old, removed: old.routes.count - kept.count)
        }
        return old.removed
    }
}
