public import Dispatchers
import Synchronization

/// A route of a router, as it was registered.
public struct RegisteredRoute: Sendable, Identifiable {
    private let content: Content

    private final class Content: Sendable {
        let id: UInt64
        let pattern: RoutePattern
        let plan: RoutePlan
        let guards: [Guard]
        let group: RouteGroup
        let writer: PathWriter?

        private static let lastID = Atomic<UInt64>(0)

        init(_ pattern: RoutePattern, _ plan: RoutePlan, _ guards: [Guard], _ group: RouteGroup) {
            id = Self.lastID.add(1, ordering: .relaxed).newValue
            self.pattern = pattern
            self.plan = plan
            self.guards = guards
            self.group = group
            writer = plan.type == nil ? nil : PathWriter(pattern)
        }
    }

    init(_ pattern: RoutePattern, _ plan: RoutePlan, guards: [Guard], group: RouteGroup) {
        content = Content(pattern, plan, guards + plan.guards, group)
    }

    /// The whole pattern, with the prefixes of the groups around it.
    public var pattern: RoutePattern { content.pattern }

    /// Identifies the registration among all of the program; never used again.
    public var id: UInt64 { content.id }

    /// Routes of a higher priority are asked before all others.
    public var priority: Int { content.plan.priority }

    /// What the route is called.
    public var name: String? { content.plan.options.name }

    /// The schemes of the URLs that match; empty when any does.
    public var schemes: Set<String> { content.plan.options.schemes }

    /// What was noted about the route.
    public var metadata: [String: MetadataValue] { content.plan.options.metadata }

    /// The place that a redirect leads to, as it was written; `nil` for a handler, also for one that decides a redirect.
    public var redirect: String? {
        if case .redirect(let target) = action { target.text } else { nil }
    }

    /// The guards that are asked before the handler, in that order.
    public var guards: [Guard] { content.guards }

    /// The group that the route was registered with.
    public var group: RouteGroup { content.group }

    /// Where the route was registered.
    public var location: SourceLocation { content.plan.location }

    var isOverriding: Bool { content.plan.isOverriding }
    var action: RouteAction { content.plan.action }

    /// The type whose values the route is opened with.
    var type: ObjectIdentifier? { content.plan.type }

    /// Writes the paths of a typed route.
    var writer: PathWriter? { content.writer }
}

extension RegisteredRoute: Hashable {
    /// Whether both are of one registration.
    public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

    /// Feeds the identifier to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension RegisteredRoute: CustomStringConvertible {
    /// The route in one line: pattern, target of a redirect, priority unless it is 0, guards, place.
    public var description: String {
        let target = redirect.map { " → \($0)" } ?? ""
        let rank = priority == 0 ? "" : " [\(priority)]"
        let behind = guards.isEmpty ? "" : " behind " + guards.map(\.name).joined(separator: ", ")
        return (pattern.text + target + rank + behind).printed + " (\(location))"
    }
}

/// What is to be registered, but for its pattern.
struct RoutePlan: Sendable {
    let action: RouteAction
    var guards: [Guard]
    var priority: Int
    let isOverriding: Bool
    var options: RouteOptions
    let location: SourceLocation
    /// The type of a typed route.
    var type: ObjectIdentifier?

    init(
        _ action: RouteAction, _ guards: [Guard], _ priority: Int, _ isOverriding: Bool, _ options: RouteOptions,
        _ location: SourceLocation
    ) {
        self.action = action
        self.guards = guards
        self.priority = priority
        self.isOverriding = isOverriding
        self.options = options
        self.location = location
    }

    init(
        _ handler: RouteHandler, _ guards: [Guard], _ priority: Int, _ isOverriding: Bool, _ options: RouteOptions,
        _ fileID: StaticString, _ line: Int
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        self.init(.perform(handler), guards, priority, isOverriding, options, location)
    }

    /// The same with what a list has about its route.
    func taking(_ route: RouteList.Route) -> RoutePlan {
        var plan = self
        plan.priority = route.priority
        plan.options = RouteOptions(name: route.name, schemes: route.schemes, metadata: route.metadata)
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

    private let parent: RouteGroup?

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

/// What can be said about a route besides its pattern and its handler.
///
/// ```swift
/// $0.on("/product/:id", options: RouteOptions(name: "product", metadata: ["tab": "shop"])) { match in show(match) }
/// ```
public struct RouteOptions: Sendable, Hashable {
    /// What the route is called; of no meaning to the router itself.
    public var name: String?

    /// The schemes of the URLs that match, in capital or small letters; empty when any does.
    public var schemes: Set<String>

    /// What guards and others may want to know about the route; it is handed through.
    public var metadata: [String: MetadataValue]

    /// Makes options of what differs from the usual.
    public init(name: String? = nil, schemes: Set<String> = [], metadata: [String: MetadataValue] = [:]) {
        self.name = name
        self.schemes = schemes
        self.metadata = metadata
    }
}
