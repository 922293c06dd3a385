public import SignalboxCore

/// A route of a router, as it was registered.
public final class RegisteredRoute: Sendable, Identifiable {
    /// The whole pattern, with the prefixes of the groups around it.
    public let pattern: RoutePattern

    let group: RouteGroup
    let plan: RoutePlan

    init(_ pattern: RoutePattern, _ plan: RoutePlan, in group: RouteGroup) {
        self.pattern = pattern
        self.plan = plan
        self.group = group
    }

    /// The route as one of a table.
    var record: RouteRecord { RouteRecord(pattern: pattern, priority: priority, schemes: options.schemes) }

    /// Routes of a higher priority are asked before all others.
    public var priority: Int { plan.priority }

    /// The guards that are asked before the handler, in that order.
    public var guards: [Guard] { plan.guards }

    /// The name, the schemes and the metadata of the route.
    public var options: RouteOptions { plan.options }

    /// The value that a user interface keeps with the route.
    package var attachment: (any Sendable)? { plan.attachment }

    /// The source location of the registration.
    public var location: SourceLocation { plan.location }

    /// A Boolean value that indicates whether the route declines because its owner was released.
    ///
    /// The next registration of a route that conflicts with this one removes the route. So does a registration of an
    /// owner, at the latest when the number of routes has doubled.
    public var isOwnerReleased: Bool { plan.owner?.isGone ?? false }

    /// The target of a redirect, as it was written; `nil` for a handler, also for one that redirects.
    public var redirect: String? { plan.redirect?.text }
}

extension RegisteredRoute: Hashable {
    /// Returns whether both are the same registration.
    public static func == (left: RegisteredRoute, right: RegisteredRoute) -> Bool { left === right }

    /// Feeds the identity to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension RegisteredRoute: CustomStringConvertible {
    /// The route in one line: pattern, target of a redirect, priority unless it is 0, guards, source location, and
    /// whether its owner was released.
    public var description: String {
        let target = redirect.map { " → \($0)" } ?? ""
        let rank = priority == 0 ? "" : " [\(priority)]"
        let behind = guards.isEmpty ? "" : " behind " + guards.map(\.name).joined(separator: ", ")
        return (pattern.text + target + rank + behind).printed
            + " (\(location)\(isOwnerReleased ? "; its owner was released" : ""))"
    }
}
