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
    public func url<Route: TypedRoute>(
        for route: Route, keeping kept: KeptItems = .nothing, at origin: Origin? = nil
    ) throws(RouteURLError) -> String {
        let registered = state.withLock { $0.types[ObjectIdentifier(Route.self)] }
        guard let registered else {
            guard let fallback else { throw RouteURLError(.unregistered, route: "\(Route.self)") }
            return try fallback.url(for: route, keeping: kept, at: origin)
        }
        let fields = try FieldTexts(of: route)
        let pattern = registered.pattern
        let tail = pattern.tailName
        let parameters = Set(pattern.parameterNames)
        var items: [(key: String, value: String)] = []
        for name in fields.names where name != tail && !parameters.contains(name) {
            items += (fields.texts[name] ?? []).map { (name, $0) }
        }
        let values = fields.texts.filter { parameters.contains($0.key) }.compactMapValues(\.first)
        let path = try pattern.path(with: values, tail: tail.flatMap { fields.texts[$0] } ?? [])
        return try place(pattern, registered.schemes, values, at: origin) + path + query(items, kept)
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
        let items = values.filter { !parsed.parameterNames.contains($0.key) }.sorted { $0.key < $1.key }
        if let missing = parsed.query.first(where: { values[$0.key] == nil }) {
            throw RouteURLError(.missing, route: pattern, name: missing.key)
        }
        let path = try parsed.path(with: values, tail: tail)
        return try place(parsed, [], values, at: origin) + path + query(items.map { ($0.key, $0.value) }, kept)
    }

    private func place(
        _ pattern: RoutePattern, _ schemes: Set<String>, _ values: [String: String], at origin: Origin?
    ) throws(RouteURLError) -> String {
        guard let origin = origin ?? addressing.firstOrigin(of: schemes) else {
            throw RouteURLError(.noOrigin, route: pattern.text)
        }
        switch pattern.host {
        case nil: return origin.url(of: "")
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
        return place
    }

    private func query(_ items: [(key: String, value: String)], _ kept: KeptItems) -> String {
        let own = Set(items.map(\.key))
        let sticky = kept == .sticky ? stickyItems.filter { !own.contains($0.key) }.sorted { $0.key < $1.key } : []
        let texts = (items + sticky.map { ($0.key, $0.value) }).map { key, value in
            PercentCoding.encodedQueryItem(key) + "=" + PercentCoding.encodedQueryItem(value)
        }
        return texts.isEmpty ? "" : "?" + texts.joined(separator: "&")
    }
}

extension Addressing {
    /// The first origin, of one of the schemes if there are any.
    func firstOrigin(of schemes: Set<String>) -> Origin? {
        guard case .origins(let list) = self else { return nil }
        let lowercased = Set(schemes.map { $0.lowercased() })
        return list.origins.first { schemes.isEmpty || lowercased.contains($0.url.scheme.lowercased()) }
    }
}
