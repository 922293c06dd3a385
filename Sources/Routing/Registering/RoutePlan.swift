import SignalboxCore

/// What is to be registered, but for its pattern.
struct RoutePlan: Sendable {
    let handler: RouteHandler
    /// The guards of the groups come before those of the route.
    var guards: [Guard]
    var priority: Int
    let isOverriding: Bool
    var options: RouteOptions
    let location: SourceLocation
    /// The type of a typed route, and what writes its URLs.
    var typed: (type: any TypedRoute.Type, writer: PatternWriter)?
    /// Where the handler redirects to, if that is all that it does.
    var redirect: RedirectTarget?

    init(
        _ handler: RouteHandler, _ guards: [Guard], _ priority: Int, _ isOverriding: Bool, _ options: RouteOptions,
        _ fileID: StaticString, _ line: Int
    ) {
        (self.handler, self.guards, self.options) = (handler, guards, options)
        (self.priority, self.isOverriding) = (priority, isOverriding)
        location = SourceLocation(fileID: fileID, line: line)
    }
}
