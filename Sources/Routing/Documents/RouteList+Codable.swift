#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension RouteList {
    /// Reads a list from JSON in UTF-8.
    ///
    /// Linear in the text. What a key means that appears twice in one object is not specified; the command `routes` reports
    /// such a key.
    ///
    /// - Parameters:
    ///   - json: The list.
    ///   - types: Those that its patterns may name besides the built-in ones.
    /// - Throws: Everything that is wrong with the list, unless it cannot be read at all.
    public init(json: Data, types: [ParameterType] = []) throws(RouteListError) {
        if let explanation = JSONOutline.fault(in: json) { throw RouteListError([.init(explanation)]) }
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.parameterTypes { decoder.userInfo[key] = types }
        do {
            self = try decoder.decode(RouteList.self, from: json)
        } catch let error as RouteListError {
            throw error
        } catch {
            throw RouteListError([.init("it is no well-formed JSON in UTF-8")])
        }
    }

    /// Reads a list from JSON.
    ///
    /// - Parameters:
    ///   - json: The list.
    ///   - types: Those that its patterns may name besides the built-in ones.
    /// - Throws: Everything that is wrong with the list, unless it cannot be read at all.
    public init(json: String, types: [ParameterType] = []) throws(RouteListError) {
        try self.init(json: Data(json.utf8), types: types)
    }

    /// The list as JSON with sorted keys and without escaped slashes.
    ///
    /// It can be made unless there is a number among the metadata that is not finite.
    public var json: String {
        get throws(RouteListError) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            do {
                return String(decoding: try encoder.encode(self), as: UTF8.self)
            } catch {
                var path: [any CodingKey] = []
                if case EncodingError.invalidValue(_, let context) = error { path = context.codingPath }
                throw RouteListError([.init("JSON has no such number", at: path.spelling)])
            }
        }
    }
}

extension RouteList: Codable {
    /// Reads a list; everything that is wrong with its contents is thrown as one ``RouteListError``.
    public init(from decoder: any Decoder) throws {
        var reader = RouteListReader(decoder)
        self = try reader.list(from: decoder)
    }

    /// Writes the list without what can be left out.
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
        if !schemes.isEmpty { try container.encode(schemes.sorted(), forKey: "schemes") }
        if priority != 0 { try container.encode(priority, forKey: "priority") }
        if !metadata.isEmpty { try container.encode(metadata, forKey: "metadata") }
    }
}

/// The size of a JSON text, which is checked before the text is decoded.
enum JSONOutline {
    /// Why the text is not decoded, as the end of a sentence; `nil` when it may be decoded.
    ///
    /// Linear in the text.
    static func fault(in json: Data) -> String? {
        guard json.count <= RouteList.maximumLength else { return "it has more than \(RouteList.maximumLength) bytes" }
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
            case 0: return "it is no well-formed JSON in UTF-8"
            default: break
            }
            guard depth <= RouteList.maximumDepth else {
                return "it is nested deeper than \(RouteList.maximumDepth) levels"
            }
            guard valueCount <= RouteList.maximumValues else {
                return "it has more than \(RouteList.maximumValues) values"
            }
        }
        return nil
    }
}
