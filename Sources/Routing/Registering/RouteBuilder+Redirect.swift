import Dispatchers

extension RouteBuilder {
    /// Adds a route that leads to another place.
    ///
    /// ```swift
    /// routes.redirect("/p/:id", to: "/product/:id")
    /// routes.redirect("/help/*rest", to: "https://help.shop.example/*rest")
    /// ```
    ///
    /// The target is a path of the router, written whole, also inside of a group, or a whole URL; it may have a query and
    /// a fragment of its own. Parameters and the tail stand where it names them. The query of the URL follows, without
    /// the keys that the target has itself, and so does the fragment, unless the target has one. The guards of the group
    /// are asked before, those of the target after.
    ///
    /// A name that the source does not have, or not in every path, is an error; so are redirects that lead in a circle.
    public mutating func redirect(
        _ patterns: String..., to target: String, priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        do throws(RoutePatternError) {
            let target = try RedirectTarget(target, types: types)
            let plan = RoutePlan(
                options: options, priority: priority, isOverriding: overriding, location: location,
                action: .redirect(target))
            for text in patterns { addRedirect(text, to: target, plan) }
        } catch {
            report(.init(.malformedTarget, pattern: target, at: location, patternError: error))
        }
    }

    /// Adds a route that leads to the place that a function names; `nil` declines.
    ///
    /// Nothing is carried over: the function has the match, and says the whole place.
    public mutating func redirect(
        _ patterns: String..., priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext by target: @escaping @isolated(any) @Sendable (RouteMatch) throws -> String?
    ) {
        let handler = IsolatedHandler(target) { RouteReply(redirectingTo: $0) }
        let plan = RoutePlan(
            options: options, priority: priority, isOverriding: overriding,
            location: SourceLocation(fileID: fileID, line: line), action: .perform(.synchronous(handler)))
        add(patterns, plan)
    }

    /// Adds a route that leads to the place that a function names, which is awaited; `nil` declines.
    ///
    /// Nothing is carried over: the function has the match, and says the whole place.
    public mutating func redirect(
        _ patterns: String..., priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext by target: @escaping @isolated(any) @Sendable (RouteMatch) async throws -> String?
    ) {
        let plan = RoutePlan(
            options: options, priority: priority, isOverriding: overriding,
            location: SourceLocation(fileID: fileID, line: line),
            action: .perform(.asynchronous { RouteReply(redirectingTo: try await target($0)) }))
        add(patterns, plan)
    }

    private mutating func addRedirect(_ text: String, to target: RedirectTarget, _ plan: RoutePlan) {
        for source in sources(of: text, plan) {
            if let name = target.unknownName(from: source.pattern) {
                report(
                    .init(
                        .unknownParameter, pattern: source.pattern.text, at: plan.location, name: name,
                        detail: target.text))
            }
            add(source.pattern, source.plan)
        }
    }
}

extension RouteReply {
    fileprivate init(redirectingTo target: String?) {
        self = target.map { .redirect(to: $0) } ?? .declined
    }
}
