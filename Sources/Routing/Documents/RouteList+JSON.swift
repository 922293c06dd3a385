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
        let fields = try Fields(value, at: "", keys: ["host", "origins", "routes"])
        let rule = try fields.value("host", \.string)
        guard let host = HostRule(rawValue: rule ?? "ignore") else { throw fields.wrongKind("host") }
        let places = try fields.value("origins", \.strings)
        guard rule == nil || places == nil else { throw RouteListError("a table has either a host or origins.") }
        var origins: [Origin] = []
        for (number, text) in (places ?? []).enumerated() {
            do throws(URLTextError) {
                origins.append(try Origin(text))
            } catch {
                throw RouteListError("\(error)", at: "origins[\(number)]")
            }
        }
        guard let values = try fields.value("routes", \.array) else { throw fields.missing("routes") }
        var (routes, pathCount) = ([Route](), 0)
        for (number, value) in values.enumerated() {
            let route = try Route(value, at: "routes[\(number)]", types)
            pathCount += route.pattern.expansions.count
            routes.append(route)
        }
        guard pathCount <= Self.maximumPaths else {
            throw RouteListError("its routes describe more than \(Self.maximumPaths) paths.")
        }
        self.init(origins: places == nil ? nil : origins, host: host, routes: routes)
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
    /// Reads a route.
    fileprivate init(
        _ value: MetadataValue, at place: String, _ types: [ParameterType]
    ) throws(RouteListError) {
        let fields = try Fields(value, at: place, keys: ["pattern", "name", "schemes", "priority", "metadata"])
        guard let text = try fields.value("pattern", \.string) else { throw fields.missing("pattern") }
        let schemes = try fields.value("schemes", \.strings) ?? []
        if let wrong = schemes.firstIndex(where: { !$0.isScheme }) {
            throw RouteListError(
                "a scheme is a letter and then letters, digits and +-. only.", at: "\(place).schemes[\(wrong)]")
        }
        options = RouteOptions(
            name: try fields.value("name", \.string), schemes: Set(schemes),
            metadata: try fields.value("metadata", \.object) ?? [:])
        priority = try fields.value("priority", \.integer) ?? 0
        do throws(RoutePatternError) {
            pattern = try RoutePattern(text, types: types)
        } catch {
            throw RouteListError("\(error)", at: place + ".pattern")
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

/// An object of a table, whose keys are known.
private struct Fields {
    private let values: [String: MetadataValue]
    private let place: String

    init(_ value: MetadataValue, at place: String, keys: [String]) throws(RouteListError) {
        (values, self.place) = (value.object ?? [:], place)
        if value.object == nil { throw RouteListError(Self.wrongKind, at: place) }
        if let unknown = values.map(\.key).sorted().first(where: { !keys.contains($0) }) {
            throw RouteListError("no table has such a key.", at: path(to: unknown))
        }
    }

    private static let wrongKind = "the value is of the wrong kind."

    private func path(to key: String) -> String { place.isEmpty ? key : place + "." + key }

    /// The value of a key; `nil` if the key is missing or its value is `null`.
    func value<Value>(_ key: String, _ read: (MetadataValue) -> Value?) throws(RouteListError) -> Value? {
        guard let value = value(key) else { return nil }
        guard let result = read(value) else { throw wrongKind(key) }
        return result
    }

    private func value(_ key: String) -> MetadataValue? {
        if case .null = values[key] { nil } else { values[key] }
    }

    func wrongKind(_ key: String) -> RouteListError { RouteListError(Self.wrongKind, at: path(to: key)) }

    func missing(_ key: String) -> RouteListError { RouteListError("the key is missing.", at: path(to: key)) }
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
