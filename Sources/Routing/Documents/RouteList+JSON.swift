#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension RouteList {
    /// The most bytes that JSON may have.
    static let maximumLength = 4 * 1024 * 1024

    /// The most values that JSON may have, those in arrays and objects included.
    static let maximumValues = 200_000

    /// How deep arrays and objects may be nested.
    static let maximumDepth = 64

    /// The most paths that the routes of a list that is read may stand for; a pattern without groups stands for one.
    static let maximumPaths = 20_000

    /// Reads a list from JSON in UTF-8.
    ///
    /// Linear in the text. What a key means that appears twice in one object is not specified; the command `routes` reports
    /// such a key.
    ///
    /// - Parameters:
    ///   - json: The list.
    ///   - types: Those that its patterns may name besides the built-in ones.
    /// - Throws: All unknown keys and wrong patterns, origins and schemes, or the first value that is missing or of the
    ///   wrong kind.
    public init(json: Data, types: [ParameterType] = []) throws(RouteListError) {
        if let explanation = Self.excess(of: json) { throw RouteListError([.init(explanation)]) }
        do {
            try self.init(JSONDecoder().decode(ListDocument.self, from: json), types)
        } catch let error as RouteListError {
            throw error
        } catch {
            throw RouteListError([(error as? DecodingError).map { .init($0) } ?? .malformed])
        }
    }

    /// Reads a list from JSON, as ``init(json:types:)-(Data,_)`` does.
    public init(json: String, types: [ParameterType] = []) throws(RouteListError) {
        try self.init(json: Data(json.utf8), types: types)
    }

    /// The list as JSON with sorted keys and without escaped slashes, without what can be left out.
    ///
    /// It can be made unless there is a number among the metadata that is not finite.
    public var json: String {
        get throws(RouteListError) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            do {
                return String(decoding: try encoder.encode(ListDocument(self)), as: UTF8.self)
            } catch {
                var path: [any CodingKey] = []
                if case EncodingError.invalidValue(_, let context) = error { path = context.codingPath }
                throw RouteListError([.init("JSON has no such number.", at: path.spelling)])
            }
        }
    }

    private init(_ document: ListDocument, _ types: [ParameterType]) throws(RouteListError) {
        var problems = document.unknownKeys.map { RouteListError.Problem.unknownKey($0) }
        if document.host != nil, document.origins != nil {
            problems.append(.init("a table has either a host or origins."))
        }
        let origins = document.origins?.enumerated().compactMap { number, text in
            do throws(URLTextError) {
                return try Origin(text)
            } catch {
                problems.append(.init(error.description, at: "origins[\(number)]"))
                return nil
            }
        }
        var routes: [Route] = []
        var pathCount = 0
        for (number, route) in document.routes.enumerated() where problems.count < RouteListError.maximumProblems {
            guard let route = route.route(types, at: "routes[\(number)].", &problems) else { continue }
            routes.append(route)
            pathCount += route.pattern.expansions.count
            if pathCount > Self.maximumPaths {
                problems.append(.init("its routes stand for more than \(Self.maximumPaths) paths."))
                break
            }
        }
        guard problems.isEmpty else { throw RouteListError(problems) }
        self.init(origins: origins, host: document.host ?? .ignore, routes: routes)
    }

    /// What there is too much of in a JSON text, which is then not decoded; linear in the text.
    private static func excess(of json: Data) -> String? {
        guard json.count <= maximumLength else { return "it has more than \(maximumLength) bytes." }
        var (depth, valueCount) = (0, 1)
        var (isInString, isEscaped) = (false, false)
        for byte in json {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, valueCount) = (depth + 1, valueCount + 1)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ","): valueCount += 1
            // Only other encodings of Unicode have it here, which a decoder would read as well.
            case 0: return RouteListError.Problem.malformed.explanation
            default: break
            }
            guard depth <= maximumDepth else { return "it is nested deeper than \(maximumDepth) levels." }
            guard valueCount <= maximumValues else { return "it has more than \(maximumValues) values." }
        }
        return nil
    }
}

/// A list as JSON has it.
private struct ListDocument: Codable {
    enum CodingKeys: String, CodingKey { case host, origins, routes }

    let host: HostRule?
    let origins: [String]?
    let routes: [RouteDocument]
    let unknownKeys: [String]

    init(_ list: RouteList) {
        origins = list.origins?.map(\.description)
        host = origins == nil && list.host != .ignore ? list.host : nil
        routes = list.routes.map { RouteDocument($0) }
        unknownKeys = []
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        host = try fields.decodeIfPresent(HostRule.self, forKey: .host)
        origins = try fields.decodeIfPresent([String].self, forKey: .origins)
        routes = try fields.decode([RouteDocument].self, forKey: .routes)
        unknownKeys = try decoder.keys { CodingKeys(stringValue: $0) == nil }
    }
}

/// A route as JSON has it.
private struct RouteDocument: Codable {
    enum CodingKeys: String, CodingKey { case pattern, name, schemes, priority, metadata }

    let pattern: String
    let name: String?
    let schemes: [String]?
    let priority: Int?
    let metadata: [String: MetadataValue]?
    let unknownKeys: [String]

    init(_ route: RouteList.Route) {
        pattern = route.pattern.text
        name = route.name
        schemes = route.schemes.isEmpty ? nil : route.schemes.sorted()
        priority = route.priority == 0 ? nil : route.priority
        metadata = route.metadata.isEmpty ? nil : route.metadata
        unknownKeys = []
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        pattern = try fields.decode(String.self, forKey: .pattern)
        name = try fields.decodeIfPresent(String.self, forKey: .name)
        schemes = try fields.decodeIfPresent([String].self, forKey: .schemes)
        // Not as an integer: then the error of Foundation does not say where a fraction is.
        priority = try fields.decodeIfPresent(MetadataValue.self, forKey: .priority).map { value in
            if case .integer(let number) = value { return number }
            throw DecodingError.dataCorruptedError(forKey: .priority, in: fields, debugDescription: "no integer")
        }
        metadata = try fields.decodeIfPresent([String: MetadataValue].self, forKey: .metadata)
        unknownKeys = try decoder.keys { CodingKeys(stringValue: $0) == nil }
    }

    /// The route, or `nil` when its pattern is none; notes what is wrong.
    func route(
        _ types: [ParameterType], at path: String, _ problems: inout [RouteListError.Problem]
    ) -> RouteList.Route? {
        problems += unknownKeys.map { .unknownKey(path + $0) }
        for (number, scheme) in (schemes ?? []).enumerated() where !scheme.isScheme {
            let explanation = "a scheme is a letter and then letters, digits and +-. only."
            problems.append(.init(explanation, at: path + "schemes[\(number)]"))
        }
        do throws(RoutePatternError) {
            return RouteList.Route(
                pattern: try RoutePattern(pattern, types: types), name: name, schemes: Set(schemes ?? []),
                priority: priority ?? 0, metadata: metadata ?? [:])
        } catch {
            problems.append(.init(error.description, at: path + "pattern", patternError: error))
            return nil
        }
    }
}

/// Any key of an object.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { return nil }
}

extension Decoder {
    /// Some keys of an object, sorted, since they have no order.
    fileprivate func keys(where isWanted: (String) -> Bool) throws -> [String] {
        try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).filter(isWanted).sorted()
    }
}

extension String {
    fileprivate var isScheme: Bool { (try? URLText(self + ":"))?.parts.scheme.count == utf8.count }
}

extension [any CodingKey] {
    /// The path as one would write it: `routes[3].pattern`.
    fileprivate var spelling: String {
        reduce(into: "") { path, key in
            path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
        }
    }
}

extension RouteListError.Problem {
    fileprivate static let malformed = Self("it is no well-formed JSON in UTF-8.")

    fileprivate static func unknownKey(_ path: String) -> Self { Self("no table has such a key.", at: path) }

    fileprivate init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init("the key is missing.", at: (context.codingPath + [key]).spelling)
        case .dataCorrupted(let context) where context.codingPath.isEmpty: self = .malformed
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            self.init("the value is of the wrong kind.", at: context.codingPath.spelling)
        @unknown default: self = .malformed
        }
    }
}
