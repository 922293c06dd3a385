public import Dispatchers
import Synchronization

/// A route of a router, as it was registered.
public struct RegisteredRoute: Sendable, Identifiable {
    /// The whole pattern, with the prefixes of the groups around it.
    public let pattern: RoutePattern

    /// All else, in one object: a copy of a route counts few references.
    private let details: Details

    private final class Details: Sendable {
        let id: UInt64
        let plan: RoutePlan
        let guards: [Guard]
        let group: RouteGroup
        let writer: PathWriter?

        private static let lastID = Atomic<UInt64>(0)

        init(_ plan: RoutePlan, _ guards: [Guard], _ group: RouteGroup, _ writer: PathWriter?) {
            id = Self.lastID.add(1, ordering: .relaxed).newValue
            self.plan = plan
            self.guards = guards
            self.group = group
            self.writer = writer
        }
    }

    init(_ pattern: RoutePattern, _ plan: RoutePlan, guards: [Guard], group: RouteGroup) {
        self.init(pattern, Details(plan, guards + plan.guards, group, plan.type == nil ? nil : PathWriter(pattern)))
    }

    private init(_ pattern: RoutePattern, _ details: Details) {
        self.pattern = pattern
        self.details = details
    }

    /// Identifies the registration among all of the program; never used again.
    public var id: UInt64 { details.id }

    /// Routes of a higher priority are asked before all others.
    public var priority: Int { details.plan.priority }

    /// What the route is called.
    public var name: String? { details.plan.options.name }

    /// The schemes of the URLs that fit; empty when any does.
    public var schemes: Set<String> { details.plan.options.schemes }

    /// What was noted about the route.
    public var metadata: [String: MetadataValue] { details.plan.options.metadata }

    /// The place that a redirect leads to, as it was written; `nil` for a handler, also for one that decides a redirect.
    public var redirect: String? {
        if case .redirect(let target) = action { target.text } else { nil }
    }

    /// The guards that are asked before the handler, in that order.
    public var guards: [Guard] { details.guards }

    /// The group that the route was registered with.
    public var group: RouteGroup { details.group }

    /// Where the route was registered.
    public var location: SourceLocation { details.plan.location }

    var isOverriding: Bool { details.plan.isOverriding }
    var action: RouteAction { details.plan.action }

    /// The address of the type whose values the route is opened with.
    var type: Int? { details.plan.type }

    /// Writes the paths of a typed route.
    var writer: PathWriter? { details.writer }
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
        var text = pattern.text
        if let redirect { text += " → \(redirect)" }
        if priority != 0 { text += " [\(priority)]" }
        for number in guards.indices { text += (number == 0 ? " behind " : ", ") + guards[number].name }
        return text.printed + " (\(location))"
    }
}

/// What is to be registered, but for its pattern.
final class RoutePlan: Sendable {
    let options: RouteOptions
    let priority: Int
    let isOverriding: Bool
    let location: SourceLocation
    let action: RouteAction
    let guards: [Guard]
    let type: Int?

    init(
        options: RouteOptions, priority: Int, isOverriding: Bool, location: SourceLocation, action: RouteAction,
        guards: [Guard] = [], type: Int? = nil
    ) {
        self.options = options
        self.priority = priority
        self.isOverriding = isOverriding
        self.location = location
        self.action = action
        self.guards = guards
        self.type = type
    }

    /// The same with what a list says about its route.
    func taking(_ route: RouteList.Route) -> RoutePlan {
        RoutePlan(
            options: RouteOptions(name: route.name, schemes: route.schemes, metadata: route.metadata),
            priority: route.priority, isOverriding: isOverriding, location: location, action: action,
            guards: guards, type: type)
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

/// What can be said about a route besides its pattern and its handler.
///
/// ```swift
/// $0.on("/product/:id", options: RouteOptions(name: "product", metadata: ["tab": "shop"])) { match in show(match) }
/// ```
public struct RouteOptions: Sendable, Hashable {
    /// What the route is called; of no meaning to the router itself.
    public var name: String?

    /// The schemes of the URLs that fit, in capital or small letters; empty when any does.
    public var schemes: Set<String>

    /// What guards and others may want to know about the route; it is handed through.
    public var metadata: [String: MetadataValue]

    /// Says what differs from the usual.
    public init(name: String? = nil, schemes: Set<String> = [], metadata: [String: MetadataValue] = [:]) {
        self.name = name
        self.schemes = schemes
        self.metadata = metadata
    }

    /// Feeds the name to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension MetadataValue: ExpressibleByStringLiteral {
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension MetadataValue: ExpressibleByBooleanLiteral {
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension MetadataValue: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
}

extension MetadataValue: ExpressibleByFloatLiteral {
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
}

extension MetadataValue: ExpressibleByArrayLiteral {
    /// Values in an order.
    public init(arrayLiteral elements: MetadataValue...) { self = .array(elements) }
}

extension MetadataValue: ExpressibleByDictionaryLiteral {
    /// Values by their keys, of which the last of a kind counts.
    public init(dictionaryLiteral elements: (String, MetadataValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
