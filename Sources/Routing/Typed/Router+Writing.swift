import Dispatchers

extension Router {
    /// The URL that is read as this value.
    ///
    /// Fields that are not in the path become items of the query in the order in which they are encoded; `nil` is left
    /// out, and a list becomes one item for each element. The sticky items follow, except those whose key the URL has
    /// already. Whether another route takes the URL first is not looked at.
    ///
    /// The URL is at the given origin, or else at the router's first one of the first scheme that the route allows.
    ///
    /// - Throws: The first field that cannot be written.
    public func url(
        for route: some TypedRoute, keeping sticky: [String: String] = [:], at origin: Origin? = nil
    ) throws(RouteURLError) -> String {
        let written = try WrittenURL(route, of: self)
        return try url(written, sticky, at: origin ?? written.router.addressing.firstOrigin(of: written.schemes))
    }

    /// The URL of a pattern with these values; the pattern need not be registered.
    ///
    /// Values that are no parameters become items of the query, sorted by name. The sticky items follow, except those whose
    /// key the URL has already. The URL is at the given origin, or else at the router's first one.
    ///
    /// - Throws: The first value that is missing or cannot be written.
    public func url(
        for pattern: String, with values: [String: String] = [:], tail: [String] = [],
        keeping sticky: [String: String] = [:], at origin: Origin? = nil
    ) throws(RouteURLError) -> String {
        let written = try WrittenURL(pattern, values, tail, of: self)
        return try url(written, sticky, at: origin ?? addressing.firstOrigin(of: []))
    }

    /// The path, with a query, that is read as this value when it is opened by
    /// ``open(path:extras:payload:sticky:following:fileID:line:)``.
    ///
    /// - Throws: The first field that cannot be written.
    public func path(
        for route: some TypedRoute, keeping sticky: [String: String] = [:]
    ) throws(RouteURLError) -> String {
        try WrittenURL(route, of: self).pathAlone(keeping: sticky)
    }

    /// The path, with a query, of a pattern with these values; the pattern need not be registered.
    ///
    /// Also the way to name the place of a redirect, `.redirect(to: try router.path(for: "/user/:id", with: ["id": id]))`.
    ///
    /// - Throws: The first value that is missing or cannot be written.
    public func path(
        for pattern: String, with values: [String: String] = [:], tail: [String] = [],
        keeping sticky: [String: String] = [:]
    ) throws(RouteURLError) -> String {
        try WrittenURL(pattern, values, tail, of: self).pathAlone(keeping: sticky)
    }

    private func url(
        _ written: WrittenURL, _ sticky: [String: String], at origin: Origin?
    ) throws(RouteURLError) -> String {
        let addressing = written.router.addressing
        guard let origin else { throw written.error(.noOrigin) }
        let place = try written.place(keeping: sticky)
        var url = addressing.url(of: place, at: origin)
        var reader = addressing.isReading(origin) ? addressing : .origins([origin])
        if written.pattern.host != nil {
            url = try written.pattern.place(with: written.values, scheme: origin.url.scheme) + place
            reader = .host(.ignore)
        }
        guard reader.reads(url, as: place) else { throw written.error(.irreversible, nil, url) }
        return url
    }
}

/// What a URL is written from.
private struct WrittenURL {
    let pattern: RoutePattern
    let names: PatternNames
    /// The router that has the route.
    let router: Router
    /// The schemes that the route allows.
    var schemes: Set<String> = []
    var values: [String: String] = [:]
    var tail: [String] = []
    var items: [QueryItem] = []

    /// A value of a type that is registered with the router or its fallback.
    init(_ route: some TypedRoute, of router: Router) throws(RouteURLError) {
        let type = type(of: route)
        var owner: Router? = router
        var registered: RegisteredRoute?
        while let router = owner, registered == nil {
            let state = router.snapshot
            registered = state.types[type.address].map { state.table.routes[$0].value }
            if registered == nil { owner = router.fallback }
        }
        guard let registered, let owner else { throw RouteURLError(.unregistered, route: "\(type)") }
        pattern = registered.pattern
        names = PatternNames(pattern)
        self.router = owner
        schemes = registered.schemes
        let fields = try FieldTexts(of: route)
        let own = names.outsideQuery
        for name in fields.names {
            let texts = fields.texts[name] ?? []
            if let text = texts.first { values[name] = text }
            if name == names.tail { tail = texts }
            if name == names.tail || own.contains(name) { continue }
            for text in texts { items.append(QueryItem(key: name, value: text)) }
        }
    }

    /// The values of a pattern.
    init(_ text: String, _ values: [String: String], _ tail: [String], of router: Router) throws(RouteURLError) {
        do throws(RoutePatternError) {
            pattern = try RoutePattern(text, types: router.types)
        } catch {
            throw RouteURLError(.malformedPattern, route: text)
        }
        names = PatternNames(pattern)
        self.router = router
        self.values = values
        self.tail = tail
        items = Self.items(values, besides: names.outsideQuery)
    }

    /// The path with the query.
    func place(keeping sticky: [String: String]) throws(RouteURLError) -> String {
        var place = try pattern.path(with: values, tail: tail)
        try checkQuery()
        var separator = "?"
        for item in items + Self.items(sticky, besides: items.map(\.key)) {
            place += separator
            place += PercentCoding.encodedQueryItem(item.key) + "=" + PercentCoding.encodedQueryItem(item.value)
            separator = "&"
        }
        return place
    }

    /// The path with the query, for a reader that knows the host.
    func pathAlone(keeping sticky: [String: String]) throws(RouteURLError) -> String {
        guard pattern.host == nil else { throw error(.noOrigin) }
        return try Addressing.place(place(keeping: sticky))
    }

    /// Looks whether the items are there that the pattern asks for.
    private func checkQuery() throws(RouteURLError) {
        for requirement in pattern.query {
            let value = items.first { $0.key == requirement.key }?.value
            if let value, requirement.type?.accepts(value) ?? true { continue }
            throw error(value == nil ? .missing : .irreversible, requirement.key, value)
        }
    }

    /// Items, sorted by name.
    private static func items(_ values: [String: String], besides names: [String]) -> [QueryItem] {
        var items: [QueryItem] = []
        for name in Array(values.keys).inOrder where !names.contains(name) {
            if let value = values[name] { items.append(QueryItem(key: name, value: value)) }
        }
        return items
    }

    func error(_ reason: RouteURLError.Reason, _ name: String? = nil, _ value: String? = nil) -> RouteURLError {
        RouteURLError(reason, route: pattern.text, name: name, value: value)
    }
}

extension RoutePattern {
    /// The scheme and the host of a URL of this pattern, which has one.
    ///
    /// - Throws: When the values do not say the host, or when another one would be read.
    func place(with values: [String: String], scheme: String) throws(RouteURLError) -> String {
        var name: String?
        let host: String
        switch self.host {
        case .literal(let bytes): host = String(decoding: bytes, as: UTF8.self)
        case .parameter(let parameter):
            name = parameter.name
            guard let value = values[parameter.name] else { throw RouteURLError(.missing, route: text, name: name) }
            host = value
        case .subdomains, nil: throw RouteURLError(.wildcard, route: text)
        }
        let place = scheme + "://" + host
        // Neither user info nor a port, and what is decoded is what was to be written.
        guard let read = try? URLText(place), read.authority == host, read.host == host,
            read.withHost({ String($0, from: 0, to: $0.count) }).hasSameBytes(as: host)
        else { throw RouteURLError(.irreversible, route: text, name: name, value: host) }
        return place
    }
}

extension Addressing {
    /// Whether URLs at an origin are read by it.
    fileprivate func isReading(_ origin: Origin) -> Bool {
        guard case .origins(let list) = self else { return false }
        return list.origins.contains(origin)
    }

    /// The first origin, of one of the schemes if there are any.
    func firstOrigin(of schemes: Set<String>) -> Origin? {
        guard case .origins(let list) = self else { return nil }
        for origin in list.origins {
            let scheme = origin.url.scheme.lowercased()
            if schemes.isEmpty || schemes.contains(where: { $0.lowercased() == scheme }) { return origin }
        }
        return nil
    }

    /// The URL of a path at an origin; where a host is the first segment, that is written as one.
    fileprivate func url(of path: String, at origin: Origin) -> String {
        switch self {
        case .host(.path), .origins: origin.url(of: path)
        case .host: origin.place + path
        }
    }
}
