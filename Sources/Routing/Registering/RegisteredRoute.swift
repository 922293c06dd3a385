public import Dispatchers
import Synchronization

/// A route of a router, as it was registered.
public struct RegisteredRoute: Sendable, Identifiable {
    /// What tells it from all other routes of the program; never used again.
    public let id: UInt64

    /// The whole pattern, with the prefixes of the groups around it.
    public private(set) var pattern: RoutePattern

    /// Routes of a higher priority are asked before all others.
    public let priority: Int

    /// What the route is called.
    public let name: String?

    /// The schemes of the URLs that fit; empty when any does.
    public let schemes: Set<String>

    /// What was noted about the route.
    public let metadata: [String: MetadataValue]

    /// The place that a redirect leads to, as it was written; `nil` for a handler, also for one that decides a redirect.
    public var redirect: String? {
        if case .redirect(let target) = action { target.text } else { nil }
    }

    /// The guards that are asked before the handler, in that order.
    public let guards: [Guard]

    /// The group that the route was registered with.
    public let group: RouteGroup

    /// Where the route was registered.
    public let location: SourceLocation

    let isOverriding: Bool
    let action: RouteAction

    /// The type whose values the route is opened with.
    let type: ObjectIdentifier?

    private static let lastID = Atomic<UInt64>(0)

    init(_ pattern: RoutePattern, _ plan: RoutePlan, guards: [Guard], group: RouteGroup) {
        id = Self.lastID.add(1, ordering: .relaxed).newValue
        self.pattern = pattern
        self.guards = guards
        self.group = group
        priority = plan.priority
        name = plan.options.name
        schemes = plan.options.schemes
        metadata = plan.options.metadata
        location = plan.location
        isOverriding = plan.isOverriding
        action = plan.action
        type = plan.type
    }

    /// The same route, whose pattern keeps nothing but its text.
    var compact: RegisteredRoute {
        var compact = self
        compact.pattern = pattern.compact
        return compact
    }
}

extension RegisteredRoute: CustomStringConvertible {
    /// The route in one line: pattern, target of a redirect, priority unless it is 0, guards, place.
    public var description: String {
        let target = redirect.map { " → \($0)" } ?? ""
        let priority = priority == 0 ? "" : " [\(priority)]"
        let guards = guards.isEmpty ? "" : " behind " + guards.map(\.name).joined(separator: ", ")
        return "\(pattern.text)\(target)\(priority)\(guards) (\(location))"
    }
}

/// What is to be registered, but for its pattern.
struct RoutePlan {
    var options = RouteOptions()
    var priority = 0
    var isOverriding = false
    let location: SourceLocation
    let action: RouteAction
    var type: ObjectIdentifier?

    /// The same with what a list says about its route.
    func taking(_ route: RouteList.Route) -> Self {
        var plan = self
        plan.options = RouteOptions(name: route.name, schemes: route.schemes, metadata: route.metadata)
        plan.priority = route.priority
        return plan
    }
}

/// Routes that were registered together, and so can be removed together.
///
/// A group is a name for its routes and does not hold them: they stay until they are removed.
public final class RouteGroup: Sendable {
    /// The path that all patterns of the group begin with, as it was written; empty when there is none.
    public let prefix: String

    /// Where the group was registered.
    public let location: SourceLocation

    let parent: RouteGroup?

    init(prefix: String, at location: SourceLocation, in parent: RouteGroup?) {
        self.prefix = prefix
        self.location = location
        self.parent = parent
    }

    /// Whether this group is the other one or was mounted inside of it.
    func isWithin(_ other: RouteGroup) -> Bool {
        self === other || parent?.isWithin(other) == true
    }
}
