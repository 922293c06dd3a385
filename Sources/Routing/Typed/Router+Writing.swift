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
        let registered = state.withLock { $0.types[ObjectIdentifier(type)] }
        guard let registered else {
            guard let fallback else { throw RouteURLError(.unregistered, route: "\(type)") }
            return try fallback.url(ofAny: route, kept, origin)
        }
        let fields = try FieldTexts(of: route)
        let pattern = registered.pattern
        let tail = pattern.tailName
        let own = pattern.namesOutsideQuery + (tail.map { [$0] } ?? [])
        let items = fields.names.filter { !own.contains($0) }.flatMap { name in
            (fields.texts[name] ?? []).map { (key: name, value: $0) }
        }
        return try url(
            of: pattern, fields.texts.compactMapValues(\.first), tail: tail.flatMap { fields.texts[$0] } ?? [], items,
            keeping: kept, at: origin ?? addressing.firstOrigin(of: registered.schemes))
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
        let own = parsed.namesOutsideQuery
        let items = sortedItems(of: values, besides: own)
        return try url(
            of: parsed, values, tail: tail, items, keeping: kept, at: origin ?? addressing.firstOrigin(of: []))
    }

    private func url(
        of pattern: RoutePattern, _ values: [String: String], tail: [String], _ items: [(key: String, value: String)],
        keeping kept: KeptItems, at origin: Origin?
    ) throws(RouteURLError) -> String {
        let path = try pattern.path(with: values, tail: tail)
        for requirement in pattern.query {
            let value = items.first { $0.key == requirement.key }?.value
            if let value, requirement.type?.accepts(value) ?? true { continue }
            throw RouteURLError(
                value == nil ? .missing : .irreversible, route: pattern.text, name: requirement.key, value: value)
        }
        guard let origin else { throw RouteURLError(.noOrigin, route: pattern.text) }
        return try url(of: path, pattern, values, at: origin) + query(items, kept)
    }

    private func url(
        of path: String, _ pattern: RoutePattern, _ values: [String: String], at origin: Origin
    ) throws(RouteURLError) -> String {
        switch pattern.host {
        case nil: return addressing.url(of: path, at: origin)
        case .subdomains: throw RouteURLError(.wildcard, route: pattern.text)
        case .literal, .parameter: break
        }
        let name = pattern.hostName
        guard let host = pattern.host(with: values) else {
            throw RouteURLError(.missing, route: pattern.text, name: name)
        }
        let place = "\(origin.url.scheme)://\(host)"
        guard let read = try? URLText(place), read.host == host, read.path.isEmpty else {
            throw RouteURLError(.irreversible, route: pattern.text, name: name, value: host)
        }
        return place + path
    }

    private func query(_ items: [(key: String, value: String)], _ kept: KeptItems) -> String {
        let own = items.map(\.key)
        let sticky = kept == .sticky ? sortedItems(of: stickyItems, besides: own) : []
        let texts = (items + sticky).map { key, value in
            PercentCoding.encodedQueryItem(key) + "=" + PercentCoding.encodedQueryItem(value)
        }
        return texts.isEmpty ? "" : "?" + texts.joined(separator: "&")
    }

    private func sortedItems(of values: [String: String], besides names: [String]) -> [(key: String, value: String)] {
        Array(values.keys).sorted().compactMap { key in names.contains(key) ? nil : values[key].map { (key, $0) } }
    }
}

extension Addressing {
    /// The first origin, of one of the schemes if there are any.
    func firstOrigin(of schemes: Set<String>) -> Origin? {
        guard case .origins(let list) = self else { return nil }
        let lowercased = schemes.map { $0.lowercased() }
        return list.origins.first { schemes.isEmpty || lowercased.contains($0.url.scheme.lowercased()) }
    }

    /// The URL of a path at an origin; where a host is the first segment, that is written as one.
    fileprivate func url(of path: String, at origin: Origin) -> String {
        switch self {
        case .host(.path), .origins: origin.url(of: path)
        case .host: "\(origin)\(origin.endsInSlash ? path.dropFirst() : path[...])"
        }
    }
}
