public import SignalboxCore

/// A route of a router, as it was registered.
public final class RegisteredRoute: Sendable, Identifiable {
    /// The whole pattern, with the prefixes of the groups around it.
    public let pattern: RoutePattern

    let group: RouteGroup
    let plan: RoutePlan

    init(_ pattern: RoutePattern, _ plan: RoutePlan, in group: RouteGroup) {
        (self.pattern, self.plan, self.group) = (pattern, plan, group)
    }

    /// The route as one of a table.
    var record: RouteRecord { RouteRecord(pattern: pattern, priority: priority, schemes: options.schemes) }

    /// Routes of a higher priority are asked before all others.
    public var priority: Int { plan.priority }

    /// The guards that are asked before the handler, in that order.
    public var guards: [Guard] { plan.guards }

    /// The name, the schemes and the metadata of the route.
    public var options: RouteOptions { plan.options }

    /// Where the route was registered.
    public var location: SourceLocation { plan.location }

    /// The target of a redirect, as it was written; `nil` for a handler, also for one that redirects.
    public var redirect: String? { plan.redirect?.text }
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

/// Routes that were registered together, and so can be removed together.
///
/// Releasing a group does not remove its routes.
public final class RouteGroup: Sendable {
    private let parent: RouteGroup?

    init(in parent: RouteGroup? = nil) { self.parent = parent }

    /// Whether this group is the other one or was mounted inside of it.
    func isWithin(_ other: RouteGroup) -> Bool { self === other || parent?.isWithin(other) == true }
}

/// Properties of a route besides its pattern and its handler.
///
/// ```swift
/// $0.on("/product/:id", options: RouteOptions(name: "product", metadata: ["tab": "shop"])) { match in show(match) }
/// ```
public struct RouteOptions: Sendable {
    /// The name of the route: handlers are bound to it in a ``RouteList``, and ``Router/url(named:with:tail:at:)`` finds it.
    public let name: String?

    /// The schemes of the URLs that match, in lowercase; empty for all schemes.
    public let schemes: Set<String>

    /// Data for guards and tools, which the router does not use.
    public let metadata: [String: MetadataValue]

    /// Creates options; schemes are compared case-insensitively.
    public init(name: String? = nil, schemes: Set<String> = [], metadata: [String: MetadataValue] = [:]) {
        (self.name, self.metadata) = (name, metadata)
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

/// Where a redirect leads: a path with parameters at the place of the URL that was opened, or at a place of its own.
///
/// `/product/:id?ref=old` and `https://shop.example/product/:id` are such targets.
final class RedirectTarget: Sendable {
    /// The target as the registration has it.
    let text: String

    private let origin: String
    private let writer: PatternWriter
    private let query: String
    private let queryKeys: [String]
    private let fragment: String?

    /// Takes a target apart, whose path is a pattern; `nil` if no URL begins as it does.
    init?(_ text: String, for router: Router) throws(RoutePatternError) {
        // As a URL of an unknown scheme, whose path may have braces.
        let lead = text.begins(with: "/") ? "x://" : "x"
        guard let url = try? URLText(lead + text) else { return nil }
        guard url.parts.host != nil || url.path.begins(with: "/") else { return nil }
        origin = url.text.part(from: lead.utf8.count, to: url.parts.path.lowerBound)
        guard origin.isEmpty || (try? URLText(origin + "/")) != nil else { return nil }
        let pattern = try RoutePattern(url.path, types: router.types)
        writer = PatternWriter(pattern, ignoringCase: router.isIgnoringCase)
        self.text = text
        query = url.parts.query.map { "?" + url.written($0) } ?? ""
        queryKeys = url.query.map(\.key)
        fragment = url.writtenFragment
    }

    /// The first name that the target asks for and that not every path of the source has.
    func unknownName(from source: RoutePattern) -> String? {
        let (pattern, names) = (writer.pattern, source.parameters.map(\.name))
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
    func target(for match: RouteMatch) throws(RouteURLError) -> String {
        let tail = writer.pattern.hasTail ? match.tail ?? [] : []
        let path = try writer.path(tail: tail, value: match.parameter)
        var place = origin
        if writer.pattern.host != nil {
            if match.isPath { throw RouteURLError(.noOrigin, route: text) }
            place = try writer.site(scheme: match.address.scheme, value: match.parameter)
        }
        let url = (place.isEmpty ? "x://" : place) + path
        try writer.check(url, in: .host(.ignore), tail: tail, value: match.parameter)
        place += path + query
        append(itemsOf: match.address, to: &place)
        if let fragment = fragment ?? match.address.writtenFragment { place += "#" + fragment }
        return place
    }

    /// Appends the items of a URL whose keys the target does not have, as they were written.
    private func append(itemsOf address: URLText, to place: inout String) {
        var separator = query.isEmpty ? "?" : "&"
        for item in address.queryPlaces where !queryKeys.contains(where: { address.isQueryKey(item, $0) }) {
            place += separator + address.written(item.key.lowerBound..<item.value.upperBound)
            separator = "&"
        }
    }
}
