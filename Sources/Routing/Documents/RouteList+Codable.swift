public import Foundation

extension RouteList {
    /// How deep arrays and objects may stand inside of each other.
    public static let maximumDepth = 64

    /// Reads a table from JSON in UTF-8.
    ///
    /// Linear in the text. Keys that stand twice in one object are an error, also if they are escaped differently.
    ///
    /// - Parameters:
    ///   - json: The table.
    ///   - types: Those that its patterns may name besides the built-in ones.
    /// - Throws: Everything that is wrong with the table, unless it cannot be read at all.
    public init(json: Data, types: [ParameterType] = []) throws(RouteListError) {
        self = try RouteListReader.list(of: JSONReader.value(of: Bytes(json)), types: types)
    }

    /// Reads a table from JSON.
    ///
    /// - Parameters:
    ///   - json: The table.
    ///   - types: Those that its patterns may name besides the built-in ones.
    /// - Throws: Everything that is wrong with the table, unless it cannot be read at all.
    public init(json: String, types: [ParameterType] = []) throws(RouteListError) {
        self = try RouteListReader.list(of: JSONReader.value(of: Bytes(json.utf8)), types: types)
    }

    /// The table as JSON with sorted keys and without escaped slashes.
    ///
    /// It can be made unless there is a number among the metadata that is not finite.
    public var json: String {
        get throws(RouteListError) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            do {
                return String(decoding: try encoder.encode(self), as: UTF8.self)
            } catch let EncodingError.invalidValue(_, context) {
                throw RouteListError(problems: [.init(.unencodable, path: context.codingPath.spelling)])
            } catch {
                throw RouteListError(problems: [.init(.unencodable)])
            }
        }
    }
}

extension RouteList: Codable {
    /// Reads a table; everything that is wrong with what is in it is thrown as one ``RouteListError``.
    ///
    /// `init(json:types:)` is faster, and sees keys that stand twice.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        var fields = try container.fields(besides: "routes")
        if container.contains("routes") {
            var routes = try container.nestedUnkeyedContainer(forKey: "routes")
            var values: [MetadataValue] = []
            while !routes.isAtEnd {
                values.append(.object(try routes.nestedContainer(keyedBy: AnyKey.self).fields()))
            }
            fields["routes"] = .array(values)
        }
        self = try RouteListReader.list(of: .object(fields), types: [], path: decoder.codingPath.spelling)
    }

    /// Writes the table without what can be left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        if let origins {
            try container.encode(origins, forKey: "origins")
        } else if host != .ignore {
            try container.encode(host, forKey: "host")
        }
        try container.encode(routes, forKey: "routes")
    }
}

extension RouteList.Route: Encodable {
    /// Writes the route without what can be left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(pattern.text, forKey: "pattern")
        try container.encodeIfPresent(name, forKey: "name")
        if !schemes.isEmpty { try container.encode(Array(schemes).sorted(), forKey: "schemes") }
        if priority != 0 { try container.encode(priority, forKey: "priority") }
        if !metadata.isEmpty { try container.encode(metadata, forKey: "metadata") }
    }
}

/// Any key of an object, so that those that tables do not have are seen.
private struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String

    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init(stringLiteral: String) { stringValue = stringLiteral }

    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<AnyKey> {
    /// The values of all keys but one.
    fileprivate func fields(besides other: String = "") throws -> [String: MetadataValue] {
        var fields: [String: MetadataValue] = [:]
        for key in allKeys where key.stringValue != other { fields[key.stringValue] = try value(of: key) }
        return fields
    }

    /// A value is tried first as what it should be: to find out what another one is takes its time.
    private func value(of key: AnyKey) throws -> MetadataValue {
        let value: MetadataValue? =
            switch key.stringValue {
            case "pattern", "name": (try? decode(String.self, forKey: key)).map { .string($0) }
            case "schemes": (try? decode([String].self, forKey: key)).map { .array($0.map { .string($0) }) }
            case "priority": (try? decode(Int.self, forKey: key)).map { .integer($0) }
            case "metadata": (try? decode([String: MetadataValue].self, forKey: key)).map { .object($0) }
            default: nil
            }
        if let value { return value }
        return try decode(MetadataValue.self, forKey: key)
    }
}

extension [any CodingKey] {
    /// The path as one would write it: `routes[3].pattern`.
    fileprivate var spelling: String {
        reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}
