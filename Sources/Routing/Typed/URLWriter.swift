extension Router {
    /// The URL that is read as this value.
    ///
    /// Fields that are not in the path become items of the query in the order in which they are encoded; `nil` is left
    /// out, and a list becomes one item for each element. The sticky items follow, except those whose key the URL has
    /// already. It is not checked whether another route matches the URL first.
    ///
    /// The URL has the given origin, or the router's first origin of the first scheme that the route allows.
    ///
    /// - Throws: The first field that cannot be written.
    public func url(
        for route: some TypedRoute, keeping sticky: [String: String] = [:], at origin: Origin? = nil
    ) throws(RouteURLError) -> String {
        try URLWriter(route, of: self).url(keeping: sticky, at: origin)
    }

    /// The URL of a pattern with these values; the pattern need not be registered.
    ///
    /// Values that are not parameters become items of the query, sorted by name. The sticky items follow, except those whose
    /// key the URL has already. The URL has the given origin, or the router's first one.
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
    /// Use it to write the target of a redirect, `.redirect(to: try router.path(for: "/user/:id", with: ["id": id]))`.
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
    private let pattern: RoutePattern
    private let addressing: Addressing
    /// The schemes that the route allows.
    private let schemes: Set<String>
    /// All values: those of parameters and of the query.
    private let items: [QueryItem]
    private let tail: [String]

    /// A value of a type that is registered with the router or its fallback.
    init(_ route: some TypedRoute, of router: Router) throws(RouteURLError) {
        let type = type(of: route)
        guard let (registered, owner) = router.registration(of: type) else {
            throw RouteURLError(.unregistered, route: "\(type)")
        }
        pattern = registered.pattern
        addressing = owner.addressing
        schemes = registered.schemes
        let tailName = pattern.tailName
        let fields = try FieldTexts(of: route).items
        items = fields.filter { $0.key != tailName }
        tail = fields.filter { $0.key == tailName }.map(\.value)
    }

    /// The values of a pattern.
    init(_ text: String, _ values: [String: String], _ tail: [String], of router: Router) throws(RouteURLError) {
        do throws(RoutePatternError) {
            pattern = try RoutePattern(text, types: router.types)
        } catch {
            throw RouteURLError(error)
        }
        addressing = router.addressing
        schemes = []
        items = Self.items(values)
        self.tail = tail
    }

    /// The URL at an origin, or at the router's first one that the route allows.
    func url(keeping sticky: [String: String], at origin: Origin?) throws(RouteURLError) -> String {
        let place = try place(keeping: sticky)
        guard let origin = origin ?? addressing.firstOrigin(of: schemes) else {
            throw RouteURLError(.noOrigin, route: pattern.text)
        }
        if pattern.host != nil {
            let site = try pattern.site(scheme: origin.url.scheme, value: value)
            return try Addressing.host(.ignore).checked(site + place, as: place, of: pattern.text)
        }
        var reader = Addressing.origins([origin])
        var url = origin.url(of: place)
        switch addressing {
        case .origins(let origins): if origins.contains(origin) { reader = addressing }
        case .host(.path): break
        case .host: url = origin.place + place
        }
        return try reader.checked(url, as: place, of: pattern.text)
    }

    /// The path with the query, for a reader that knows the host.
    func path(keeping sticky: [String: String]) throws(RouteURLError) -> String {
        guard pattern.host == nil else { throw RouteURLError(.noOrigin, route: pattern.text) }
        return try Addressing.place(place(keeping: sticky))
    }

    /// The path with the query.
    private func place(keeping sticky: [String: String]) throws(RouteURLError) -> String {
        var place = try pattern.path(tail: tail, value: value)
        for requirement in pattern.query {
            let value = value(requirement.name)
            if let value, requirement.type?.accepts(value) ?? true { continue }
            let reason = value == nil ? RouteURLError.Reason.missing : .irreversible
            throw RouteURLError(reason, route: pattern.text, name: requirement.name, value: value)
        }
        let own = items.filter { isInQuery($0.key) }
        let query = own + Self.items(sticky).filter { item in !own.contains { $0.key == item.key } }
        for (number, item) in query.enumerated() {
            place += number == 0 ? "?" : "&"
            place += item.key.encoded(except: PercentCoding.plainInQueryItem)
            place += "=" + item.value.encoded(except: PercentCoding.plainInQueryItem)
        }
        return place
    }

    private func value(_ name: String) -> String? { items.first { $0.key == name }?.value }

    /// Whether values of a name are items of the query; those of parameters are none, unless the pattern asks for them.
    private func isInQuery(_ name: String) -> Bool {
        !pattern.parameters.contains { $0.name == name } || pattern.query.contains { $0.name == name }
    }

    /// Items, sorted by name.
    private static func items(_ values: [String: String]) -> [QueryItem] {
        values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension Router {
    /// The first route that was registered with a type, and its router, which may be a fallback.
    fileprivate func registration(of type: any TypedRoute.Type) -> (RegisteredRoute, Router)? {
        if let route = snapshot.route(of: type) { return (route, self) }
        return fallback?.registration(of: type)
    }
}
