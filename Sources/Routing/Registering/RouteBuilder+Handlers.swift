import SignalboxCore

// A handler returns an optional of any type. The compiler finds the short forms of ``RouteReply``, such as `.declined`, in it, too.
// So one method for synchronous closures and one for asynchronous ones are enough, and a mistake in a closure is reported in its
// line. `withoutIsolation` removes the isolation of a closure: `RouteHandler` calls it where that isolation is current.

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
        let handle: @Sendable (RouteMatch) throws -> Result? = withoutIsolation(handler)
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
        let handle: @Sendable (Owner, RouteMatch) throws -> Result? = withoutIsolation(handler)
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
        let handle: @Sendable (Route, RouteMatch) throws -> Result? = withoutIsolation(handler)
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
        let handle: @Sendable (Owner, Route, RouteMatch) throws -> Result? = withoutIsolation(handler)
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

/// The handler of a route.
typealias RouteHandler = IsolatedHandler<RouteMatch, RouteReply>

/// The reply of a handler.
///
/// A handler that returns nothing, or any other value, has handled the URL; such a value is the value of the outcome.
/// So has one that returns `nil`. One that returns `false` declines, as ``declined`` does. To return `false` as the
/// value of a URL that was handled, reply ``value(_:)``.
///
/// A handler that returns a value of its own may throw a reply instead, also from a function that it calls:
///
/// ```swift
/// $0.on("/product/:id") { match in
///     guard let product = products[try match["id", as: Int.self]] else { throw RouteReply.declined }
///     return ProductScreen(product)
/// }
/// ```
public enum RouteReply: Error, Sendable {
    /// The URL is handled.
    case handled

    /// The URL is handled, with a value. For handlers that may also decline.
    case value(any Sendable)

    /// The handler does not handle the URL: the next route that matches is asked.
    case declined

    /// A target is opened instead, with the same extras and payload.
    case redirect(to: any RouteTarget)

    /// Creates the reply that the result of a handler means.
    init<Result: Sendable>(_ result: consuming Result?) {
        // A fast path for handlers without a result, since a cast is slow.
        guard Result.self != Void.self, let value = consume result else {
            self = .handled
            return
        }
        if let reply = value as? RouteReply {
            self = reply
        } else if value is Void {
            self = .handled
        } else {
            self = Self.isFalse(value) ? .declined : .value(value)
        }
    }

    /// Returns whether a value is a `Bool` that is `false`; a number of Foundation is none.
    private static func isFalse(_ value: any Sendable) -> Bool {
        value as? Bool == false && !(type(of: value) is AnyClass)
    }
}

/// The replies in their short form, in a closure whose result may be anything.
///
/// A closure that is given to `on` returns an optional of any type. This is how the compiler finds the type of
/// `.declined` in it.
extension RouteReply? {
    /// The URL is handled.
    public static var handled: RouteReply? { .some(RouteReply.handled) }

    /// The URL is handled with a value.
    public static func value(_ value: any Sendable) -> RouteReply? { .some(RouteReply.value(value)) }

    /// The handler does not handle the URL: the next route that matches is asked.
    public static var declined: RouteReply? { .some(RouteReply.declined) }

    /// A target is opened instead, with the same extras and payload.
    public static func redirect(to target: any RouteTarget) -> RouteReply? {
        .some(RouteReply.redirect(to: target))
    }
}
