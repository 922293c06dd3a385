public import Dispatchers

/// A route of a router, as it was registered.
public struct RegisteredRoute: Sendable {
    /// The whole pattern, with the prefixes of the groups around it.
    public let pattern: RoutePattern

    /// Routes of a higher priority are asked before all others.
    public let priority: Int

    /// The guards that are asked before the handler, in that order.
    public let guards: [Guard]

    /// The group that the route was registered with.
    public let group: RouteGroup

    /// Where the route was registered.
    public let location: SourceLocation

    let isOverriding: Bool
    let handler: RouteHandler
}

extension RegisteredRoute: CustomStringConvertible {
    /// The route in one line: pattern, priority unless it is 0, guards, place.
    public var description: String {
        let priority = priority == 0 ? "" : " [\(priority)]"
        let guards = guards.isEmpty ? "" : " behind " + guards.map(\.name).joined(separator: ", ")
        return "\(pattern.text)\(priority)\(guards) (\(location))"
    }
}
