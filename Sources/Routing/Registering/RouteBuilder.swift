import Dispatchers

/// Takes the routes of one registration, before any of them counts.
///
/// ```swift
/// try router.register { routes in
///     routes.on("/product/:id") { match in show(try match["id", as: Int.self]) }
///     routes.on("/news", "/news/latest") { _ in showNews() }
///     routes.mount("/orders", guards: [signedIn]) { $0.on("/:id") { match in showOrder(match) } }
/// }
/// ```
///
/// Several patterns may share a handler. The prefix of the group comes before them. Routes of a higher priority are asked
/// before all others. A route of the shape and priority of another is an error, unless it says `overriding: true`;
/// then it is asked when that one declines.
///
/// A handler written in an actor or a main-actor class runs there. After one that returns ``RouteReply/declined`` the next route
/// that matches is asked; one that throws ends the opening; any other has handled the URL, and what it returned is the value of
/// the outcome.
///
/// The router keeps a handler and what it captures. Name an owner instead, `routes.on("/cart", by: self) { screen, match in … }`: it is
/// not kept, and the route declines once it is released.
public struct RouteBuilder: ~Copyable {
    private(set) var routes: [RegisteredRoute] = []
    private(set) var problems: [RouteRegistrationError.Problem] = []

    let group: RouteGroup

    private let prefix: String
    private let guards: [Guard]
    private let list: RouteListBinding?

    /// The types that patterns may name besides the built-in ones.
    let types: [ParameterType]

    /// For routes of a router, outside of all other groups.
    init(for router: Router, _ guards: [Guard] = [], at location: SourceLocation, list: RouteListBinding? = nil) {
        group = RouteGroup(prefix: "", at: location, in: nil)
        prefix = ""
        self.guards = router.guards + guards
        types = router.types
        self.list = list
    }

    private init(_ group: RouteGroup, _ prefix: String, _ guards: [Guard], in outer: borrowing RouteBuilder) {
        self.group = group
        self.prefix = prefix
        self.guards = outer.guards + guards
        types = outer.types
        list = outer.list
    }

    /// Adds routes inside of this group that share a prefix and guards, which are asked after those of this group.
    @discardableResult
    public mutating func mount(
        _ prefix: String, guards: [Guard] = [], fileID: StaticString = #fileID, line: Int = #line,
        _ body: (inout RouteBuilder) -> Void
    ) -> RouteGroup {
        let location = SourceLocation(fileID: fileID, line: line)
        let inner = RouteGroup(prefix: prefix, at: location, in: group)
        let whole = whole(prefix)
        guard let pattern = parse(whole, at: location) else { return inner }
        guard pattern.query.isEmpty else {
            report(.init(.queryInPrefix, pattern: whole, at: location))
            return inner
        }
        var builder = RouteBuilder(inner, whole, guards, in: self)
        body(&builder)
        routes += builder.routes
        problems += builder.problems
        return inner
    }

    /// Adds a route for each pattern; when a list is bound to handlers, for each route of that name.
    mutating func add(_ patterns: [String], _ plan: RoutePlan) {
        for text in patterns {
            guard let list else {
                if let pattern = parse(whole(text), at: plan.location) { add(pattern, plan) }
                continue
            }
            let routes = list.routes(named: text)
            if routes.isEmpty { report(.init(.unusedHandler, pattern: "", at: plan.location, name: text)) }
            for route in routes {
                let pattern = prefix.isEmpty ? route.pattern : parse(whole(route.pattern.text), at: plan.location)
                if let pattern { add(pattern, plan.taking(route)) }
            }
        }
    }

    mutating func add(_ pattern: RoutePattern, _ plan: RoutePlan) {
        if case .redirect(let target) = plan.action, let name = target.unknownName(from: pattern) {
            report(.init(.unknownParameter, pattern: pattern.text, at: plan.location, name: name, detail: target.text))
        }
        routes.append(RegisteredRoute(pattern, plan, guards: guards, group: group))
    }

    mutating func report(_ problem: RouteRegistrationError.Problem) { problems.append(problem) }

    /// The text of a pattern with the prefixes of the groups around it.
    func whole(_ text: String) -> String { prefix.appendingPath(text) }

    mutating func parse(_ text: String, at location: SourceLocation) -> RoutePattern? {
        do {
            return try RoutePattern(text, types: types)
        } catch {
            report(.init(.malformedPattern, pattern: text, at: location, patternError: error))
            return nil
        }
    }
}

extension String {
    /// This prefix with a path behind it and one slash between them.
    fileprivate func appendingPath(_ path: String) -> String {
        guard !isEmpty else { return path }
        guard !path.isEmpty, path != "/" else { return self }
        let slash = path.utf8.drop { $0 == UInt8(ascii: "(") }.first == UInt8(ascii: "/") ? "" : "/"
        return (utf8.last == UInt8(ascii: "/") ? part(from: 0, to: utf8.count - 1) : self) + slash + path
    }
}

/// A builder is used where it is lent, during the registration.
@available(*, unavailable)
extension RouteBuilder: Sendable {}

extension RouteBuilder {
    /// Adds a route that leads to another place.
    ///
    /// ```swift
    /// routes.redirect("/p/:id", to: "/product/:id")
    /// routes.redirect("/help/*rest", to: "https://help.shop.example/*rest")
    /// ```
    ///
    /// The target is a path of the router, written whole, also inside of a group, or a whole URL; it may have a query and
    /// a fragment of its own. Parameters and the tail are written where it names them. The query of the URL follows, without
    /// the keys that the target has itself, and so does the fragment, unless the target has one. The guards of the group
    /// are asked before, those of the target after.
    ///
    /// A name that the source does not have, or not in every path, is an error; so are redirects that lead in a circle.
    public mutating func redirect(
        _ patterns: String..., to target: String, priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line
    ) {
        addRedirects(patterns, to: target, SourceLocation(fileID: fileID, line: line), priority, overriding, options)
    }

    mutating func addRedirects(
        _ patterns: [String], to target: String, _ location: SourceLocation, _ priority: Int = 0,
        _ isOverriding: Bool = false, _ options: RouteOptions = RouteOptions()
    ) {
        do throws(RoutePatternError) {
            let target = try RedirectTarget(target, types: types)
            guard target.isPlace else { return report(.init(.malformedTarget, pattern: target.text, at: location)) }
            add(patterns, RoutePlan(.redirect(target), [], priority, isOverriding, options, location))
        } catch {
            report(.init(.malformedTarget, pattern: target, at: location, patternError: error))
        }
    }

    /// Adds a route that leads to the place that a function names; `nil` declines.
    ///
    /// Nothing is carried over: the function has the match, and returns the whole place.
    public mutating func redirect(
        _ patterns: String..., priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext by target: @escaping @isolated(any) @Sendable (RouteMatch) throws -> String?
    ) {
        let plain = unchecked(target)
        let action = RouteHandler(on: target.isolation) { RouteReply(redirectingTo: try plain($0)) }
        add(patterns, RoutePlan(action, [], priority, overriding, options, fileID, line))
    }

    /// Adds a route that leads to the place that a function names, which is awaited; `nil` declines.
    ///
    /// Nothing is carried over: the function has the match, and returns the whole place.
    public mutating func redirect(
        _ patterns: String..., priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext by target: @escaping @isolated(any) @Sendable (RouteMatch) async throws -> String?
    ) {
        let action = RouteHandler(awaiting: { RouteReply(redirectingTo: try await target($0)) })
        add(patterns, RoutePlan(action, [], priority, overriding, options, fileID, line))
    }
}

extension RouteReply {
    fileprivate init(redirectingTo target: String?) {
        self = target.map { .redirect(to: $0) } ?? .declined
    }
}
