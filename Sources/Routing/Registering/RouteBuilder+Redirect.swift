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
        do throws(RoutePatternError) {
            let target = try RedirectTarget(target, types: types)
            let plan = RoutePlan(
                options: options, priority: priority, isOverriding: overriding, location: location,
                action: .redirect(target))
            for text in patterns { addRedirect(text, to: target, plan) }
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
        let handler = IsolatedHandler(target) { RouteReply(redirectingTo: $0) }
        let plan = RoutePlan(
            options: options, priority: priority, isOverriding: overriding,
            location: SourceLocation(fileID: fileID, line: line), action: .perform(.synchronous(handler)))
        add(patterns, plan)
    }

    /// Adds a route that leads to the place that a function names, which is awaited; `nil` declines.
    ///
    /// Nothing is carried over: the function has the match, and says the whole place.
    public mutating func redirect(
        _ patterns: String..., priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext by target: @escaping @isolated(any) @Sendable (RouteMatch) async throws -> String?
    ) {
        let plan = RoutePlan(
            options: options, priority: priority, isOverriding: overriding,
            location: SourceLocation(fileID: fileID, line: line),
            action: .perform(.asynchronous { RouteReply(redirectingTo: try await target($0)) }))
        add(patterns, plan)
    }

    private mutating func addRedirect(_ text: String, to target: RedirectTarget, _ plan: RoutePlan) {
        for source in sources(of: text, plan) {
            if let name = target.unknownName(from: source.pattern) {
                report(
                    .init(
                        .unknownParameter, pattern: source.pattern.text, at: plan.location, name: name,
                        detail: target.text))
            }
            add(source.pattern, source.plan)
        }
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
struct RedirectTarget: Sendable {
    /// The target as it was written.
    let text: String

    private let origin: String
    private let path: RoutePattern
    private let query: String
    private let fragment: String?

    /// Takes a target apart; its path is a pattern.
    init(_ text: String, types: [ParameterType]) throws(RoutePatternError) {
        self.text = text
        let (whole, fragment) = text.cut(at: UInt8(ascii: "#"))
        let (place, query) = whole.cut(at: UInt8(ascii: "?"))
        let start = place.utf8.pathStart
        self.fragment = fragment
        self.query = query ?? ""
        origin = String(place[..<start])
        path = try RoutePattern(String(place[start...]), types: types)
    }

    /// The first name that the target asks for and that not every path of the source has.
    func unknownName(from source: RoutePattern) -> String? {
        let unknown = path.parameterNames.first { !source.parameterNames.contains($0) }
        if let unknown { return unknown }
        if path.expansions.contains(where: \.endsInTail), !source.expansions.contains(where: \.endsInTail) {
            return "*" + (path.tailName ?? "")
        }
        let required = source.requiredNames
        return path.requiredNames.first { !required.contains($0) }
    }

    /// The place for a URL that fits the source.
    ///
    /// Parameters and tail stand where the target names them. The query follows behind the target's own, without the keys
    /// that this has; the fragment stays unless the target has one.
    func place(for match: RouteMatch) throws(RouteURLError) -> String {
        let takesTail = path.expansions.contains(where: \.endsInTail)
        let host = path.host(with: match.parameters).map { "//" + $0 } ?? ""
        var place = origin + host + (try path.path(with: match.parameters, tail: takesTail ? match.tail ?? [] : []))
        let ownKeys = URLText.items(of: query, in: 0..<query.utf8.count).map(\.key)
        var items = query
        for item in match.address.rawQueryItems where !ownKeys.contains(item.key) {
            items += (items.isEmpty ? "" : "&") + item.text
        }
        if !items.isEmpty { place += "?" + items }
        if let fragment = fragment ?? match.address.rawFragment { place += "#" + fragment }
        return place
    }
}

extension String {
    /// The text up to a character of ASCII, and the rest if there is one.
    fileprivate func cut(at character: UInt8) -> (String, String?) {
        guard let index = utf8.firstIndex(of: character) else { return (self, nil) }
        return (String(self[..<index]), String(self[utf8.index(after: index)...]))
    }
}

extension String.UTF8View {
    /// Where the path begins: behind scheme and host, if there are any.
    fileprivate var pathStart: Index {
        guard let colon = firstIndex(where: { $0.isOne(of: "/:") }), self[colon] == UInt8(ascii: ":"),
            colon > startIndex
        else { return startIndex }
        let rest = self[index(after: colon)...]
        let slash = UInt8(ascii: "/")
        guard rest.first == slash else { return startIndex }
        guard rest.dropFirst().first == slash else { return rest.startIndex }
        return rest.dropFirst(2).firstIndex(of: slash) ?? endIndex
    }
}
