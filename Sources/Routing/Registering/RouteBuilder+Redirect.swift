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
