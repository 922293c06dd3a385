#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A table of routes as data, for files and servers.
///
/// ```swift
/// let list = try RouteList(
///     json: #"{"origins": ["shop://"], "routes": [{"pattern": "/product/:id", "name": "product"}]}"#)
/// print(list.routes[0].pattern.parameters)
/// ```
///
/// In JSON, all keys except `pattern` are optional, and an unknown key is an error. A list that is read has limits, since it may be
/// untrusted: 4 MiB, 200,000 values, 64 levels, and 20,000 paths.
public struct RouteList: Sendable, Hashable {
    /// What the host of a URL means; it is ignored if there are origins.
    public let host: HostRule

    /// The origins of URLs, of which the first that matches counts; `nil` if `host` is used.
    public let origins: [Origin]?

    /// The routes, in the order of their registration.
    public let routes: [Route]

    /// Makes a list; without origins it is for all URLs.
    public init(origins: [Origin]? = nil, host: HostRule = .ignore, routes: [Route]) {
        self.origins = origins
        self.host = host
        self.routes = routes
    }
}

extension RouteList {
    /// The most bytes that JSON may have.
    static let maximumLength = 4 * 1024 * 1024

    /// The most values that JSON may have, those in arrays and objects included.
    static let maximumValues = 200_000

    /// How deep arrays and objects may be nested.
    static let maximumDepth = 64

    /// The most paths that the routes of a list that is read may stand for; a pattern without groups stands for one.
    static let maximumPaths = 20_000
}

extension RouteList {
    /// A route without its handler.
    public struct Route: Sendable, Hashable {
        /// The pattern of its URLs.
        public let pattern: RoutePattern

        /// The name to which a handler is bound.
        public let name: String?

        /// The schemes of its URLs, in lowercase; empty for all schemes.
        public let schemes: Set<String>

        /// Routes of a higher priority are asked first.
        public let priority: Int

        /// Data for guards and tools.
        public let metadata: [String: MetadataValue]

        /// Creates a route; schemes are compared case-insensitively.
        public init(
            pattern: RoutePattern, name: String? = nil, schemes: Set<String> = [], priority: Int = 0,
            metadata: [String: MetadataValue] = [:]
        ) {
            self.pattern = pattern
            self.name = name
            self.schemes = Set(schemes.map { $0.lowercased() })
            self.priority = priority
            self.metadata = metadata
        }
    }
}

extension RouteTable<RouteList.Route> {
    /// Creates the table that a list describes.
    ///
    /// Linear in the routes. Conflicts are not errors here.
    public init(_ list: RouteList) {
        let routes = list.routes.map { route in
            Route(pattern: route.pattern, priority: route.priority, schemes: route.schemes, value: route)
        }
        self.init(list.origins.map { .origins($0) } ?? .host(list.host), routes)
    }
}

extension Router {
    /// The routes as data, in the order of their registration: a snapshot, to be printed as JSON or sent.
    public var list: RouteList {
        let routes = routes.map { route in
            RouteList.Route(
                pattern: route.pattern, name: route.name, schemes: route.schemes, priority: route.priority,
                metadata: route.metadata)
        }
        return RouteList(origins: addressing.origins, host: addressing.host, routes: routes)
    }
}

extension Addressing {
    var origins: [Origin]? {
        if case .origins(let list) = self { list.origins } else { nil }
    }

    var host: HostRule {
        if case .host(let rule) = self { rule } else { .ignore }
    }
}

extension RouteList {
    /// Reads a list from JSON in UTF-8.
    ///
    /// Linear in the text. What a key means that appears twice in one object is not specified; the command `routes` reports
    /// such a key.
    ///
    /// - Parameters:
    ///   - json: The list.
    ///   - types: Those that its patterns may name besides the built-in ones.
    /// - Throws: All problems of the list, or one error if it cannot be read at all.
    public init(json: Data, types: [ParameterType] = []) throws(RouteListError) {
        if let explanation = JSONOutline.fault(in: json) { throw RouteListError([.init(explanation)]) }
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.parameterTypes { decoder.userInfo[key] = types }
        do {
            self = try decoder.decode(RouteList.self, from: json)
        } catch let error as RouteListError {
            throw error
        } catch {
            throw RouteListError([.init("it is no well-formed JSON in UTF-8.")])
        }
    }

    /// Reads a list from JSON.
    ///
    /// - Parameters:
    ///   - json: The list.
    ///   - types: Those that its patterns may name besides the built-in ones.
    /// - Throws: All problems of the list, or one error if it cannot be read at all.
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
                throw RouteListError([.init("JSON has no such number.", at: path.spelling)])
            }
        }
    }
}

extension RouteList: Codable {
    /// Reads a list; all problems of its contents are thrown as one ``RouteListError``.
    public init(from decoder: any Decoder) throws {
        var reader = RouteListReader(decoder)
        self = try reader.list(from: decoder)
    }

    /// Writes the list without what can be left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        if let origins {
            try container.encode(origins.map(\.description), forKey: "origins")
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
    /// Why the text is not decoded, in words; `nil` when it may be decoded.
    ///
    /// Linear in the text.
    static func fault(in json: Data) -> String? {
        guard json.count <= RouteList.maximumLength else { return "it has more than \(RouteList.maximumLength) bytes." }
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
            case 0: return "it is no well-formed JSON in UTF-8."
            default: break
            }
            guard depth <= RouteList.maximumDepth else {
                return "it is nested deeper than \(RouteList.maximumDepth) levels."
            }
            guard valueCount <= RouteList.maximumValues else {
                return "it has more than \(RouteList.maximumValues) values."
            }
        }
        return nil
    }
}
