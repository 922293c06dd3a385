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

    /// The most levels in which arrays and objects may be nested.
    static let maximumDepth = 16

    /// The most paths that the routes of a list that is read may describe; a pattern without groups describes one.
    static let maximumPaths = 20_000

    /// Reads a list from JSON in UTF-8.
    ///
    /// Linear in the text. If a key appears twice in one object, one of its values is used; the command `routes`
    /// reports such a key.
    ///
    /// - Parameters:
    ///   - json: The list.
    ///   - types: Those that its patterns may name besides the built-in ones.
    /// - Throws: All problems of the list, or the first limit that it exceeds.
    public init(json: Data, types: [ParameterType] = []) throws(RouteListError) {
        let fields = Fields(try JSONReader.value(of: json), keys: ["host", "origins", "routes"])
        let host = fields.value("host") { $0.string.flatMap { HostRule(name: $0) } }
        let texts = fields.value("origins", \.strings)
        if host != nil, texts != nil { fields.note("a table has either a host or origins.", at: "") }
        origins = texts?.enumerated().compactMap { number, text in
            do throws(URLTextError) {
                return try Origin(text)
            } catch {
                fields.note(error.description, at: "origins[\(number)]")
                return nil
            }
        }
        self.host = host ?? .ignore
        let values = fields.value("routes", isRequired: true, \.array) ?? []
        routes = Self.routes(values, types, of: fields)
        if let error = fields.error { throw error }
    }

    /// Reads the routes, up to the first that describes too many paths together with those before it.
    private static func routes(
        _ values: [MetadataValue], _ types: [ParameterType], of fields: Fields
    ) -> [Route] {
        let keys = ["pattern", "name", "schemes", "priority", "metadata"]
        var routes: [Route] = []
        var pathCount = 0
        for (number, value) in values.enumerated() where !fields.isFull {
            let route = Route(Fields(value, at: "routes[\(number)]", of: fields, keys: keys), types)
            guard let route else { continue }
            routes.append(route)
            pathCount += route.pattern.expansionCount
            guard pathCount <= maximumPaths else {
                fields.note(
                    "the routes up to this one describe more than \(maximumPaths) paths.", at: "routes[\(number)]")
                break
            }
        }
        return routes
    }

    /// The list as JSON with sorted keys and without escaped slashes, without what can be left out.
    ///
    /// - Throws: An error if a number among the metadata is not finite.
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
        let text = fields.value("pattern", isRequired: true, \.string)
        let schemes = fields.value("schemes", \.strings) ?? []
        for wrong in schemes.indices where !schemes[wrong].isScheme {
            fields.note("a scheme is a letter and then letters, digits and +-. only.", at: "schemes[\(wrong)]")
        }
        // Hashing a string takes quadratic time for some texts, and none of a scheme.
        let valid = Set(schemes.filter(\.isScheme))
        options = RouteOptions(
            name: fields.value("name", \.string), schemes: valid,
            metadata: fields.value("metadata", \.object) ?? [:])
        priority = fields.value("priority", \.integer) ?? 0
        guard let text else { return nil }
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

/// A reader of the fields of one JSON object, which collects the problems of the whole list.
private final class Fields {
    private let values: [String: MetadataValue]
    private let path: String
    private let table: Fields?

    /// The problems of the list as a whole.
    private var problems: [RouteListError.Problem] = []

    /// The error of the list as a whole; `nil` without problems.
    var error: RouteListError? { RouteListError(problems) }

    /// A Boolean value that indicates whether no more problems are collected.
    var isFull: Bool { problems.count >= RouteListError.maximumProblems }

    init(_ value: MetadataValue, at path: String = "", of table: Fields? = nil, keys: [String]) {
        values = value.object ?? [:]
        self.path = path
        self.table = table
        if value.object == nil { note(Self.wrongKind, at: "") }
        // In the order of bytes, since comparing strings normalizes them.
        let unknown = values.keys.filter { !keys.contains($0) }
        for key in unknown.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            note("no table has such a key.", at: key)
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

    // Not inlined, like `note`: otherwise each generic caller would contain a copy.
    @inline(never)
    private func value(_ key: String) -> MetadataValue? {
        if case .null = values[key] { nil } else { values[key] }
    }

    @inline(never)
    func note(_ explanation: String, at key: String) {
        if let table { return table.note(explanation, at: key.isEmpty ? path : path + "." + key) }
        if !isFull { problems.append(.init(path: key, explanation: explanation)) }
    }
}

/// The value, if it is of a kind.
extension MetadataValue {
    var string: String? { if case .string(let text) = self { text } else { nil } }
    var integer: Int? { if case .integer(let number) = self { number } else { nil } }
    var array: [MetadataValue]? { if case .array(let values) = self { values } else { nil } }
    var object: [String: MetadataValue]? { if case .object(let values) = self { values } else { nil } }

    /// The texts of an array that has nothing else.
    var strings: [String]? {
        let texts = array?.compactMap(\.string)
        return texts?.count == array?.count ? texts : nil
    }
}
