import Dispatchers

extension Router {
    /// Which remembered items a URL that is written takes along.
    public enum KeptItems: Sendable, Hashable {
        /// None.
        case nothing

        /// Those under the router's sticky keys, unless the URL has the key already.
        case sticky
    }

    /// The URL that is read as this value.
    ///
    /// Fields that are not in the path become items of the query in the order in which they are encoded; `nil` is left
    /// out, and a list becomes one item for each element. Whether another route takes the URL first is not looked at.
    ///
    /// - Parameters:
    ///   - route: A value of a type that is registered with this router or its fallback.
    ///   - kept: What else goes into the query.
    ///   - origin: Where the URL is to be; else the router's first origin, of the first scheme that the route allows.
    /// - Returns: The URL as text.
    /// - Throws: The first field that cannot be written.
    public func url(
        for route: some TypedRoute, keeping kept: KeptItems = .nothing, at origin: Origin? = nil
    ) throws(RouteURLError) -> String {
        try url(ofAny: route, kept, origin)
    }

    private func url(
        ofAny route: any TypedRoute, _ kept: KeptItems, _ origin: Origin?
    ) throws(RouteURLError) -> String {
        let type = type(of: route)
        let state = snapshot
        guard let number = state.types[type.address] else {
            guard let fallback else { throw RouteURLError(.unregistered, route: "\(type)") }
            return try fallback.url(ofAny: route, kept, origin)
        }
        let registered = state.table.routes[number].value
        let fields = try FieldTexts(of: route)
        let names = PatternNames(registered.pattern)
        let own = names.outsideQuery
        var written = WrittenURL(registered.pattern, names)
        for name in fields.names {
            let texts = fields.texts[name] ?? []
            if let text = texts.first { written.values[name] = text }
            if name == names.tail { written.tail = texts }
            if name == names.tail || own.contains(name) { continue }
            for text in texts { written.items.append(QueryItem(key: name, value: text)) }
        }
        return try url(written, kept, at: origin ?? addressing.firstOrigin(of: registered.schemes))
    }

    /// The URL of a pattern with these values.
    ///
    /// - Parameters:
    ///   - pattern: A pattern; it need not be registered.
    ///   - values: The values by name; those that are no parameters become items of the query, sorted by name.
    ///   - tail: The segments that the tail takes.
    ///   - kept: What else goes into the query.
    ///   - origin: Where the URL is to be; else the router's first origin.
    /// - Returns: The URL as text.
    /// - Throws: The first value that is missing or cannot be written.
    public func url(
        for pattern: String, with values: [String: String] = [:], tail: [String] = [],
        keeping kept: KeptItems = .nothing, at origin: Origin? = nil
    ) throws(RouteURLError) -> String {
        guard let parsed = try? RoutePattern(pattern, types: types) else {
            throw RouteURLError(.malformedPattern, route: pattern)
        }
        var written = WrittenURL(parsed, PatternNames(parsed))
        written.values = values
        written.tail = tail
        written.add(values, besides: written.names.outsideQuery)
        return try url(written, kept, at: origin ?? addressing.firstOrigin(of: []))
    }

    private func url(
        _ written: borrowing WrittenURL, _ kept: KeptItems, at origin: Origin?
    ) throws(RouteURLError) -> String {
        let path = try written.pattern.path(with: written.values, tail: written.tail)
        try written.checkQuery()
        guard let origin else { try written.fail(.noOrigin) }
        let place = path + written.query(besides: kept == .sticky ? stickyItems : [:])
        var url = addressing.url(of: place, at: origin)
        var reader = addressing.isReading(origin) ? addressing : .origins([origin])
        if written.pattern.host != nil {
            url = try written.pattern.place(with: written.values, scheme: origin.url.scheme) + place
            reader = .host(.ignore)
        }
        guard reader.reads(url, as: place) else { try written.fail(.irreversible, nil, url) }
        return url
    }
}

/// What a URL is written from.
private struct WrittenURL: ~Copyable {
    let pattern: RoutePattern
    let names: PatternNames
    var values: [String: String] = [:]
    var tail: [String] = []
    var items: [QueryItem] = []

    init(_ pattern: RoutePattern, _ names: PatternNames) {
        self.pattern = pattern
        self.names = names
    }

    /// Adds items, sorted by name.
    mutating func add(_ values: [String: String], besides names: [String]) {
        for name in Array(values.keys).inOrder where !names.contains(name) {
            if let value = values[name] { items.append(QueryItem(key: name, value: value)) }
        }
    }

    /// Looks whether the items are there that the pattern asks for.
    func checkQuery() throws(RouteURLError) {
        for requirement in pattern.query {
            let value = items.first { $0.key == requirement.key }?.value
            if let value, requirement.type?.accepts(value) ?? true { continue }
            try fail(value == nil ? .missing : .irreversible, requirement.key, value)
        }
    }

    func query(besides sticky: [String: String]) -> String {
        var whole = WrittenURL(pattern, names)
        whole.items = items
        whole.add(sticky, besides: items.map(\.key))
        var query = ""
        for item in whole.items {
            query += query.isEmpty ? "?" : "&"
            query += PercentCoding.encodedQueryItem(item.key) + "=" + PercentCoding.encodedQueryItem(item.value)
        }
        return query
    }

    /// Throws; not inlined, since each throwing takes much code.
    @inline(never)
    func fail(
        _ reason: RouteURLError.Reason, _ name: String? = nil, _ value: String? = nil
    ) throws(RouteURLError) -> Never {
        throw RouteURLError(reason, route: pattern.text, name: name, value: value)
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
