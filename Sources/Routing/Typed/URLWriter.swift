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
        try URLWriter(route, of: self).url(keeping: sticky, at: origin)
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
        try URLWriter(pattern, values, tail, of: self).url(keeping: sticky, at: origin)
    }

    /// The path, with a query, that is read as this value when it is opened by
    /// ``open(path:extras:payload:sticky:following:fileID:line:)``.
    ///
    /// - Throws: The first field that cannot be written.
    public func path(
        for route: some TypedRoute, keeping sticky: [String: String] = [:]
    ) throws(RouteURLError) -> String {
        try URLWriter(route, of: self).path(keeping: sticky)
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
        try URLWriter(pattern, values, tail, of: self).path(keeping: sticky)
    }
}

/// Writes one URL of a pattern, and reads it back.
struct URLWriter {
    private let path: PathWriter
    private let addressing: Addressing
    /// The schemes that the route allows.
    private let schemes: Set<String>
    /// All values: those of parameters, of the query, and of a tail that has a name.
    private let items: [QueryItem]
    private let tail: [String]

    private var pattern: RoutePattern { path.pattern }

    /// A value of a type that is registered with the router or its fallback.
    init(_ route: some TypedRoute, of router: Router) throws(RouteURLError) {
        let type = type(of: route)
        guard let (registered, owner) = router.registration(of: type), let path = registered.writer else {
            throw RouteURLError(.unregistered, route: "\(type)")
        }
        self.path = path
        addressing = owner.addressing
        schemes = registered.schemes
        let tailName = path.pattern.tailName
        let fields = try FieldTexts(of: route).items
        items = tailName == nil ? fields : fields.filter { $0.key != tailName }
        tail = tailName == nil ? [] : fields.filter { $0.key == tailName }.map(\.value)
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
        items = Self.items(values)
        self.tail = tail
    }

    /// A URL that matches a route, of made-up values.
    init(exampleOf route: RegisteredRoute, of router: Router) {
        path = PathWriter(route.pattern)
        addressing = router.addressing
        schemes = route.schemes
        let parameters = route.pattern.parameters.enumerated().map { number, parameter in
            QueryItem(key: parameter.name, value: parameter.type?.samples.first ?? "value\(number)")
        }
        items =
            parameters
            + route.pattern.query.map {
                QueryItem(key: $0.key, value: $0.type?.samples.first ?? "value")
            }
        tail = route.pattern.expansions.allSatisfy(\.endsInTail) ? ["value"] : []
    }

    private var value: PathValues { .items(items) }

    /// The URL at an origin, or at the router's first one that the route allows.
    ///
    /// A router without origins takes any URL; `anyScheme` is for one of those.
    func url(
        keeping sticky: [String: String] = [:], at origin: Origin? = nil, anyScheme: String? = nil
    ) throws(RouteURLError) -> String {
        let place = try place(keeping: sticky)
        let origin = origin ?? addressing.firstOrigin(of: schemes)
        var url: String
        var reader = addressing
        if pattern.host != nil, let scheme = origin?.url.scheme ?? anyScheme {
            url = try pattern.place(scheme: scheme, value) + place
            reader = .host(.ignore)
        } else if let origin {
            url = addressing.url(of: place, at: origin)
            if !addressing.isReading(origin) { reader = .origins([origin]) }
        } else if let anyScheme {
            url = anyScheme + "://" + place
        } else {
            throw RouteURLError(.noOrigin, route: pattern.text)
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
        var place = try path.path(tail: tail, value)
        for requirement in pattern.query {
            let value = value(requirement.key)
            if let value, requirement.type?.accepts(value) ?? true { continue }
            let reason = value == nil ? RouteURLError.Reason.missing : .irreversible
            throw RouteURLError(reason, route: pattern.text, name: requirement.key, value: value)
        }
        var separator = "?"
        for item in items where isInQuery(item.key) { place.append(item, &separator) }
        for item in Self.items(sticky) where !items.contains(where: { $0.key == item.key && isInQuery($0.key) }) {
            place.append(item, &separator)
        }
        return place
    }

    /// Whether values of a name are items of the query; those of parameters are none, unless the pattern asks for them.
    private func isInQuery(_ name: String) -> Bool {
        !pattern.parameters.contains { $0.name == name } || pattern.query.contains { $0.key == name }
    }

    /// Items, sorted by name.
    private static func items(_ values: [String: String]) -> [QueryItem] {
        values.keys.sorted().map { QueryItem(key: $0, value: values[$0] ?? "") }
    }
}

extension String {
    /// Appends an item of a query behind a separator, which is another one for the next item.
    fileprivate mutating func append(_ item: QueryItem, _ separator: inout String) {
        self += separator
        append(encoding: item.key, except: PercentCoding.plainInQueryItem)
        self += "="
        append(encoding: item.value, except: PercentCoding.plainInQueryItem)
        separator = "&"
    }
}

extension Router {
    /// The first route that was registered with a type, and its router, which may be a fallback.
    fileprivate func registration(of type: any TypedRoute.Type) -> (RegisteredRoute, Router)? {
        if let route = snapshot.route(of: type) { return (route, self) }
        return fallback?.registration(of: type)
    }
}

extension RoutePattern {
    /// The scheme and the host of a URL of this pattern, which has one.
    ///
    /// - Throws: When the values do not say the host, or when another one would be read.
    func place(scheme: String, _ value: PathValues) throws(RouteURLError) -> String {
        let host: String
        switch self.host {
        case .literal(let bytes): host = bytes.span.text
        case .parameter(let parameter):
            guard let value = value(parameter.name) else {
                throw RouteURLError(.missing, route: text, name: parameter.name)
            }
            host = value
        case .subdomains, nil: throw RouteURLError(.wildcard, route: text)
        }
        let place = scheme + "://" + host
        // Neither user info nor a port, and what is decoded is what was to be written.
        guard let read = try? URLText(place), read.hasPlainHost, read.authority.hasSameBytes(as: host),
            read.host.hasSameBytes(as: host), read.withHost({ $0.text }).hasSameBytes(as: host)
        else { throw RouteURLError(.irreversible, route: text, name: hostName, value: host) }
        return place
    }
}
