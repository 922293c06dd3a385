/// Reads a list from a decoder, and collects everything that is wrong with it.
struct RouteListReader {
    private let types: [ParameterType]
    private var problems: [RouteListError.Problem] = []

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
            note(.wrongKind, at: decoder.codingPath)
            return nil
        }
        noteUnknownKeys(of: fields, besides: ["host", "origins", "routes"])
        let host = value("host", in: fields, as: HostRule.self)
        let texts = value("origins", in: fields, as: [String].self)
        if host != nil, texts != nil { note("a table has either a host or origins", at: fields.codingPath) }
        var origins: [Origin] = []
        for (number, text) in (texts ?? []).enumerated() {
            do {
                origins.append(try Origin(text))
            } catch {
                let path = fields.codingPath + ["origins", AnyKey(number)]
                problems.append(.init("the text is no origin", at: path.spelling, originError: error))
            }
        }
        let routes = readRoutes(in: fields)
        return texts == nil
            ? RouteList(host: host ?? .ignore, routes: routes) : RouteList(origins: origins, routes: routes)
    }

    private mutating func readRoutes(in fields: KeyedDecodingContainer<AnyKey>) -> [RouteList.Route] {
        let path = fields.codingPath + ["routes"]
        guard var elements = try? fields.nestedUnkeyedContainer(forKey: "routes") else {
            note(fields.contains("routes") ? .wrongKind : .missing, at: path)
            return []
        }
        var routes: [RouteList.Route] = []
        var pathCount = 0
        while !elements.isAtEnd, problems.count <= RouteListError.maximumProblems {
            guard let element = try? elements.nestedContainer(keyedBy: AnyKey.self) else {
                note(.wrongKind, at: path + [AnyKey(elements.currentIndex)])
                // A container continues only behind an element that was decoded.
                guard (try? elements.decode(MetadataValue.self)) != nil else { break }
                continue
            }
            guard let route = readRoute(from: element) else { continue }
            routes.append(route)
            pathCount += route.pattern.expansions.count
            guard pathCount <= RouteList.maximumPaths else {
                note("its routes stand for more than \(RouteList.maximumPaths) paths", at: fields.codingPath)
                break
            }
        }
        return routes
    }

    private mutating func readRoute(from fields: KeyedDecodingContainer<AnyKey>) -> RouteList.Route? {
        noteUnknownKeys(of: fields, besides: ["pattern", "name", "schemes", "priority", "metadata"])
        let name = value("name", in: fields, as: String.self)
        let schemes = value("schemes", in: fields, as: [String].self) ?? []
        for (number, scheme) in schemes.enumerated() where !scheme.isScheme {
            let path = fields.codingPath + ["schemes", AnyKey(number)]
            note("a scheme is a letter and then letters, digits and +-. only", at: path)
        }
        let priority = value("priority", in: fields, as: Int.self) ?? 0
        let metadata = value("metadata", in: fields, as: [String: MetadataValue].self) ?? [:]
        guard let text = value("pattern", in: fields, isRequired: true, as: String.self) else { return nil }
        do {
            return RouteList.Route(
                pattern: try RoutePattern(text, types: types), name: name, schemes: Set(schemes), priority: priority,
                metadata: metadata)
        } catch {
            let path = fields.codingPath + ["pattern"]
            problems.append(.init("the text is no pattern", at: path.spelling, patternError: error))
            return nil
        }
    }

    private mutating func value<Value: Decodable>(
        _ key: AnyKey, in fields: KeyedDecodingContainer<AnyKey>, isRequired: Bool = false, as type: Value.Type
    ) -> Value? {
        let own = fields.codingPath + [key]
        do {
            if !isRequired { return try fields.decodeIfPresent(type, forKey: key) }
            if fields.contains(key) { return try fields.decode(type, forKey: key) }
            note(.missing, at: own)
        } catch {
            // An element of the value may be wrong.
            let path = (error as? DecodingError)?.path ?? []
            note(.wrongKind, at: path.count > own.count ? path : own)
        }
        return nil
    }

    /// Sorted, since the keys of an object have no order.
    private mutating func noteUnknownKeys(of fields: KeyedDecodingContainer<AnyKey>, besides known: Set<String>) {
        for key in fields.allKeys.map(\.stringValue).sorted() where !known.contains(key) {
            note("no table has such a key", at: fields.codingPath + [AnyKey(stringValue: key)])
        }
    }

    private mutating func note(_ explanation: String, at path: [any CodingKey]) {
        problems.append(.init(explanation, at: path.spelling))
    }
}

extension String {
    fileprivate static let wrongKind = "the value is of the wrong kind"
    fileprivate static let missing = "the key is missing"

    fileprivate var isScheme: Bool { (try? URLText(self + ":"))?.parts.scheme.count == utf8.count }
}

/// Any key of an object or an array, so that those that tables do not have are seen.
struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int?

    init(_ index: Int) {
        stringValue = "\(index)"
        intValue = index
    }

    init(stringValue: String) { self.stringValue = stringValue }

    init(stringLiteral: String) { stringValue = stringLiteral }

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
            path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
        }
    }
}
