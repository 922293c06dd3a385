import Dispatchers

// The result of a handler is an optional of any type, in which the short forms of ``RouteReply`` are found, too. So one form
// for synchronous and one for asynchronous closures are enough, and the compiler reports a mistake in a closure at its place.
extension RouteBuilder {
    /// Adds a route whose handler is called at once.
    ///
    /// It may decline by returning ``RouteReply/declined``; any other result is the value of the outcome. The guards are asked
    /// after those of the group.
    public mutating func on<Result: Sendable>(
        _ patterns: String..., guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (RouteMatch) throws -> Result?
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let handler = RouteHandler(handler) { RouteReply($0) }
        add(patterns, handler, guards, priority, overriding, options, location)
    }

    /// Adds a route whose handler is awaited.
    ///
    /// It may decline by returning ``RouteReply/declined``; any other result is the value of the outcome. The guards are asked
    /// after those of the group.
    public mutating func on<Result: Sendable>(
        _ patterns: String..., guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (RouteMatch) async throws -> Result?
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let handler = RouteHandler { RouteReply(try await handler($0)) }
        add(patterns, handler, guards, priority, overriding, options, location)
    }

    /// Adds a route whose handler belongs to an object and is called at once.
    ///
    /// The router does not keep the owner. Once it is gone, the route declines. The owner is held while the handler runs.
    public mutating func on<Owner: AnyObject & Sendable, Result: Sendable>(
        _ patterns: String..., by owner: Owner, guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (Owner, RouteMatch) throws -> Result?
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let handler = RouteHandler(handler) { [weak owner] _ in owner }
        add(patterns, handler, guards, priority, overriding, options, location)
    }

    /// Adds a route whose handler belongs to an object and is awaited.
    ///
    /// The router does not keep the owner. Once it is gone, the route declines. The owner is held while the handler runs.
    public mutating func on<Owner: AnyObject & Sendable, Result: Sendable>(
        _ patterns: String..., by owner: Owner, guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler:
            @escaping @isolated(any) @Sendable (Owner, RouteMatch) async throws -> Result?
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let handler = RouteHandler(awaiting: handler) { [weak owner] _ in owner }
        add(patterns, handler, guards, priority, overriding, options, location)
    }

    mutating func add(
        _ patterns: [String], _ handler: RouteHandler, _ guards: [Guard], _ priority: Int, _ isOverriding: Bool,
        _ options: RouteOptions, _ location: SourceLocation
    ) {
        let plan = RoutePlan(
            options: options, priority: priority, isOverriding: isOverriding, location: location,
            action: .perform(handler), guards: guards)
        add(patterns, plan)
    }
}
