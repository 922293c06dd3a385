/// Writes one URL of a pattern, and reads it back.
struct URLWriter {
    private let path: PathWriter
    private let addressing: Addressing
    /// The schemes that the route allows.
    private let schemes: Set<String>
    private var values: [String: String]
    private var tail: [String]
    private var items: [QueryItem] = []

    private var pattern: RoutePattern { path.pattern }

    /// A value of a type that is registered with the router or its fallback.
    init(_ route: some TypedRoute, of router: Router) throws(RouteURLError) {
        let type = type(of: route)
        guard let (registered, owner) = router.registration(of: type) else {
            throw RouteURLError(.unregistered, route: "\(type)")
        }
        path = registered.writer ?? PathWriter(registered.pattern)
        addressing = owner.addressing
        schemes = registered.schemes
        values = [:]
        tail = []
        let fields = try FieldTexts(of: route)
        let own = path.names.outsideQuery
        for name in fields.names {
            let texts = fields.texts[name] ?? []
            if let text = texts.first { values[name] = text }
            if name == path.names.tail { tail = texts }
            if name == path.names.tail || own.contains(name) { continue }
            for text in texts { items.append(QueryItem(key: name, value: text)) }
        }
    }

    /// The values of a pattern.
    init(_ text: String, _ values: [String: String], _ tail: [String], of router: Router) throws(RouteURLError) {
        do throws(RoutePatternError) {
            path = PathWriter(try RoutePattern(text, types: router.types))
        } catch {
            throw RouteURLError(error)
        }
        addressing = router.addressing
        schemes = []
        self.values = values
        self.tail = tail
        items = Self.items(values, besides: path.names.outsideQuery)
    }

    /// A URL that matches a route, of values that are made up.
    init(exampleOf route: RegisteredRoute, of router: Router) {
        path = PathWriter(route.pattern)
        addressing = router.addressing
        schemes = route.schemes
        values = [:]
        for parameter in path.pattern.parameters {
            values[parameter.name] = parameter.type?.samples.first ?? "value\(values.count)"
        }
        tail = path.names.alwaysHasTail ? ["value"] : []
        for item in path.pattern.query {
            items.append(QueryItem(key: item.key, value: item.type?.samples.first ?? "value"))
        }
    }

    /// The URL at an origin, or at the router's first one that the route allows.
    ///
    /// A router without origins takes any URL; `anyScheme` is for one of those.
    func url(
        keeping sticky: [String: String] = [:], at origin: Origin? = nil, anyScheme: String? = nil
    ) throws(RouteURLError) -> String {
        let place = try place(keeping: sticky)
        let origin = origin ?? addressing.firstOrigin(of: schemes)
        guard let scheme = origin?.url.scheme ?? anyScheme else { throw RouteURLError(.noOrigin, route: pattern.text) }
        var url = origin.map { addressing.url(of: place, at: $0) } ?? scheme + "://" + place
        var reader = addressing
        if let origin, !addressing.isReading(origin) { reader = .origins([origin]) }
        if pattern.host != nil {
            url = try pattern.place(with: values, scheme: scheme) + place
            reader = .host(.ignore)
        }
        guard reader.reads(url, as: place) else {
            throw RouteURLError(.irreversible, route: pattern.text, value: url)
        }
        return url
    }

    /// The path with the query, for a reader that knows the host.
    func path(keeping sticky: [String: String]) throws(RouteURLError) -> String {
        guard pattern.host == nil else { throw RouteURLError(.noOrigin, route: pattern.text) }
        return try Addressing.place(place(keeping: sticky))
    }

    /// The path with the query.
    private func place(keeping sticky: [String: String]) throws(RouteURLError) -> String {
        var place = try path.path(with: values, tail: tail)
        try checkQuery()
        var separator = "?"
        for item in items + Self.items(sticky, besides: items.map(\.key)) {
            place += separator
            place += PercentCoding.encoded(item.key.bytes, except: PercentCoding.plainInQueryItem)
            place += "=" + PercentCoding.encoded(item.value.bytes, except: PercentCoding.plainInQueryItem)
            separator = "&"
        }
        return place
    }

    /// Looks whether the items are there that the pattern asks for.
    private func checkQuery() throws(RouteURLError) {
        for requirement in pattern.query {
            let value = items.first { $0.key == requirement.key }?.value
            if let value, requirement.type?.accepts(value) ?? true { continue }
            let reason = value == nil ? RouteURLError.Reason.missing : .irreversible
            throw RouteURLError(reason, route: pattern.text, name: requirement.key, value: value)
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
}

extension Router {
    /// The first route that was registered with a type, and its router, which may be a fallback.
    fileprivate func registration(of type: any TypedRoute.Type) -> (RegisteredRoute, Router)? {
        let state = snapshot
        if let number = state.typedRoutes.number(of: type.address) { return (state.table.values[number], self) }
        return fallback?.registration(of: type)
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
        guard let read = try? URLText(place), read.hasPlainHost, read.authority.hasSameBytes(as: host),
            read.host.hasSameBytes(as: host),
            read.withHost({ String($0, from: 0, to: $0.count) }).hasSameBytes(as: host)
        else { throw RouteURLError(.irreversible, route: text, name: name, value: host) }
        return place
    }
}
