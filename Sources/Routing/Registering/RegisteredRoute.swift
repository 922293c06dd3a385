public import Dispatchers

/// A route of a router, as it was registered.
public final class RegisteredRoute: Sendable, Identifiable {
    let record: RouteRecord
    let group: RouteGroup
    private let plan: RoutePlan

    init(_ pattern: RoutePattern, _ plan: RoutePlan, in group: RouteGroup) {
        record = RouteRecord(pattern: pattern, priority: plan.priority, schemes: plan.options.schemes)
        self.plan = plan
        self.group = group
    }

    /// The route as one of a table.
    var entry: RouteTable<RegisteredRoute>.Route { .init(record, value: self) }

    var action: RouteAction { plan.action }

    /// Whether the route may be in conflict with those that were registered before.
    var isOverriding: Bool { plan.isOverriding }

    /// The type of a typed route.
    var type: ObjectIdentifier? { plan.type }

    /// The whole pattern, with the prefixes of the groups around it.
    public var pattern: RoutePattern { record.pattern }

    /// Routes of a higher priority are asked before all others.
    public var priority: Int { record.priority }

    /// The guards that are asked before the handler, in that order.
    public var guards: [Guard] { plan.guards }

    /// The name of the route.
    public var name: String? { plan.options.name }

    /// The schemes of the URLs that match; empty for all schemes.
    public var schemes: Set<String> { record.schemes }

    /// The metadata of the route.
    public var metadata: [String: MetadataValue] { plan.options.metadata }

    /// Where the route was registered.
    public var location: SourceLocation { plan.location }

    /// The target of a redirect, as it was written; `nil` for a handler, also for one that redirects.
    public var redirect: String? {
        if case .redirect(let target) = action { target.text } else { nil }
    }
}

extension RegisteredRoute: Hashable {
    /// Whether both are the same registration.
    public static func == (left: RegisteredRoute, right: RegisteredRoute) -> Bool { left === right }

    /// Feeds the identity to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension RegisteredRoute: CustomStringConvertible {
    /// The route in one line: pattern, target of a redirect, priority unless it is 0, guards, source location.
    public var description: String {
        let target = redirect.map { " → \($0)" } ?? ""
        let rank = priority == 0 ? "" : " [\(priority)]"
        let behind = guards.isEmpty ? "" : " behind " + guards.map(\.name).joined(separator: ", ")
        return (pattern.text + target + rank + behind).printed + " (\(location))"
    }
}

/// What becomes of a URL that matches a route.
enum RouteAction: Sendable {
    /// A handler is called.
    case perform(RouteHandler)

    /// Another place is opened, and no handler is called.
    case redirect(RedirectTarget)
}

/// What is to be registered, but for its pattern.
struct RoutePlan: Sendable {
    let action: RouteAction
    /// The guards of the groups come before those of the route.
    var guards: [Guard]
    var priority: Int
    let isOverriding: Bool
    var options: RouteOptions
    let location: SourceLocation
    /// The type of a typed route.
    var type: ObjectIdentifier?

    init(
        _ action: RouteAction, _ guards: [Guard], _ priority: Int, _ isOverriding: Bool, _ options: RouteOptions,
        _ fileID: StaticString, _ line: Int
    ) {
        self.action = action
        self.guards = guards
        self.priority = priority
        self.isOverriding = isOverriding
        self.options = options
        location = SourceLocation(fileID: fileID, line: line)
    }
}

/// Routes that were registered together, and so can be removed together.
///
/// Releasing a group does not remove its routes.
public final class RouteGroup: Sendable {
    private let parent: RouteGroup?

    init(in parent: RouteGroup? = nil) { self.parent = parent }

    /// Whether this group is the other one or was mounted inside of it.
    func isWithin(_ other: RouteGroup) -> Bool {
        self === other || parent?.isWithin(other) == true
    }
}

/// Properties of a route besides its pattern and its handler.
///
/// ```swift
/// $0.on("/product/:id", options: RouteOptions(name: "product", metadata: ["tab": "shop"])) { match in show(match) }
/// ```
public struct RouteOptions: Sendable, Hashable {
    /// The name of the route, which the router does not use.
    public var name: String?

    /// The schemes of the URLs that match, without regard to case; empty for all schemes.
    public var schemes: Set<String>

    /// Data for guards and tools, which the router does not use.
    public var metadata: [String: MetadataValue]

    /// Creates options.
    public init(name: String? = nil, schemes: Set<String> = [], metadata: [String: MetadataValue] = [:]) {
        self.name = name
        self.schemes = schemes
        self.metadata = metadata
    }
}
