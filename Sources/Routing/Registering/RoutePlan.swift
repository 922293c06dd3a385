import SignalboxCore

/// The properties of a route that several patterns may share.
struct RoutePlan: Sendable {
    let handler: RouteHandler
    /// The guards of the groups come before those of the route.
    var guards: [Guard]
    var priority: Int
    var options: RouteOptions
    let location: SourceLocation
    let isOverriding: Bool
    /// The type of a typed route, and what writes its URLs.
    var typed: (type: any TypedRoute.Type, writer: PatternWriter)?
    /// The target of a redirect; `nil` for other routes.
    var redirect: RedirectTarget?
    /// A value that a user interface keeps with the route; see ``RouteBuilder/attaching(_:_:)``.
    var attachment: (any Sendable)?
    /// The object without which the route declines.
    let owner: WeakReference?

    init(
        _ handler: RouteHandler, _ guards: [Guard], _ priority: Int, _ isOverriding: Bool, _ options: RouteOptions,
        _ fileID: StaticString, _ line: Int, by owner: (any AnyObject & Sendable)? = nil
    ) {
        self.handler = handler
        self.guards = guards
        self.options = options
        self.priority = priority
        self.isOverriding = isOverriding
        self.owner = owner.map { WeakReference($0) }
        location = SourceLocation(fileID: fileID, line: line)
    }
}
