import Dispatchers

// The same four forms as for patterns, for the same reasons.
extension RouteBuilder {
    /// Adds a typed route whose handler answers at once.
    ///
    /// A URL that fits the pattern and cannot be read as a value of the type is not this route's: it declines.
    public mutating func on<Route: TypedRoute, Reply: Sendable>(
        _ type: Route.Type, priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (Route) throws -> Reply
    ) {
        let handler = IsolatedHandler(handler, reading: Route.init(match:)) { RouteReply($0) }
        add(type, priority, overriding, options, SourceLocation(fileID: fileID, line: line), .synchronous(handler))
    }

    /// Adds a typed route whose handler answers at once and may decline.
    @_disfavoredOverload
    public mutating func on<Route: TypedRoute>(
        _ type: Route.Type, priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (Route) throws -> RouteReply
    ) {
        let handler = IsolatedHandler(handler, reading: Route.init(match:)) { $0 }
        add(type, priority, overriding, options, SourceLocation(fileID: fileID, line: line), .synchronous(handler))
    }

    /// Adds a typed route whose handler is awaited.
    ///
    /// A URL that fits the pattern and cannot be read as a value of the type is not this route's: it declines.
    public mutating func on<Route: TypedRoute, Reply: Sendable>(
        _ type: Route.Type, priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (Route) async throws -> Reply
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        add(
            type, priority, overriding, options, location,
            .asynchronous { RouteReply(try await handler(Route(match: $0))) })
    }

    /// Adds a typed route whose handler is awaited and may decline.
    @_disfavoredOverload
    public mutating func on<Route: TypedRoute>(
        _ type: Route.Type, priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (Route) async throws -> RouteReply
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        add(type, priority, overriding, options, location, .asynchronous { try await handler(Route(match: $0)) })
    }

    private mutating func add(
        _ type: any TypedRoute.Type, _ priority: Int, _ isOverriding: Bool, _ options: RouteOptions,
        _ location: SourceLocation, _ handler: RouteHandler
    ) {
        let plan = RoutePlan(
            options: options, priority: priority, isOverriding: isOverriding, location: location,
            action: .perform(handler), type: ObjectIdentifier(type))
        guard let pattern = parse(whole(type.pattern), at: location) else { return }
        do throws(RouteProbe.Failure) {
            for problem in try RouteProbe(type, pattern).problems(of: type, at: plan) { report(problem) }
        } catch {
            let reason = error.isConflict ? Problem.Reason.conflictingTypes : .unsupportedField
            report(Problem(reason, pattern: pattern.text, at: location, name: error.field, detail: error.detail))
        }
        add(pattern, plan)
    }

    private typealias Problem = RouteRegistrationError.Problem
}

extension TypedRoute {
    fileprivate init(match: RouteMatch) throws {
        do throws(RouteValueError) {
            self = try match.decode(Self.self)
        } catch {
            throw UnreadableRoute(reason: error)
        }
    }
}
