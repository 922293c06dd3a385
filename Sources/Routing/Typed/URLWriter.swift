extension Router {
    /// The URL that is read as this value.
    ///
    /// Fields that are not in the path become items of the query in the order in which they are encoded; `nil` is left
    /// out, and a list becomes one item for each element. It is not checked whether another route matches the URL
    /// first.
    ///
    /// The URL has the given origin, or the router's first origin of a scheme that the route allows and that does not
    /// stand for all subdomains of a host.
    ///
    /// - Throws: The first field that cannot be written.
    public func url(
        for route: some TypedRoute, at origin: Origin? = nil
    ) throws(RouteURLError) -> String {
        try URLWriter(route, of: self).url(at: origin)
    }

    /// The URL of a pattern with these values; the pattern need not be registered.
    ///
    /// The pattern begins with a slash. For the name of a route, use ``url(named:with:tail:at:)``.
    ///
    /// Values that are not parameters become items of the query, sorted by name. The URL has the given origin, or the
    /// router's first one.
    ///
    /// - Throws: The first value that is missing or cannot be written.
    public func url(
        for pattern: String, with values: [String: String] = [:], tail: [String] = [], at origin: Origin? = nil
    ) throws(RouteURLError) -> String {
        try URLWriter(pattern, values, tail, of: self).url(at: origin)
    }

    /// The URL of the route that has a name, with these values.
    ///
    /// ```swift
    /// // {"routes": [{"pattern": "/product/:id", "name": "product"}]}
    /// try router.url(named: "product", with: ["id": "42"])  // shop://product/42
    /// ```
    ///
    /// If several routes have the name, the first one counts that is not a redirect; the fallback is asked if there is
    /// none. Linear in the number of routes. Otherwise this is the same as ``url(for:with:tail:at:)``, with an origin
    /// of the first scheme that the route allows.
    ///
    /// - Throws: The first value that is missing or cannot be written, or an error if no route has the name.
    public func url(
        named name: String, with values: [String: String] = [:], tail: [String] = [], at origin: Origin? = nil
    ) throws(RouteURLError) -> String {
        try URLWriter(named: name, values, tail, of: self).url(at: origin)
    }

    /// The path, with a query, of the route that has a name; see ``url(named:with:tail:at:)``.
    ///
    /// - Throws: The first value that is missing or cannot be written, or an error if no route has the name.
    public func path(
        named name: String, with values: [String: String] = [:], tail: [String] = []
    ) throws(RouteURLError) -> String {
        try URLWriter(named: name, values, tail, of: self).path()
    }

    /// The path, with a query, that is read as this value when it is opened by
    /// ``open(path:extras:payload:following:fileID:line:)``.
    ///
    /// - Throws: The first field that cannot be written.
    public func path(
        for route: some TypedRoute
    ) throws(RouteURLError) -> String {
        try URLWriter(route, of: self).path()
    }

    /// The path, with a query, of a pattern with these values; the pattern need not be registered.
    ///
    /// The pattern begins with a slash. For the name of a route, use ``path(named:with:tail:)``.
    ///
    /// Use it to write the target of a redirect, `.redirect(to: try router.path(for: "/user/:id", with: ["id": id]))`.
    ///
    /// - Throws: The first value that is missing or cannot be written.
    public func path(
        for pattern: String, with values: [String: String] = [:], tail: [String] = []
    ) throws(RouteURLError) -> String {
        try URLWriter(pattern, values, tail, of: self).path()
    }
}

extension Router {
    /// The path of a value, or its URL if the router with the route has other origins, or its pattern a host.
    func redirectTarget(for route: some TypedRoute) throws(RouteURLError) -> String {
        let registered = registration(of: type(of: route))
        let isNear = registered.map { $1.addressing == addressing && $0.pattern.host == nil } ?? true
        return isNear ? try path(for: route) : try url(for: route)
    }
}

/// Writes one URL of a pattern, and reads it back.
private struct URLWriter {
    private let writer: PatternWriter
    private let addressing: Addressing
    /// The schemes that the route allows.
    private let schemes: Set<String>
    /// The values of the parameters and of the query.
    private let items: [QueryItem]
    private let tail: [String]

    private var pattern: RoutePattern { writer.pattern }

    /// A value of a type that is registered with the router or its fallback.
    init(_ route: some TypedRoute, of router: Router) throws(RouteURLError) {
        let type = type(of: route)
        guard let (registered, owner) = router.registration(of: type), let writer = registered.plan.typed?.writer else {
            throw RouteURLError(.unregistered, route: "\(type)")
        }
        self.writer = writer
        addressing = owner.addressing
        schemes = registered.options.schemes
        let tailName = writer.pattern.tailName
        items = try FieldsEncoder.items(of: route)
        tail = items.filter { item in tailName.map { item.key.hasSameBytes(as: $0) } ?? false }.map(\.value)
    }

    /// The values of a pattern.
    init(_ text: String, _ values: [String: String], _ tail: [String], of router: Router) throws(RouteURLError) {
        // The parser accepts a pattern without its first slash, so the name of a route would be a pattern, too.
        guard text.utf8.first.map(ASCIISet("/(?*:").contains) ?? true else {
            throw RouteURLError(.noPattern, route: text)
        }
        do throws(RoutePatternError) {
            let pattern = try RoutePattern(text, types: router.types)
            writer = PatternWriter(pattern, ignoringCase: router.isIgnoringCase)
        } catch {
            throw RouteURLError(error)
        }
        addressing = router.addressing
        schemes = []
        items = values.map(\.key).sorted().map { ($0, values[$0] ?? "") }
        self.tail = tail
    }

    /// The values of the route that has a name.
    init(
        named name: String, _ values: [String: String], _ tail: [String], of router: Router
    ) throws(RouteURLError) {
        guard let (route, owner) = router.registration(named: name) else { throw RouteURLError(.unnamed, route: name) }
        writer = route.plan.typed?.writer ?? PatternWriter(route.pattern, ignoringCase: owner.isIgnoringCase)
        addressing = owner.addressing
        schemes = route.options.schemes
        items = values.map(\.key).sorted().map { ($0, values[$0] ?? "") }
        self.tail = tail
    }

    /// The URL at an origin, or at the router's first one that the route allows.
    func url(at origin: Origin?) throws(RouteURLError) -> String {
        let path = try writer.path(tail: tail, value: value)
        guard let origin = origin ?? addressing.firstOrigin(of: schemes) ?? addressing.firstWildcard(of: schemes) else {
            throw RouteURLError(.noOrigin, route: pattern.text)
        }
        if origin.isWildcard {
            throw RouteURLError(.wildcardOrigin, route: pattern.text, value: origin.description)
        }
        var url = try self.url(of: path, at: origin)
        appendQuery(to: &url)
        try writer.check(url, in: reader(of: url, at: origin), tail: tail, value: value)
        return url
    }

    /// The URL of a path without a query.
    private func url(of path: String, at origin: Origin) throws(RouteURLError) -> String {
        if pattern.host != nil { return try writer.site(scheme: origin.url.scheme, value: value) + path }
        switch addressing {
        case .origins, .host(.path): return origin.url(of: path)
        case .host: return origin.base + path
        }
    }

    /// The way in which a URL is read: the router's own, or that of the origin if the router does not take the URL.
    private func reader(of url: String, at origin: Origin) -> Addressing {
        if pattern.host != nil { return .host(.ignore) }
        guard let address = try? URLText(url), addressing.path(of: address) != nil else { return .origins([origin]) }
        return addressing
    }

    /// The path with the query, for a reader that knows the host.
    func path() throws(RouteURLError) -> String {
        guard pattern.host == nil else { throw RouteURLError(.noOrigin, route: pattern.text) }
        var path = try writer.path(tail: tail, value: value)
        appendQuery(to: &path)
        try writer.check("x://" + path, in: .host(.ignore), tail: tail, value: value)
        return try Addressing.checked(path)
    }

    /// Appends the values that are not in the path.
    private func appendQuery(to url: inout String) {
        var separator = "?"
        func append(_ key: String, _ value: String) {
            url += separator
            url += key.encoded(except: PercentCoding.plainInQueryItem)
            url += "="
            url += value.encoded(except: PercentCoding.plainInQueryItem)
            separator = "&"
        }
        for item in items where isInQuery(item.key) { append(item.key, item.value) }
    }

    private func value(_ name: String) -> String? { items.first { $0.key.hasSameBytes(as: name) }?.value }

    /// Returns whether values of a name are items of the query: those that are not in the path, and those that the
    /// pattern requires.
    private func isInQuery(_ name: String) -> Bool {
        if pattern.query.contains(where: { $0.name.hasSameBytes(as: name) }) { return true }
        let isInPath = pattern.parameters.contains { $0.name.hasSameBytes(as: name) }
        return !isInPath && pattern.tailName?.hasSameBytes(as: name) != true
    }
}

extension Router {
    /// The first route that was registered with a type, and its router, which may be a fallback.
    fileprivate func registration(of type: any TypedRoute.Type) -> (RegisteredRoute, Router)? {
        registration { $0.plan.typed?.type == type }
    }

    /// The first route of a name that is not a redirect, and its router, which may be a fallback.
    fileprivate func registration(named name: String) -> (RegisteredRoute, Router)? {
        registration { $0.redirect == nil && $0.options.name?.hasSameBytes(as: name) == true }
    }

    private func registration(where isWanted: (RegisteredRoute) -> Bool) -> (RegisteredRoute, Router)? {
        for router in chain {
            if let route = router.routes.first(where: isWanted) { return (route, router) }
        }
        return nil
    }
}

/// A URL or a path that could not be written.
public struct RouteURLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The pattern, the type or the target that was to be written.
    public let route: String

    /// The parameter or field; `nil` when it is about the route as a whole.
    public let name: String?

    /// The value that could not be written.
    public let value: String?

    /// The value that could not be written and the reason, in one sentence.
    public let description: String

    /// The reasons, each as the end of a sentence.
    enum Reason: String {
        case missing = "has no value"
        case irreversible = "would not be read back"
        case unplaced = "does not fit into any path of the pattern"
        case unsupported = "is neither a single value nor a list of them"
        case unregistered = "is not registered with this router"
        case unnamed = "is not the name of a route of this router"
        case noPattern = "is not a pattern, which begins with a slash; the URL of a named route is `url(named:with:)`"
        case noOrigin = "needs an origin, and there is none"
        case wildcardOrigin = "matches many hosts; pass the origin of one of them as `at:`"
    }

    /// Creates an error; the cause is a clause that follows the reason.
    init(_ reason: Reason, route: String, name: String? = nil, value: String? = nil, because cause: String? = nil) {
        self.route = route
        self.name = name
        self.value = value
        var what = name?.quoted ?? value?.quoted ?? "it"
        if name != nil, let value { what += ", which is \(value.quoted)," }
        description = "There is no URL for \(route.quoted): \(what) \(reason.rawValue)\(cause.map { ": " + $0 } ?? "")."
    }

    init(_ error: RoutePatternError) {
        route = error.pattern
        name = nil
        value = nil
        description = error.description
    }
}
