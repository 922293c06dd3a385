import Dispatchers

// Which form a closure takes: the generic ones are favoured, so that a function which returns a reply is heard. They
// cannot give a type to a bare `.declined`, and leave such a closure to the forms that spell the type out.
extension RouteBuilder {
    /// Adds a route whose handler answers at once.
    ///
    /// It may decline by returning ``RouteReply/declined``; whatever else it returns is the value of
    /// the outcome.
    public mutating func on<Reply: Sendable>(
        _ patterns: String..., priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (RouteMatch) throws -> Reply
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let handler = IsolatedHandler(handler) { RouteReply($0) }
        add(patterns, priority, overriding, options, location, .synchronous(handler))
    }

    /// Adds a route whose handler answers at once and may decline.
    @_disfavoredOverload
    public mutating func on(
        _ patterns: String..., priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (RouteMatch) throws -> RouteReply
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        add(patterns, priority, overriding, options, location, .synchronous(IsolatedHandler(handler) { $0 }))
    }

    /// Adds a route whose handler is awaited.
    ///
    /// It may decline by returning ``RouteReply/declined``; whatever else it returns is the value of
    /// the outcome.
    public mutating func on<Reply: Sendable>(
        _ patterns: String..., priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (RouteMatch) async throws -> Reply
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        add(patterns, priority, overriding, options, location, .asynchronous { RouteReply(try await handler($0)) })
    }

    /// Adds a route whose handler is awaited and may decline.
    @_disfavoredOverload
    public mutating func on(
        _ patterns: String..., priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler:
            @escaping @isolated(any) @Sendable (RouteMatch) async throws -> RouteReply
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        add(patterns, priority, overriding, options, location, .asynchronous { try await handler($0) })
    }

    private mutating func add(
        _ patterns: [String], _ priority: Int, _ isOverriding: Bool, _ options: RouteOptions,
        _ location: SourceLocation, _ handler: RouteHandler
    ) {
        let plan = RoutePlan(
            options: options, priority: priority, isOverriding: isOverriding, location: location,
            action: .perform(handler))
        add(patterns, plan)
    }
}
