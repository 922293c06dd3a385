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
    /// - Throws: The first thing that is wrong.
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
        routes = values.enumerated().compactMap { number, value in
            let keys = ["pattern", "name", "schemes", "priority", "metadata"]
            let route = Fields(value, at: "routes[\(number)]", of: fields, keys: keys)
            return fields.error == nil ? Route(route, types) : nil
        }
        if routes.reduce(0, { $0 + $1.pattern.expansionCount }) > Self.maximumPaths {
            fields.note("its routes describe more than \(Self.maximumPaths) paths.", at: "")
        }
        if let error = fields.error { throw error }
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
