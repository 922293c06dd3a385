import SignalboxCore

// A handler returns an optional of any type. The compiler finds the short forms of ``RouteReply``, such as `.declined`, in it, too.
// So one method for synchronous closures and one for asynchronous ones are enough, and a mistake in a closure is reported in its
// line. `plain` removes the isolation of a closure: `RouteHandler` calls it where that isolation is current.

/// Routes with a pattern.
extension RouteBuilder {
    /// Adds a route with a synchronous handler.
    ///
    /// The handler may decline by returning ``RouteReply/declined`` or `false`; any other result is the value of the
    /// outcome. The guards are asked after those of the group.
    public mutating func on<Result: Sendable>(
        _ patterns: String..., guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (RouteMatch) throws -> Result?
    ) {
        let handle: @Sendable (RouteMatch) throws -> Result? = plain(handler)
        let reply = RouteHandler.synchronous(on: handler.isolation) { match in
            RouteReply(try handle(match))
        }
        add(patterns, RoutePlan(reply, guards, priority, overriding, options, fileID, line))
    }

    /// Adds a route with an asynchronous handler.
    ///
    /// The handler may decline by returning ``RouteReply/declined`` or `false`; any other result is the value of the
    /// outcome. The guards are asked after those of the group.
    public mutating func on<Result: Sendable>(
        _ patterns: String..., guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (RouteMatch) async throws -> Result?
    ) {
        let reply = RouteHandler.asynchronous(on: handler.isolation) { match in
            RouteReply(try await handler(match))
        }
        add(patterns, RoutePlan(reply, guards, priority, overriding, options, fileID, line))
    }

    /// Adds a route with a synchronous handler that has an owner.
    ///
    /// The router does not retain the owner, except while the handler runs. The route declines once the owner is
    /// released.
    public mutating func on<Owner: AnyObject & Sendable, Result: Sendable>(
        _ patterns: String..., by owner: Owner, guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (Owner, RouteMatch) throws -> Result?
    ) {
        let handle: @Sendable (Owner, RouteMatch) throws -> Result? = plain(handler)
        let reply = RouteHandler.synchronous(on: handler.isolation) { [weak owner] match in
            try owner.map { RouteReply(try handle($0, match)) } ?? .declined
        }
        add(patterns, RoutePlan(reply, guards, priority, overriding, options, fileID, line, by: owner))
    }

    /// Adds a route with an asynchronous handler that has an owner.
    ///
    /// The router does not retain the owner, except while the handler runs. The route declines once the owner is
    /// released.
    public mutating func on<Owner: AnyObject & Sendable, Result: Sendable>(
        _ patterns: String..., by owner: Owner, guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler:
            @escaping @isolated(any) @Sendable (Owner, RouteMatch) async throws -> Result?
    ) {
        let reply = RouteHandler.asynchronous(on: handler.isolation) { [weak owner] match in
            guard let owner else { return .declined }
            return RouteReply(try await handler(owner, match))
        }
        add(patterns, RoutePlan(reply, guards, priority, overriding, options, fileID, line, by: owner))
    }
}

/// Routes with a type. A URL that matches the pattern and cannot be read as a value of the type is not for them.
extension RouteBuilder {
    /// Adds a typed route with a synchronous handler.
    ///
    /// The route declines a URL that matches the pattern and cannot be read as a value of the type.
    public mutating func on<Route: TypedRoute, Result: Sendable>(
        _ type: Route.Type, guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (Route, RouteMatch) throws -> Result?
    ) {
        let handle: @Sendable (Route, RouteMatch) throws -> Result? = plain(handler)
        let reply = RouteHandler.synchronous(on: handler.isolation) { match in
            RouteReply(try handle(Route(match: match), match))
        }
        add(type, RoutePlan(reply, guards, priority, overriding, options, fileID, line))
    }

    /// Adds a typed route with an asynchronous handler.
    ///
    /// The route declines a URL that matches the pattern and cannot be read as a value of the type.
    public mutating func on<Route: TypedRoute, Result: Sendable>(
        _ type: Route.Type, guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler:
            @escaping @isolated(any) @Sendable (Route, RouteMatch) async throws -> Result?
    ) {
        let reply = RouteHandler.asynchronous(on: handler.isolation) { match in
            let route = try Route(match: match)
            return RouteReply(try await handler(route, match))
        }
        add(type, RoutePlan(reply, guards, priority, overriding, options, fileID, line))
    }

    /// Adds a typed route with a synchronous handler that has an owner.
    ///
    /// The router does not keep the owner. Once it is released, the route declines, as it does for a URL that cannot be
    /// read as a value of the type. The owner is held while the handler runs.
    public mutating func on<Route: TypedRoute, Owner: AnyObject & Sendable, Result: Sendable>(
        _ type: Route.Type, by owner: Owner, guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler:
            @escaping @isolated(any) @Sendable (Owner, Route, RouteMatch) throws -> Result?
    ) {
        let handle: @Sendable (Owner, Route, RouteMatch) throws -> Result? = plain(handler)
        let reply = RouteHandler.synchronous(on: handler.isolation) { [weak owner] match in
            try owner.map { RouteReply(try handle($0, Route(match: match), match)) } ?? .declined
        }
        add(type, RoutePlan(reply, guards, priority, overriding, options, fileID, line, by: owner))
    }

    /// Adds a typed route with an asynchronous handler that has an owner.
    ///
    /// The router does not keep the owner. Once it is released, the route declines, as it does for a URL that cannot be
    /// read as a value of the type. The owner is held while the handler runs.
    public mutating func on<Route: TypedRoute, Owner: AnyObject & Sendable, Result: Sendable>(
        _ type: Route.Type, by owner: Owner, guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler:
            @escaping @isolated(any) @Sendable (Owner, Route, RouteMatch) async throws -> Result?
    ) {
        let reply = RouteHandler.asynchronous(on: handler.isolation) { [weak owner] match in
            guard let owner else { return .declined }
            let route = try Route(match: match)
            return RouteReply(try await handler(owner, route, match))
        }
        add(type, RoutePlan(reply, guards, priority, overriding, options, fileID, line, by: owner))
    }
}
