extension RouteList: Codable {
    /// Reads a table; all that is wrong with its keys, origins and patterns is thrown as one ``RouteListError``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: RouteListKey.self)
        var problems = container.problems(exceptFor: [.host, .origins, .routes])
        let host = try container.decodeIfPresent(HostRule.self, forKey: .host)
        let origins = try container.decodeIfPresent([String].self, forKey: .origins)?.enumerated().compactMap {
            Self.origin($1, "origins[\($0)]", &problems)
        }
        if host != nil, origins != nil { problems.append(.init(.hostAndOrigins)) }
        let drafts = try container.decode([RouteDraft].self, forKey: .routes)
        let routes = drafts.compactMap { $0.route(&problems) }
        guard problems.isEmpty else { throw RouteListError(problems: problems) }
        if let origins {
            self.init(origins: origins, routes: routes)
        } else {
            self.init(host: host ?? .ignore, routes: routes)
        }
    }

    /// Writes the table without what can be left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: RouteListKey.self)
        if let origins {
            try container.encode(origins.map(\.description), forKey: .origins)
        } else if host != .ignore {
            try container.encode(host, forKey: .host)
        }
        try container.encode(routes, forKey: .routes)
    }

    private static func origin(
        _ text: String, _ path: String, _ problems: inout [RouteListError.Problem]
    ) -> Origin? {
        do {
            return try Origin(text)
        } catch {
            problems.append(.init(.malformedOrigin, path: path, originError: error))
            return nil
        }
    }
}

extension RouteList.Route: Encodable {
    /// Writes the route without what can be left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: RouteListKey.self)
        try container.encode(pattern.text, forKey: .pattern)
        try container.encodeIfPresent(name, forKey: .name)
        if !schemes.isEmpty { try container.encode(schemes.sorted(), forKey: .schemes) }
        if priority != 0 { try container.encode(priority, forKey: .priority) }
        if !metadata.isEmpty { try container.encode(metadata, forKey: .metadata) }
    }
}
