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
    static let maximumDepth = 16

    /// The most paths that the routes of a list that is read may describe; a pattern without groups describes one.
    static let maximumPaths = 20_000

    /// Reads a list from JSON in UTF-8.
    ///
    /// Linear in the text. If a key appears twice in one object, one of its values is used; the command `routes` reports such a
    /// key.
    ///
    /// - Parameters:
    ///   - json: The list.
    ///   - types: Those that its patterns may name besides the built-in ones.
    /// - Throws: The first thing that is wrong.
    public init(json: Data, types: [ParameterType] = []) throws(RouteListError) {
        let fields = Fields(try JSONReader.value(of: json), keys: ["host", "origins", "routes"])
        let host = fields.value("host") { $0.string.flatMap { HostRule(name: $0) } }
        let places = fields.value("origins", \.strings)
        if host != nil, places != nil { fields.note("a table has either a host or origins.", at: "") }
        origins = places?.enumerated().compactMap { number, text in
            do throws(URLTextError) {
                return try Origin(text)
            } catch {
                fields.note(error.description, at: "origins[\(number)]")
                return nil
            }
        }
        self.host = host ?? .ignore
        let values = fields.value("routes", isRequired: true, \.array) ?? []
        routes = values.enumerated().compactMap { number, value in
            let keys = ["pattern", "name", "schemes", "priority", "metadata"]
            let route = Fields(value, at: "routes[\(number)]", of: fields, keys: keys)
            return fields.error == nil ? Route(route, types) : nil
        }
        if routes.reduce(0, { $0 + $1.pattern.expansions.count }) > Self.maximumPaths {
            fields.note("its routes describe more than \(Self.maximumPaths) paths.", at: "")
        }
        if let error = fields.error { throw error }
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
            return String(decoding: [UInt8](json), as: UTF8.self)
        }
    }
}

extension RouteList.Route {
    /// Reads a route; `nil` without a pattern.
    fileprivate init?(_ fields: Fields, _ types: [ParameterType]) {
        guard let text = fields.value("pattern", isRequired: true, \.string) else { return nil }
        let schemes = fields.value("schemes", \.strings) ?? []
        if let wrong = schemes.firstIndex(where: { !$0.isScheme }) {
            fields.note("a scheme is a letter and then letters, digits and +-. only.", at: "schemes[\(wrong)]")
            return nil
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

extension HostRule {
    /// The rule of a name, which is compared by its bytes.
    fileprivate init?(name: String) {
        let rules: [HostRule] = [.path, .ignore, .match]
        guard let rule = rules.first(where: { $0.rawValue.hasSameBytes(as: name) }) else { return nil }
        self = rule
    }
}

extension String {
    fileprivate var isScheme: Bool { (try? URLText(self + ":"))?.parts.scheme.count == utf8.count }
}

/// An object of a table, whose keys are known.
private final class Fields {
    private let values: [String: MetadataValue]
    private let place: String
    private let table: Fields?

    /// The first thing that is wrong, in the table as a whole.
    private(set) var error: RouteListError?

    init(_ value: MetadataValue, at place: String = "", of table: Fields? = nil, keys: [String]) {
        (values, self.place, self.table) = (value.object ?? [:], place, table)
        if value.object == nil { note(Self.wrongKind, at: "") }
        if let unknown = values.map(\.key).sorted().first(where: { !keys.contains($0) }) {
            note("no table has such a key.", at: unknown)
        }
    }

    private static let wrongKind = "the value is of the wrong kind."

    /// The value of a key; `nil` if the key is missing, or its value is `null` or of the wrong kind, which is noted.
    func value<Value>(_ key: String, isRequired: Bool = false, _ read: (MetadataValue) -> Value?) -> Value? {
        let value = value(key)
        let result = value.flatMap(read)
        if result == nil, isRequired || value != nil {
            note(value == nil ? "the key is missing." : Self.wrongKind, at: key)
        }
        return result
    }

    // Out of line, as is `note`: each key that is read would have the whole of it.
    @inline(never)
    private func value(_ key: String) -> MetadataValue? {
        if case .null = values[key] { nil } else { values[key] }
    }

    @inline(never)
    func note(_ explanation: String, at key: String) {
        if let table { return table.note(explanation, at: key.isEmpty ? place : place + "." + key) }
        error = error ?? RouteListError(explanation, at: key)
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
