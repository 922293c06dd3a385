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

/// Properties of a route besides its pattern and its handler.
///
/// ```swift
/// $0.on("/product/:id", options: RouteOptions(name: "product", metadata: ["tab": "shop"])) { match in show(match) }
/// ```
public struct RouteOptions: Sendable {
    /// The name of the route: handlers are bound to it in a ``RouteList``, and ``Router/url(named:with:tail:at:)``
    /// finds it.
    public let name: String?

    /// The schemes of the URLs that match, in lowercase; empty for all schemes.
    ///
    /// A scheme that no origin of the router has matches nothing.
    public let schemes: Set<String>

    /// Data for guards and tools, which the router does not use.
    public let metadata: [String: MetadataValue]

    /// Creates options; schemes are compared case-insensitively.
    public init(name: String? = nil, schemes: Set<String> = [], metadata: [String: MetadataValue] = [:]) {
        self.name = name
        self.metadata = metadata
        self.schemes = Set(schemes.lowercased)
    }
}

extension RouteOptions: Equatable {
    /// Returns whether both have the same name, schemes and metadata; names are compared by their bytes.
    public static func == (left: RouteOptions, right: RouteOptions) -> Bool {
        guard left.schemes == right.schemes, left.metadata == right.metadata else { return false }
        guard let name = left.name, let other = right.name else { return left.name == nil && right.name == nil }
        return name.hasSameBytes(as: other)
    }
}

extension Set<String> {
    var lowercased: [String] { map { $0.lowercased() } }
}
