public import Dispatchers

/// A route of a router, as it was registered.
public final class RegisteredRoute: Sendable, Identifiable {
    /// The whole pattern, with the prefixes of the groups around it.
    public let pattern: RoutePattern

    let group: RouteGroup
    private let plan: RoutePlan

    init(_ pattern: RoutePattern, _ plan: RoutePlan, in group: RouteGroup) {
        self.pattern = pattern
        self.plan = plan
        self.group = group
    }

    /// The route as one of a table.
    var entry: RouteTable<RegisteredRoute>.Route {
        .init(pattern: pattern, priority: priority, schemes: schemes, value: self)
    }

    var action: RouteAction { plan.action }

    /// Whether the route may be in conflict with those that were registered before.
    var isOverriding: Bool { plan.isOverriding }

    /// The type of a typed route.
    var type: ObjectIdentifier? { plan.type }

    /// Routes of a higher priority are asked before all others.
    public var priority: Int { plan.priority }

    /// The guards that are asked before the handler, in that order.
    public var guards: [Guard] { plan.guards }

    /// The name of the route.
    public var name: String? { plan.options.name }

    /// The schemes of the URLs that match; empty for all schemes.
    public var schemes: Set<String> { plan.options.schemes }

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

/// Where a redirect leads: a path with parameters at the place of the URL that was opened, or at a place of its own.
///
/// `/product/:id?ref=old` and `https://shop.example/product/:id` are such targets.
final class RedirectTarget: Sendable {
    /// The target as the registration has it.
    let text: String

    private let origin: String
    private let pattern: RoutePattern
    private let query: String
    private let queryKeys: [String]
    private let fragment: String?

    /// Takes a target apart; its path is a pattern.
    init(_ text: String, types: [ParameterType]) throws(RoutePatternError) {
        self.text = text
        let (whole, fragment) = text.cut(at: UInt8(ascii: "#"))
        let (place, query) = whole.cut(at: UInt8(ascii: "?"))
        let start = place.pathStart
        self.fragment = fragment
        self.query = query.map { "?" + $0 } ?? ""
        queryKeys = ((try? URLText("x:" + self.query))?.queryItems ?? []).map(\.key)
        origin = place.part(from: 0, to: start)
        pattern = try RoutePattern(place.part(from: start), types: types)
    }

    /// Whether URLs can begin as the target does.
    var isPlace: Bool { origin.isEmpty || (try? URLText(origin + "/")) != nil }

    /// The first name that the target asks for and that not every path of the source has.
    func unknownName(from source: RoutePattern) -> String? {
        let names = source.parameters.map(\.name)
        if let unknown = pattern.parameters.first(where: { !names.contains($0.name) }) { return unknown.name }
        if pattern.hasTail, !source.hasTail { return "*" + (pattern.tailName ?? "") }
        return pattern.requiredNames.first { !source.requiredNames.contains($0) }
    }

    /// The place for a URL that matches the source: a path of the router, or a whole URL.
    ///
    /// Parameters and tail are written where the target names them. The query of the URL follows the target's own, without
    /// the keys that this has; the fragment stays unless the target has one.
    ///
    /// - Throws: When a value cannot be written, or when the URL would be read as another one.
    func place(for match: RouteMatch) throws(RouteURLError) -> String {
        var place = try pattern.path(tail: pattern.hasTail ? match.tail ?? [] : [], value: match.parameter)
        place += query
        append(itemsOf: match.address, to: &place)
        if let fragment = fragment ?? match.address.writtenFragment { place += "#" + fragment }
        if pattern.host == nil, origin.isEmpty { return place }
        if pattern.host != nil, match.isPath { throw RouteURLError(.noOrigin, route: text) }
        let site = pattern.host == nil ? origin : try pattern.site(scheme: match.address.scheme, value: match.parameter)
        return try Addressing.host(.ignore).checked(site + place, as: place, of: text)
    }

    /// Appends the items of a URL whose keys the target does not have, as they were written.
    private func append(itemsOf address: URLText, to place: inout String) {
        address.withSpan { bytes in
            var separator = query.isEmpty ? "?" : "&"
            var cursor = QueryCursor(address.parts.query)
            while let item = cursor.next(in: bytes) {
                if queryKeys.contains(where: { item.hasKey($0, in: bytes) }) { continue }
                place += separator + bytes.extracting(item.whole).text
                separator = "&"
            }
        }
    }
}

extension String {
    /// The text up to a character of ASCII, and the rest if there is one.
    fileprivate func cut(at character: UInt8) -> (String, String?) {
        guard let offset = bytes.firstIndex(of: character) else { return (self, nil) }
        return (part(from: 0, to: offset), part(from: offset + 1))
    }

    /// Where the path begins: behind scheme and host, if there are any.
    fileprivate var pathStart: Int {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            colon < bytes.firstIndex(of: UInt8(ascii: "/")) ?? .max, part(from: colon + 1).begins(with: "/")
        else { return 0 }
        guard part(from: colon + 1).begins(with: "//") else { return colon + 1 }
        return part(from: colon + 3).bytes.firstIndex(of: UInt8(ascii: "/")).map { colon + 3 + $0 } ?? utf8.count
    }
}
