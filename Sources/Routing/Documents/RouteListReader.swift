/// Reads a list from a decoder, and notes everything that is wrong with it.
struct RouteListReader {
    private let types: [ParameterType]
    private var problems: [RouteListError.Problem] = []
    private var pathCount = 0

    init(_ decoder: any Decoder) {
        types = CodingUserInfoKey.parameterTypes.flatMap { decoder.userInfo[$0] as? [ParameterType] } ?? []
    }

    mutating func list(from decoder: any Decoder) throws(RouteListError) -> RouteList {
        let list = readList(from: decoder)
        guard let list, problems.isEmpty else { throw RouteListError(problems) }
        return list
    }

    private mutating func readList(from decoder: any Decoder) -> RouteList? {
        guard let fields = try? decoder.container(keyedBy: AnyKey.self) else {
            return note("the value is of the wrong kind", at: decoder.codingPath)
        }
        noteUnknownKeys(of: fields, besides: ["host", "origins", "routes"])
        let host: HostRule? = value("host", in: fields)
        let origins: [String]? = value("origins", in: fields)
        let readOrigins = origins.map { texts in
            texts.enumerated().compactMap { origin($1, at: fields.codingPath + ["origins", AnyKey($0)]) }
        }
        if host != nil, origins != nil { note("a table has either a host or origins", at: fields.codingPath) }
        let routes = readRoutes(in: fields)
        return readOrigins.map { RouteList(origins: $0, routes: routes) }
            ?? RouteList(host: host ?? .ignore, routes: routes)
    }

    private mutating func readRoutes(in fields: KeyedDecodingContainer<AnyKey>) -> [RouteList.Route] {
        guard fields.contains("routes") else {
            return note("the key is missing", at: fields.codingPath + ["routes"]) ?? []
        }
        guard var elements = try? fields.nestedUnkeyedContainer(forKey: "routes") else {
            return note("the value is of the wrong kind", at: fields.codingPath + ["routes"]) ?? []
        }
        var routes: [RouteList.Route] = []
        while !elements.isAtEnd, problems.count <= RouteListError.maximumProblems {
            guard let element = try? elements.nestedContainer(keyedBy: AnyKey.self) else {
                note(
                    "the value is of the wrong kind", at: fields.codingPath + ["routes", AnyKey(elements.currentIndex)])
                // A container goes on only behind an element that was decoded.
                guard (try? elements.decode(MetadataValue.self)) != nil else { break }
                continue
            }
            guard let route = readRoute(from: element) else { continue }
            routes.append(route)
            pathCount += route.pattern.expansions.count
            guard pathCount <= RouteList.maximumPaths else {
                return note(
                    "its routes stand for more than \(RouteList.maximumPaths) paths", at: fields.codingPath) ?? []
            }
        }
        return routes
    }

    private mutating func readRoute(from fields: KeyedDecodingContainer<AnyKey>) -> RouteList.Route? {
        noteUnknownKeys(of: fields, besides: ["pattern", "name", "schemes", "priority", "metadata"])
        let name: String? = value("name", in: fields)
        let schemes: [String] = value("schemes", in: fields) ?? []
        for (number, scheme) in schemes.enumerated() where !scheme.isScheme {
            note(
                "a scheme is a letter and then letters, digits and +-. only",
                at: fields.codingPath + ["schemes", AnyKey(number)])
        }
        let priority: Int? = value("priority", in: fields)
        let metadata: [String: MetadataValue]? = value("metadata", in: fields)
        guard fields.contains("pattern") else { return note("the key is missing", at: fields.codingPath + ["pattern"]) }
        guard let text = value("pattern", in: fields, isRequired: true, as: String.self) else { return nil }
        do {
            return RouteList.Route(
                pattern: try RoutePattern(text, types: types), name: name, schemes: Set(schemes),
                priority: priority ?? 0, metadata: metadata ?? [:])
        } catch {
            problems.append(.init(error, at: (fields.codingPath + ["pattern"]).spelling))
            return nil
        }
    }

    private mutating func origin(_ text: String, at path: [any CodingKey]) -> Origin? {
        do {
            return try Origin(text)
        } catch {
            problems.append(.init(error, at: path.spelling))
            return nil
        }
    }
}

/// Keys, their values, and what is wrong with them.
extension RouteListReader {
    private mutating func value<Value: Decodable>(
        _ key: AnyKey, in fields: KeyedDecodingContainer<AnyKey>, isRequired: Bool = false,
        as type: Value.Type = Value.self
    ) -> Value? {
        do {
            if isRequired { return try fields.decode(type, forKey: key) }
            return try fields.decodeIfPresent(type, forKey: key)
        } catch {
            // An element of the value may be wrong.
            let path = (error as? DecodingError)?.path ?? []
            let own = fields.codingPath + [key]
            return note("the value is of the wrong kind", at: path.count > own.count ? path : own)
        }
    }

    /// Sorted, since the keys of an object have no order.
    private mutating func noteUnknownKeys(of fields: KeyedDecodingContainer<AnyKey>, besides known: Set<String>) {
        let keys = fields.allKeys.filter { !known.contains($0.stringValue) }
        for key in keys.sorted(by: { $0.stringValue < $1.stringValue }) {
            note("no table has such a key", at: fields.codingPath + [key])
        }
    }

    /// Notes a problem, because of which there is no value.
    @discardableResult
    private mutating func note<Value>(_ explanation: String, at path: [any CodingKey]) -> Value? {
        problems.append(.init(explanation, at: path.spelling))
        return nil
    }

    private mutating func note(_ explanation: String, at path: [any CodingKey]) {
        problems.append(.init(explanation, at: path.spelling))
    }
}

/// Any key of an object or an array, so that those that tables do not have are seen.
struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    let intValue: Int?

    init(_ index: Int) {
        stringValue = "\(index)"
        intValue = index
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(stringLiteral: String) { self.init(stringValue: stringLiteral) }

    init?(intValue: Int) { self.init(intValue) }
}

extension CodingUserInfoKey {
    /// Where a decoder of a list has the types that patterns may name besides the built-in ones.
    static let parameterTypes = CodingUserInfoKey(rawValue: "Signalbox.parameterTypes")
}

extension DecodingError {
    fileprivate var path: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}

extension [any CodingKey] {
    static func + (path: Self, keys: [AnyKey]) -> Self { path + (keys as [any CodingKey]) }

    /// The path as one would write it: `routes[3].pattern`.
    var spelling: String {
        reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}

extension String {
    fileprivate var isScheme: Bool { (try? URLText(self + ":"))?.parts.schemeEnd == UInt32(utf8.count) }
}
