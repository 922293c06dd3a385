import SignalboxCore

/// Collects the routes of one registration, before they are checked and added.
///
/// ```swift
/// try router.register { routes in
///     routes.on("/product/:id") { match in show(try match["id", as: Int.self]) }
///     routes.on("/news", "/news/latest") { _ in showNews() }
///     routes.mount("/orders", guards: [signedIn]) { $0.on("/:id") { match in showOrder(match) } }
/// }
/// ```
///
/// Several patterns may share a handler. The prefix of the group comes before them. Routes of a higher priority are
/// asked before all others. A route of the shape and priority of another is an error, unless it says `overriding:
/// true`; then it is asked when that one declines.
///
/// A handler that is written in an actor or in a main-actor class runs there. If it returns ``RouteReply/declined`` or
/// `false`, the next route that matches is asked. If it throws, the opening fails. Otherwise the URL is handled, and the result
/// is the value of the outcome.
///
/// The router retains a handler and what it captures. If you name an owner, `routes.on("/cart", by: self) { screen,
/// match in … }`, the owner is not retained, and the route declines once it is released.
public struct RouteBuilder: ~Copyable {
    private(set) var routes: [RegisteredRoute] = []
    private(set) var problems: [RouteRegistrationError.Problem] = []

    private(set) var scope: Scope

    /// The routes of a list by the bytes of their names, if handlers are bound to a list.
    private let list: [Bytes: [RouteList.Route]]?

    let router: Router

    /// The properties that the routes of a group share.
    struct Scope {
        var group = RouteGroup()
        var prefix = ""
        var guards: [Guard]
        var attachment: (any Sendable)?
    }

    init(for router: Router, _ guards: [Guard], list: [Bytes: [RouteList.Route]]? = nil) {
        scope = Scope(guards: router.guards + guards)
        self.router = router
        self.list = list
    }

    /// Adds routes inside this group that share a prefix and guards, which are asked after those of this group.
    ///
    /// Groups are nested at most 128 deep; one that is deeper is a problem of the registration.
    @discardableResult
    public mutating func mount(
        _ prefix: String, guards: [Guard] = [], fileID: StaticString = #fileID, line: Int = #line,
        _ body: (inout RouteBuilder) -> Void
    ) -> RouteGroup {
        let location = SourceLocation(fileID: fileID, line: line)
        let outer = scope
        defer { scope = outer }
        scope = Scope(group: RouteGroup(in: outer.group), prefix: whole(prefix), guards: outer.guards + guards)
        guard scope.group.depth < RouteGroup.deepestNesting else {
            report(
                """
                Groups are nested at most \(RouteGroup.deepestNesting) deep, so \(scope.prefix.quoted) cannot be mounted; \
                write the whole prefix in one group.
                """, at: location)
            return scope.group
        }
        guard let pattern = parse(scope.prefix, at: location) else { return scope.group }
        if pattern.query.isEmpty {
            body(&self)
        } else {
            report(
                "The prefix \(pattern.text.quoted) asks for items of the query; only a whole pattern can.", at: location
            )
        }
        return scope.group
    }

    /// Adds routes, with each of which a value is kept that the router does not use.
    package mutating func attaching(_ attachment: any Sendable, _ body: (inout RouteBuilder) -> Void) {
        scope.attachment = attachment
        body(&self)
        scope.attachment = nil
    }

    /// Adds a route for each pattern; when a list is bound to handlers, for each route of that name.
    mutating func add(_ patterns: [String], _ plan: RoutePlan) {
        for text in patterns {
            guard let list else {
                add(text, plan)
                continue
            }
            let routes = list[text.bytes] ?? []
            if routes.isEmpty {
                let name = text.quoted
                report("No route of the list has the name \(name), to which a handler was bound.", at: plan.location)
            }
            for route in routes {
                var plan = plan
                plan.priority = route.priority
                plan.options = route.options
                add(route.pattern.text, plan)
            }
        }
    }

    /// Adds a route for a pattern behind the prefix of the group.
    private mutating func add(_ text: String, _ plan: RoutePlan) {
        if let pattern = parse(whole(text), at: plan.location) { add(pattern, plan) }
    }

    mutating func add(_ pattern: RoutePattern, _ plan: RoutePlan) {
        if let target = plan.redirect, let name = target.unknownName(from: pattern) {
            let sentence = """
                \(pattern.text.quoted) redirects to “\(target.text.printed)”, which asks for \(name.quoted); not every URL \
                of it has that. Name a parameter, a required item of the query or a tail of the source; a colon is \
                written %3A, and an asterisk %2A.
                """
            report(sentence, at: plan.location)
        }
        var plan = plan
        // Appending an empty array would copy the guards of the group.
        plan.guards = plan.guards.isEmpty ? scope.guards : scope.guards + plan.guards
        plan.attachment = scope.attachment
        routes.append(RegisteredRoute(pattern, plan, in: scope.group))
    }

    // Not inlined, like `parse`: it has many callers.
    @inline(never)
    mutating func report(_ sentence: String, at location: SourceLocation) {
        problems.append(.init(sentence, at: location))
    }

    /// The text of a pattern with the prefixes of the groups around it.
    private func whole(_ text: String) -> String { scope.prefix.appendingPath(text) }

    @inline(never)
    private mutating func parse(_ text: String, at location: SourceLocation) -> RoutePattern? {
        do throws(RoutePatternError) {
            return try RoutePattern(text, types: router.types)
        } catch {
            report(error.description, at: location)
            return nil
        }
    }
}

/// A builder is used where it is lent, during the registration.
@available(*, unavailable)
extension RouteBuilder: Sendable {}

extension RouteBuilder {
    /// Adds a redirect to another path or URL.
    ///
    /// ```swift
    /// routes.redirect("/p/:id", to: "/product/:id")
    /// routes.redirect("/find/:words", to: "/search?q=:words")
    /// routes.redirect("/search?q", to: "/s/:q")
    /// routes.redirect("/help/*rest", to: "https://help.shop.example/*rest")
    /// ```
    ///
    /// The target is a path of the router, written whole, also inside a group, or a whole URL; it may have a query
    /// and a fragment of its own. Parameters, items of the query that the pattern requires, and the tail are written
    /// where it names them, in path, query and fragment, and are encoded for that part. The query of the URL follows,
    /// without the keys that the target has itself, and so does the fragment, unless the target has one. The guards of
    /// the group are asked before, those of the target after.
    ///
    /// A name that the source does not have, or not in every path, is an error. In front of a letter, a colon is written
    /// `%3A` in the query and the fragment, and an asterisk `%2A`.
    public mutating func redirect(
        _ patterns: String..., to target: String, priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        do throws(RoutePatternError) {
            guard let redirect = try RedirectTarget(target, for: router) else {
                return report(
                    "\(target.quoted) is not the target of a redirect: a URL cannot begin as it does.",
                    at: location)
            }
            let handler = RouteHandler.synchronous(on: nil) { .redirect(to: try redirect.target(for: $0)) }
            var plan = RoutePlan(handler, [], priority, overriding, options, fileID, line)
            plan.redirect = redirect
            add(patterns, plan)
        } catch {
            report(error.description, at: location)
        }
    }
}

extension RouteBuilder {
    /// Adds a route that a plan describes for the pattern of a type, once its fields were checked.
    mutating func add(_ type: any TypedRoute.Type, _ plan: RoutePlan) {
        guard let pattern = parse(whole(type.pattern), at: plan.location) else { return }
        for sentence in RouteProbe.problems(of: type, pattern) {
            report(sentence, at: plan.location)
        }
        var plan = plan
        plan.typed = (type, PatternWriter(pattern, ignoringCase: router.isIgnoringCase))
        add(pattern, plan)
    }
}

extension String {
    /// Returns this prefix with a path behind it and one slash between them.
    fileprivate func appendingPath(_ path: String) -> String {
        guard !isEmpty else { return path }
        guard !path.isEmpty, path != "/" else { return self }
        let slash = path.utf8.first { $0 != UInt8(ascii: "(") } == UInt8(ascii: "/") ? "" : "/"
        return (utf8.last == UInt8(ascii: "/") ? part(from: 0, to: utf8.count - 1) : self) + slash + path
    }
}

/// Routes that were registered together, and so can be removed together.
///
/// Releasing a group does not remove its routes.
public final class RouteGroup: Sendable {
    /// The most groups inside one another.
    static let deepestNesting = 128

    private let parent: RouteGroup?

    /// The number of groups around this one.
    let depth: Int

    init(in parent: RouteGroup? = nil) {
        self.parent = parent
        depth = parent.map { $0.depth + 1 } ?? 0
    }

    /// Returns whether this group is the other one or was mounted inside it.
    func isWithin(_ other: RouteGroup) -> Bool {
        sequence(first: self) { $0.parent }.contains { $0 === other }
    }
}
