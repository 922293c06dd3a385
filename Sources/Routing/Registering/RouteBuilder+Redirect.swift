import Dispatchers

extension RouteBuilder {
    /// Adds a route that leads to another place.
    ///
    /// ```swift
    /// routes.redirect("/p/:id", to: "/product/:id")
    /// routes.redirect("/help/*rest", to: "https://help.shop.example/*rest")
    /// ```
    ///
    /// The target is a path of the router, written whole, also inside of a group, or a whole URL; it may have a query and
    /// a fragment of its own. Parameters and the tail stand where it names them. The query of the URL follows, without
    /// the keys that the target has itself, and so does the fragment, unless the target has one. The guards of the group
    /// are asked before, those of the target after.
    ///
    /// A name that the source does not have, or not in every path, is an error; so are redirects that lead in a circle.
    public mutating func redirect(
        _ patterns: String..., to target: String, priority: Int = 0, overriding: Bool = false,
        options: RouteOptions = RouteOptions(), fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        addRedirects(patterns, to: target, location, priority, overriding, options)
    }

    mutating func addRedirects(
        _ patterns: [String], to target: String, _ location: SourceLocation, _ priority: Int = 0,
        _ isOverriding: Bool = false, _ options: RouteOptions = RouteOptions()
    ) {
        do throws(RoutePatternError) {
            let target = try RedirectTarget(target, types: types)
            add(
                patterns,
                RoutePlan(
                    options: options, priority: priority, isOverriding: isOverriding, location: location,
                    action: .redirect(target)))
        } catch {
            report(.init(.malformedTarget, pattern: target, at: location, patternError: error))
        }
    }

    /// Adds a route that leads to the place that a function names; `nil` declines.
    ///
    /// Nothing is carried over: the function has the match, and says the whole place.
    public mutating func redirect(
        _ patterns: String..., priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext by target: @escaping @isolated(any) @Sendable (RouteMatch) throws -> String?
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let handler = RouteHandler(target) { RouteReply(redirectingTo: $0) }
        add(patterns, priority, overriding, options, location, handler)
    }

    /// Adds a route that leads to the place that a function names, which is awaited; `nil` declines.
    ///
    /// Nothing is carried over: the function has the match, and says the whole place.
    public mutating func redirect(
        _ patterns: String..., priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext by target: @escaping @isolated(any) @Sendable (RouteMatch) async throws -> String?
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let handler = RouteHandler { RouteReply(redirectingTo: try await target($0)) }
        add(patterns, priority, overriding, options, location, handler)
    }
}

extension RouteReply {
    fileprivate init(redirectingTo target: String?) {
        self = target.map { .redirect(to: $0) } ?? .declined
    }
}

/// Where a redirect leads: a path with parameters at the place of the URL that was opened, or at a place of its own.
///
/// `/product/:id?ref=old` and `https://shop.example/product/:id` are such targets.
final class RedirectTarget: Sendable {
    /// The target as it was written.
    let text: String

    private let origin: String
    private let path: RoutePattern
    private let takesTail: Bool
    private let query: String
    private let fragment: String?

    /// Takes a target apart; its path is a pattern.
    init(_ text: String, types: [ParameterType]) throws(RoutePatternError) {
        self.text = text
        let (whole, fragment) = text.cut(at: UInt8(ascii: "#"))
        let (place, query) = whole.cut(at: UInt8(ascii: "?"))
        let start = place.pathStart
        self.fragment = fragment
        self.query = query ?? ""
        origin = place.part(from: 0, to: start)
        path = try RoutePattern(place.part(from: start), types: types)
        takesTail = PatternNames(path).hasTail
    }

    /// The first name that the target asks for and that not every path of the source has.
    func unknownName(from source: RoutePattern) -> String? {
        let (own, others) = (PatternNames(path), PatternNames(source))
        if let unknown = own.all.first(where: { !others.all.contains($0) }) { return unknown }
        if own.hasTail, !others.hasTail { return "*" + (own.tail ?? "") }
        return own.required.first { !others.required.contains($0) }
    }

    /// The place for a URL that fits the source.
    ///
    /// Parameters and tail stand where the target names them. The query follows behind the target's own, without the keys
    /// that this has; the fragment stays unless the target has one.
    func place(for match: RouteMatch) throws(RouteURLError) -> String {
        let values = match.parameters
        var place = origin
        if let host = path.host(with: values) { place += "//" + host }
        place += try path.path(with: values, tail: takesTail ? match.tail ?? [] : [])
        let address = match.address
        var items = query
        let own = URLText.writtenItems(of: query, in: 0..<query.utf8.count)
        for item in URLText.writtenItems(of: address.text, in: address.parts.query) {
            if own.contains(where: { $0.key == item.key }) { continue }
            items += items.isEmpty ? item.text : "&" + item.text
        }
        if !items.isEmpty { place += "?" + items }
        if let fragment = fragment ?? address.writtenFragment { place += "#" + fragment }
        return place
    }
}

extension String {
    /// The text up to a character of ASCII, and the rest if there is one.
    fileprivate func cut(at character: UInt8) -> (String, String?) {
        guard let offset = firstOffset(of: character) else { return (self, nil) }
        return (part(from: 0, to: offset), part(from: offset + 1))
    }

    /// Where the path begins: behind scheme and host, if there are any.
    fileprivate var pathStart: Int {
        guard let colon = firstOffset(of: UInt8(ascii: ":")), colon > 0,
            colon < firstOffset(of: UInt8(ascii: "/")) ?? .max, part(from: colon + 1).begins(with: "/")
        else { return 0 }
        guard part(from: colon + 1).begins(with: "//") else { return colon + 1 }
        return part(from: colon + 3).firstOffset(of: UInt8(ascii: "/")).map { colon + 3 + $0 } ?? utf8.count
    }
}
