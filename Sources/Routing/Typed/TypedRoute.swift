import Dispatchers

/// A place of the app as a type: its pattern, and a field for each value.
///
/// ```swift
/// struct ProductRoute: TypedRoute {
///     static let pattern = "/product/:id"
///     let id: Int
///     var tab: Tab?  // enum Tab: String, CaseIterable, Codable
/// }
/// try router.register { $0.on(ProductRoute.self) { route, match in show(route.id) } }
/// try router.url(for: ProductRoute(id: 42, tab: .reviews))  // shop://product/42?tab=reviews
/// ```
///
/// A parameter of the path is a field of its name, and an optional field if it is in a group. A field that is not
/// in the path is an item of the query, and so it is optional or a list, unless the pattern requires the item. A list
/// may also be the tail. What a field can be says ``RouteMatch/decode(_:)``.
///
/// The type is checked when it is registered: it is decoded once from made-up values. What is neither text, a number,
/// `Bool`, `Date`, `UUID`, `URL` nor `Decimal` has to be `CaseIterable` or say an example (``ExampleProviding``). The
/// decoding initialiser may not branch on values. The law is that the URL of a value is read as an equal value; a value
/// for which that cannot be is an error.
public protocol TypedRoute: Codable, Sendable {
    /// What the paths of the route look like.
    static var pattern: String { get }
}

/// A type that shows one of its values, so that a typed route with a field of it can be checked.
public protocol ExampleProviding {
    /// Any value.
    static var example: Self { get }
}

/// A URL that fits the pattern of a typed route and cannot be read as a value of its type.
struct UnreadableRoute: Error {
    let reason: RouteValueError
}

extension RouteBuilder {
    /// Adds a typed route whose handler is called at once.
    ///
    /// A URL that matches the pattern and cannot be read as a value of the type is not for this route: it declines.
    public mutating func on<Route: TypedRoute, Result: Sendable>(
        _ type: Route.Type, guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler: @escaping @isolated(any) @Sendable (Route, RouteMatch) throws -> Result?
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        add(type, RouteHandler(handler, reading: Route.init(match:)), guards, priority, overriding, options, location)
    }

    /// Adds a typed route whose handler is awaited.
    ///
    /// A URL that matches the pattern and cannot be read as a value of the type is not for this route: it declines.
    public mutating func on<Route: TypedRoute, Result: Sendable>(
        _ type: Route.Type, guards: [Guard] = [], priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext perform handler:
            @escaping @isolated(any) @Sendable (Route, RouteMatch) async throws -> Result?
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let reading = RouteHandler(awaiting: handler, reading: Route.init(match:))
        add(type, reading, guards, priority, overriding, options, location)
    }

    private mutating func add(
        _ type: any TypedRoute.Type, _ handler: RouteHandler, _ guards: [Guard], _ priority: Int, _ isOverriding: Bool,
        _ options: RouteOptions, _ location: SourceLocation
    ) {
        let plan = RoutePlan(
            options: options, priority: priority, isOverriding: isOverriding, location: location,
            action: .perform(handler), guards: guards, type: type.address)
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
    /// Identifies the type among all of the program.
    static var address: Int { Int(bitPattern: ObjectIdentifier(self)) }

    fileprivate init(match: RouteMatch) throws {
        do throws(RouteValueError) {
            self = try match.decode(Self.self)
        } catch {
            throw UnreadableRoute(reason: error)
        }
    }
}
