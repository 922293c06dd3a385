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
