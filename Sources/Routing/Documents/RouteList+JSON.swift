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
    /// - Throws: The first thing that is wrong.
    public init(json: Data, types: [ParameterType] = []) throws(RouteListError) {
        if let explanation = Self.excess(of: json) { throw RouteListError(explanation) }
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.parameterTypes { decoder.userInfo[key] = types }
        do {
            self = try decoder.decode(RouteList.self, from: json)
        } catch {
            throw RouteListError(error)
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
                return String(decoding: try encoder.encode(self), as: UTF8.self)
            } catch {
                throw RouteListError(error)
            }
        }
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
            case 0: return RouteListError.malformed.explanation
            default: break
            }
            guard depth <= maximumDepth else { return "it is nested deeper than \(maximumDepth) levels." }
            guard valueCount <= maximumValues else { return "it has more than \(maximumValues) values." }
        }
        return nil
    }
}

extension RouteList: Codable {
    private enum CodingKeys: String, CodingKey { case host, origins, routes }

    /// Reads a list; a ``RouteListError`` says what is wrong with its contents.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.fields(keyedBy: CodingKeys.self)
        let host = try fields.decodeIfPresent(HostRule.self, forKey: .host)
        let origins = try fields.decodeIfPresent([String].self, forKey: .origins)
        guard host == nil || origins == nil else {
            throw RouteListError("a table has either a host or origins.", at: decoder.codingPath.spelling)
        }
        self.host = host ?? .ignore
        self.origins = try origins?.enumerated().map { number, text in
            do {
                return try Origin(text)
            } catch {
                throw RouteListError("\(error)", at: decoder.path(of: CodingKeys.origins) + "[\(number)]")
            }
        }
        routes = try fields.decode([Route].self, forKey: .routes)
        guard routes.reduce(0, { $0 + $1.pattern.expansions.count }) <= Self.maximumPaths else {
            throw RouteListError(
                "its routes stand for more than \(Self.maximumPaths) paths.", at: decoder.codingPath.spelling)
        }
    }

    /// Writes the list without what can be left out.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        if host != .ignore, origins == nil { try fields.encode(host, forKey: .host) }
        try fields.encodeIfPresent(origins?.map(\.description), forKey: .origins)
        try fields.encode(routes, forKey: .routes)
    }
}

extension RouteList.Route: Codable {
    private enum CodingKeys: String, CodingKey { case pattern, name, schemes, priority, metadata }

    /// Reads a route; a ``RouteListError`` says what is wrong with its contents.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.fields(keyedBy: CodingKeys.self)
        let text = try fields.decode(String.self, forKey: .pattern)
        let schemes = try fields.decodeIfPresent([String].self, forKey: .schemes) ?? []
        if let wrong = schemes.firstIndex(where: { !$0.isScheme }) {
            let path = decoder.path(of: CodingKeys.schemes) + "[\(wrong)]"
            throw RouteListError("a scheme is a letter and then letters, digits and +-. only.", at: path)
        }
        // Not as an integer: then the error of Foundation does not say where a fraction is.
        let priority = try fields.decodeIfPresent(MetadataValue.self, forKey: .priority) ?? 0
        guard case .integer(let priority) = priority else {
            throw DecodingError.dataCorruptedError(forKey: .priority, in: fields, debugDescription: "no integer")
        }
        let types = CodingUserInfoKey.parameterTypes.flatMap { decoder.userInfo[$0] as? [ParameterType] }
        do {
            self.init(
                pattern: try RoutePattern(text, types: types ?? []),
                name: try fields.decodeIfPresent(String.self, forKey: .name), schemes: Set(schemes),
                priority: priority,
                metadata: try fields.decodeIfPresent([String: MetadataValue].self, forKey: .metadata) ?? [:])
        } catch let error as RoutePatternError {
            throw RouteListError("\(error)", at: decoder.path(of: CodingKeys.pattern), patternError: error)
        }
    }

    /// Writes the route without what can be left out.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(pattern.text, forKey: .pattern)
        try fields.encodeIfPresent(name, forKey: .name)
        if !schemes.isEmpty { try fields.encode(schemes.sorted(), forKey: .schemes) }
        if priority != 0 { try fields.encode(priority, forKey: .priority) }
        if !metadata.isEmpty { try fields.encode(metadata, forKey: .metadata) }
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
    /// The values of an object that has no other keys.
    fileprivate func fields<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let keys = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        if let unknown = keys.filter({ Key(stringValue: $0) == nil }).min() {
            throw RouteListError("no table has such a key.", at: path(of: AnyKey(stringValue: unknown)))
        }
        return try container(keyedBy: type)
    }

    fileprivate func path(of key: any CodingKey) -> String { (codingPath + [key]).spelling }
}

extension CodingUserInfoKey {
    /// Where a decoder of a list has the types that patterns may name besides the built-in ones.
    fileprivate static let parameterTypes = CodingUserInfoKey(rawValue: "Signalbox.parameterTypes")
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

extension RouteListError {
    fileprivate static let malformed = RouteListError("it is no well-formed JSON in UTF-8.")

    /// What a decoder or an encoder threw.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as RouteListError: self = error
        case DecodingError.keyNotFound(let key, let context):
            self.init("the key is missing.", at: (context.codingPath + [key]).spelling)
        case EncodingError.invalidValue(_, let context):
            self.init("JSON has no such number.", at: context.codingPath.spelling)
        case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty: self = .malformed
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            self.init("the value is of the wrong kind.", at: context.codingPath.spelling)
        default: self = .malformed
        }
    }
}
