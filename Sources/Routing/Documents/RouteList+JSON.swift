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

    /// The most paths that the routes of a list that is read may describe; a pattern without groups describes one.
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
        guard let value = try? JSONDecoder().decode(MetadataValue.self, from: json) else {
            throw RouteListError(Self.malformed)
        }
        let problems = Problems()
        let fields = Fields(value, at: "", keys: ["host", "origins", "routes"], problems)
        let rule = fields.value("host", \.string)
        host = HostRule(rawValue: rule ?? "ignore") ?? .ignore
        if let rule, host.rawValue != rule { fields.note(Fields.wrongKind, at: "host") }
        let places = fields.value("origins", \.strings)
        if rule != nil, places != nil { problems.note("a table has either a host or origins.", at: "") }
        origins = places.map { places in
            places.enumerated().compactMap { number, text in
                do throws(URLTextError) {
                    return try Origin(text)
                } catch {
                    problems.note(error.description, at: "origins[\(number)]")
                    return nil
                }
            }
        }
        let values = fields.value("routes", \.array)
        if values == nil { fields.note(Fields.missing, at: "routes") }
        var (routes, pathCount) = ([Route](), 0)
        for (number, value) in (values ?? []).enumerated() where problems.first == nil {
            let keys = ["pattern", "name", "schemes", "priority", "metadata"]
            guard let route = Route(Fields(value, at: "routes[\(number)]", keys: keys, problems), types) else { break }
            pathCount += route.pattern.expansions.count
            routes.append(route)
        }
        if pathCount > Self.maximumPaths {
            problems.note("its routes describe more than \(Self.maximumPaths) paths.", at: "")
        }
        if let error = problems.first { throw error }
        self.routes = routes
    }

    /// The list as JSON with sorted keys and without escaped slashes, without what can be left out.
    ///
    /// It can be made unless there is a number among the metadata that is not finite.
    public var json: String {
        get throws(RouteListError) {
            var fields = ["routes": MetadataValue.array(routes.map(\.json))]
            if let origins {
                fields["origins"] = .array(origins.map { .string($0.description) })
            } else if host != .ignore {
                fields["host"] = .string(host.rawValue)
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let json = try? encoder.encode(fields) else { throw RouteListError("JSON has no such number.") }
            return String(decoding: json, as: UTF8.self)
        }
    }

    private static let malformed = "it is no well-formed JSON in UTF-8."

    /// What there is too much of in a JSON text, which is then not decoded; linear in the text.
    private static func excess(of json: Data) -> String? {
        guard json.count <= maximumLength else { return "it has more than \(maximumLength) bytes." }
        var (depth, valueCount) = (0, 1)
        var (isInString, isEscaped) = (false, false)
        for byte in [UInt8](json) {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, valueCount) = (depth + 1, valueCount + 1)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ","): valueCount += 1
            // Only other encodings of Unicode have it here, which a decoder would read as well.
            case 0: return malformed
            default: break
            }
            guard depth <= maximumDepth else { return "it is nested deeper than \(maximumDepth) levels." }
            guard valueCount <= maximumValues else { return "it has more than \(maximumValues) values." }
        }
        return nil
    }
}

extension RouteList.Route {
    /// Reads a route; `nil` without a pattern.
    fileprivate init?(_ fields: Fields, _ types: [ParameterType]) {
        guard let text = fields.value("pattern", \.string) else {
            fields.note(Fields.missing, at: "pattern")
            return nil
        }
        let schemes = fields.value("schemes", \.strings) ?? []
        if let wrong = schemes.firstIndex(where: { !$0.isScheme }) {
            fields.note(
                "a scheme is a letter and then letters, digits and +-. only.", at: "schemes[" + "\(wrong)" + "]")
        }
        options = RouteOptions(
            name: fields.value("name", \.string), schemes: Set(schemes),
            metadata: fields.value("metadata", \.object) ?? [:])
        priority = fields.value("priority", \.integer) ?? 0
        do throws(RoutePatternError) {
            pattern = try RoutePattern(text, types: types)
        } catch {
            fields.note(error.description, at: "pattern")
            return nil
        }
    }

    /// The route without what can be left out.
    fileprivate var json: MetadataValue {
        var fields = ["pattern": MetadataValue.string(pattern.text)]
        if let name = options.name { fields["name"] = .string(name) }
        if !options.schemes.isEmpty { fields["schemes"] = .array(Array(options.schemes).sorted().map { .string($0) }) }
        if priority != 0 { fields["priority"] = .integer(priority) }
        if !options.metadata.isEmpty { fields["metadata"] = .object(options.metadata) }
        return .object(fields)
    }
}

extension String {
    fileprivate var isScheme: Bool { (try? URLText(self + ":"))?.parts.scheme.count == utf8.count }
}

/// What is wrong with a table.
private final class Problems {
    /// The first thing that was found.
    private(set) var first: RouteListError?

    func note(_ explanation: String, at path: String) { first = first ?? RouteListError(explanation, at: path) }
}

/// An object of a table, whose keys are known.
private struct Fields {
    private let values: [String: MetadataValue]
    private let place: String
    private let problems: Problems

    init(_ value: MetadataValue, at place: String, keys: [String], _ problems: Problems) {
        values = value.object ?? [:]
        self.place = place
        self.problems = problems
        if value.object == nil { problems.note(Self.wrongKind, at: place) }
        if let unknown = values.map(\.key).sorted().first(where: { !keys.contains($0) }) {
            note("no table has such a key.", at: unknown)
        }
    }

    static let wrongKind = "the value is of the wrong kind."
    static let missing = "the key is missing."

    /// The value of a key; `nil` if the key is missing, or its value is `null` or of the wrong kind, which is noted.
    func value<Value>(_ key: String, _ read: (MetadataValue) -> Value?) -> Value? {
        guard let value = value(key) else { return nil }
        let result = read(value)
        if result == nil { note(Self.wrongKind, at: key) }
        return result
    }

    // Out of line, as is `note`: each key that is read would have the whole of it.
    @inline(never)
    private func value(_ key: String) -> MetadataValue? {
        if case .null = values[key] { nil } else { values[key] }
    }

    @inline(never)
    func note(_ explanation: String, at key: String) {
        problems.note(explanation, at: place.isEmpty ? key : place + "." + key)
    }
}

/// The value, if it is of a kind.
extension MetadataValue {
    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var integer: Int? { if case .integer(let number) = self { number } else { nil } }
    fileprivate var array: [MetadataValue]? { if case .array(let values) = self { values } else { nil } }
    fileprivate var object: [String: MetadataValue]? { if case .object(let values) = self { values } else { nil } }

    /// The texts of an array that has nothing else.
    fileprivate var strings: [String]? {
        let texts = array?.compactMap(\.string)
        return texts?.count == array?.count ? texts : nil
    }
}
