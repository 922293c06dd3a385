/// Reads a list from a decoder, and collects everything that is wrong with it.
struct RouteListReader {
    private typealias Fields = KeyedDecodingContainer<AnyKey>

    private static let listKeys = ["host", "origins", "routes"]
    private static let routeKeys = ["pattern", "name", "schemes", "priority", "metadata"]

    private let types: [ParameterType]
    private var problems: [RouteListError.Problem] = []

    init(_ decoder: any Decoder) {
        types = CodingUserInfoKey.parameterTypes.flatMap { decoder.userInfo[$0] as? [ParameterType] } ?? []
    }

    mutating func list(from decoder: any Decoder) throws(RouteListError) -> RouteList {
        guard let fields = try? decoder.container(keyedBy: AnyKey.self) else {
            throw RouteListError([.init(.wrongKind, at: decoder.codingPath.spelling)])
        }
        noteUnknownKeys(of: fields, besides: Self.listKeys)
        let host = value("host", in: fields, as: HostRule.self)
        let texts = value("origins", in: fields, as: [String].self)
        if host != nil, texts != nil {
            problems.append(.init("a table has either a host or origins.", at: fields.codingPath.spelling))
        }
        let origins = texts.map { readOrigins($0, in: fields) }
        let routes = readRoutes(in: fields)
        guard problems.isEmpty else { throw RouteListError(problems) }
        return RouteList(origins: origins, host: host ?? .ignore, routes: routes)
    }

    private mutating func readOrigins(_ texts: [String], in fields: Fields) -> [Origin] {
        var origins: [Origin] = []
        for (number, text) in texts.enumerated() {
            do {
                origins.append(try Origin(text))
            } catch {
                note(error.description, "origins[\(number)]", in: fields)
            }
        }
        return origins
    }

    private mutating func readRoutes(in fields: Fields) -> [RouteList.Route] {
        guard var elements = try? fields.nestedUnkeyedContainer(forKey: "routes") else {
            note(fields.contains("routes") ? .wrongKind : .missing, "routes", in: fields)
            return []
        }
        var routes: [RouteList.Route] = []
        var pathCount = 0
        while !elements.isAtEnd, problems.count <= RouteListError.maximumProblems {
            guard let element = try? elements.nestedContainer(keyedBy: AnyKey.self) else {
                note(.wrongKind, "routes[\(elements.currentIndex)]", in: fields)
                // A container continues only behind an element that was decoded.
                guard (try? elements.decode(MetadataValue.self)) != nil else { break }
                continue
            }
            guard let route = readRoute(from: element) else { continue }
            routes.append(route)
            pathCount += route.pattern.expansions.count
            guard pathCount <= RouteList.maximumPaths else {
                let explanation = "its routes stand for more than \(RouteList.maximumPaths) paths."
                problems.append(.init(explanation, at: fields.codingPath.spelling))
                break
            }
        }
        return routes
    }

    private mutating func readRoute(from fields: Fields) -> RouteList.Route? {
        noteUnknownKeys(of: fields, besides: Self.routeKeys)
        let name = value("name", in: fields, as: String.self)
        let schemes = value("schemes", in: fields, as: [String].self) ?? []
        for (number, scheme) in schemes.enumerated() where !scheme.isScheme {
            note("a scheme is a letter and then letters, digits and +-. only.", "schemes[\(number)]", in: fields)
        }
        let priority = value("priority", in: fields, as: Int.self) ?? 0
        let metadata = value("metadata", in: fields, as: [String: MetadataValue].self) ?? [:]
        let problemCount = problems.count
        guard let text = value("pattern", in: fields, as: String.self) else {
            if problems.count == problemCount { note(.missing, "pattern", in: fields) }
            return nil
        }
        do {
            return RouteList.Route(
                pattern: try RoutePattern(text, types: types), name: name, schemes: Set(schemes), priority: priority,
                metadata: metadata)
        } catch {
            problems.append(.init(error.description, at: fields.path(of: "pattern"), patternError: error))
            return nil
        }
    }

    private mutating func value<Value: Decodable>(_ key: AnyKey, in fields: Fields, as type: Value.Type) -> Value? {
        do {
            return try fields.decodeIfPresent(type, forKey: key)
        } catch {
            // An element of the value may be wrong.
            let own = fields.path(of: key.stringValue)
            let path = (error as? DecodingError)?.path.spelling ?? ""
            problems.append(.init(.wrongKind, at: path.utf8.count > own.utf8.count ? path : own))
            return nil
        }
    }

    /// Sorted, since the keys of an object have no order.
    private mutating func noteUnknownKeys(of fields: Fields, besides known: [String]) {
        let unknown = fields.allKeys.lazy.map(\.stringValue).filter { !known.contains($0) }
        for key in unknown.sorted() { note("no table has such a key.", key, in: fields) }
    }

    private mutating func note(_ explanation: String, _ key: String, in fields: Fields) {
        problems.append(.init(explanation, at: fields.path(of: key)))
    }
}

extension String {
    fileprivate static let wrongKind = "the value is of the wrong kind."
    fileprivate static let missing = "the key is missing."

    fileprivate var isScheme: Bool { (try? URLText(self + ":"))?.parts.scheme.count == utf8.count }
}

/// Any key of an object, so that those that tables do not have are seen.
struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String

    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init(stringLiteral: String) { stringValue = stringLiteral }

    init?(intValue: Int) { return nil }
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
    /// The path as one would write it: `routes[3].pattern`.
    var spelling: String {
        reduce(into: "") { path, key in
            path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
        }
    }
}

extension KeyedDecodingContainer<AnyKey> {
    /// The path of a value in this object.
    fileprivate func path(of key: String) -> String {
        let own = codingPath.spelling
        return own.isEmpty ? key : own + "." + key
    }
}

/// Everything that is wrong with a list of routes.
public struct RouteListError: Error, Sendable, Hashable {
    /// The most problems that one error lists.
    static let maximumProblems = 100

    /// What is wrong: first with the whole, then with the routes in their order; the first hundred problems.
    public let problems: [Problem]

    init(_ problems: [Problem]) {
        self.problems = Array(problems.prefix(Self.maximumProblems))
    }

    /// One thing that is wrong.
    public struct Problem: Sendable, Hashable {
        /// Which value is wrong, such as `routes[3].pattern`; empty when it is the whole.
        public let path: String

        /// What is wrong, in words.
        public let explanation: String

        /// Why a pattern could not be parsed.
        public let patternError: RoutePatternError?

        init(_ explanation: String, at path: String = "", patternError: RoutePatternError? = nil) {
            self.explanation = explanation
            self.path = path
            self.patternError = patternError
        }
    }
}

extension RouteListError.Problem: CustomStringConvertible {
    /// The place and what is wrong there, in one sentence.
    public var description: String {
        let place = path.isEmpty ? "" : " at \(path.printed)"
        return "The table of routes is wrong\(place): \(explanation)"
    }
}

extension RouteListError: CustomStringConvertible {
    /// The problems, one a line.
    public var description: String {
        let rest = problems.count < Self.maximumProblems ? [] : ["There may be more problems."]
        return (problems.map(\.description) + rest).joined(separator: "\n")
    }
}
