/// Makes a table of a value of JSON, and notes everything that is wrong with it.
struct RouteListReader {
    private static let keys = ["host", "origins", "routes"]
    private static let routeKeys = ["pattern", "name", "schemes", "priority", "metadata"]

    private let types: [ParameterType]

    /// What stands before the paths of problems, for a table that is a part of something else.
    private let prefix: String

    private var problems: [RouteListError.Problem] = []

    private init(types: [ParameterType], prefix: String) {
        self.types = types
        self.prefix = prefix
    }

    /// The table that a value stands for, at a path of what was read.
    static func list(
        of value: MetadataValue, types: [ParameterType], path: String = ""
    ) throws(RouteListError) -> RouteList {
        var reader = RouteListReader(types: types, prefix: path.isEmpty ? "" : path + ".")
        let list = reader.list(of: value, path)
        guard let list, reader.problems.isEmpty else { throw RouteListError(problems: reader.problems) }
        return list
    }

    private mutating func list(of value: MetadataValue, _ path: String) -> RouteList? {
        guard let fields = fields(of: value, path, known: Self.keys) else { return nil }
        let host = optional("host", in: fields, prefix) { $0.text.flatMap(HostRule.init) }
        let origins = optional("origins", in: fields, prefix, as: \.elements).map { texts in
            texts.enumerated().compactMap { origin($1, "\(prefix)origins[\($0)]") }
        }
        if host != nil, origins != nil { problems.append(.init(.hostAndOrigins, path: path)) }
        let values = required("routes", in: fields, prefix, as: \.elements) ?? []
        let routes = values.enumerated().compactMap { route($1, "\(prefix)routes[\($0)]") }
        return origins.map { RouteList(origins: $0, routes: routes) }
            ?? RouteList(host: host ?? .ignore, routes: routes)
    }

    private mutating func origin(_ value: MetadataValue, _ path: String) -> Origin? {
        guard let text = value.text else { return note(.wrongType, path) }
        do {
            return try Origin(text)
        } catch {
            problems.append(.init(.malformedOrigin, path: path, originError: error))
            return nil
        }
    }

    private mutating func route(_ value: MetadataValue, _ path: String) -> RouteList.Route? {
        guard let fields = fields(of: value, path, known: Self.routeKeys) else { return nil }
        let place = path + "."
        let name = optional("name", in: fields, place, as: \.text)
        let schemes = optional("schemes", in: fields, place, as: \.elements) ?? []
        let priority = optional("priority", in: fields, place, as: \.wholeNumber)
        let metadata = optional("metadata", in: fields, place, as: \.fields)
        let names = schemes.enumerated().compactMap { scheme($1, "\(place)schemes[\($0)]") }
        guard let text = required("pattern", in: fields, place, as: \.text) else { return nil }
        do {
            return RouteList.Route(
                pattern: try RoutePattern(text, types: types), name: name, schemes: Set(names),
                priority: priority ?? 0, metadata: metadata ?? [:])
        } catch {
            problems.append(.init(.malformedPattern, path: place + "pattern", patternError: error))
            return nil
        }
    }

    private mutating func scheme(_ value: MetadataValue, _ path: String) -> String? {
        guard let text = value.text else { return note(.wrongType, path) }
        return text.isScheme ? text : note(.malformedScheme, path)
    }
}

/// Objects: what they have, have not, and should not have.
extension RouteListReader {
    private mutating func fields(
        of value: MetadataValue, _ path: String, known: [String]
    ) -> [String: MetadataValue]? {
        guard let fields = value.fields else { return note(.wrongType, path) }
        // Sorted, since an object has no order once it was read.
        for key in fields.keys.filter({ !known.contains($0) }).sorted() {
            problems.append(.init(.unknownKey, path: path.isEmpty ? key : "\(path).\(key)"))
        }
        return fields
    }

    private mutating func optional<Value>(
        _ key: String, in fields: [String: MetadataValue], _ place: String, as read: (MetadataValue) -> Value?
    ) -> Value? {
        guard let value = fields[key], !value.isNull else { return nil }
        return read(value) ?? note(.wrongType, place + key)
    }

    private mutating func required<Value>(
        _ key: String, in fields: [String: MetadataValue], _ place: String, as read: (MetadataValue) -> Value?
    ) -> Value? {
        guard let value = fields[key] else { return note(.missingKey, place + key) }
        return read(value) ?? note(.wrongType, place + key)
    }

    /// Notes a problem, because of which there is no value.
    private mutating func note<Value>(_ reason: RouteListError.Problem.Reason, _ path: String) -> Value? {
        problems.append(.init(reason, path: path))
        return nil
    }
}

extension MetadataValue {
    fileprivate var isNull: Bool { if case .null = self { true } else { false } }
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var wholeNumber: Int? { if case .integer(let number) = self { number } else { nil } }
    fileprivate var elements: [MetadataValue]? { if case .array(let elements) = self { elements } else { nil } }
    fileprivate var fields: [String: MetadataValue]? { if case .object(let fields) = self { fields } else { nil } }
}

extension String {
    fileprivate var isScheme: Bool { (try? URLText(self + ":"))?.parts.schemeEnd == UInt32(utf8.count) }
}
