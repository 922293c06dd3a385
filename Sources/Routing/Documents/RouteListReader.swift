/// Makes a table of a value of JSON, and notes everything that is wrong with it.
struct RouteListReader {
    private static let keys = ["host", "origins", "routes"]

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
        guard let fields = value.fields else { return note(.wrongType, path) }
        noteUnknown(fields.keys.filter { !Self.keys.contains($0) }, path)
        let prefix = prefix
        let host = optional(fields["host"], prefix + "host") { $0.text.flatMap(HostRule.init) }
        let origins = optional(fields["origins"], prefix + "origins", as: \.elements).map { texts in
            texts.enumerated().compactMap { origin($1, "\(prefix)origins[\($0)]") }
        }
        if host != nil, origins != nil { problems.append(.init(.hostAndOrigins, path: path)) }
        let values = required(fields["routes"], prefix + "routes", as: \.elements) ?? []
        var routes: [RouteList.Route] = []
        routes.reserveCapacity(values.count)
        for (number, value) in values.enumerated() {
            if let route = route(value, "\(prefix)routes[\(number)]") { routes.append(route) }
        }
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

    /// The path is spelled only for what is wrong, since that costs as much as the rest.
    private mutating func route(_ value: MetadataValue, _ path: @autoclosure () -> String) -> RouteList.Route? {
        guard let object = value.fields else { return note(.wrongType, path()) }
        let fields = RouteFields(object)
        noteUnknown(fields.unknown, path())
        let name = optional(fields.name, path() + ".name", as: \.text)
        let schemes = optional(fields.schemes, path() + ".schemes", as: \.elements) ?? []
        let priority = optional(fields.priority, path() + ".priority", as: \.wholeNumber)
        let metadata = optional(fields.metadata, path() + ".metadata", as: \.fields)
        let names = schemes.enumerated().compactMap { scheme($1, "\(path()).schemes[\($0)]") }
        guard let text = required(fields.pattern, path() + ".pattern", as: \.text) else { return nil }
        do {
            return RouteList.Route(
                pattern: try RoutePattern(text, types: types), name: name, schemes: Set(names),
                priority: priority ?? 0, metadata: metadata ?? [:])
        } catch {
            problems.append(.init(.malformedPattern, path: path() + ".pattern", patternError: error))
            return nil
        }
    }

    private mutating func scheme(_ value: MetadataValue, _ path: String) -> String? {
        guard let text = value.text else { return note(.wrongType, path) }
        return text.isScheme ? text : note(.malformedScheme, path)
    }
}

/// What a route may have, found by going through it once: to look for each key takes longer than all else.
private struct RouteFields: ~Copyable {
    private(set) var pattern: MetadataValue?
    private(set) var name: MetadataValue?
    private(set) var schemes: MetadataValue?
    private(set) var priority: MetadataValue?
    private(set) var metadata: MetadataValue?
    private(set) var unknown: [String] = []

    init(_ fields: [String: MetadataValue]) {
        for (key, value) in fields {
            switch key {
            case "pattern": pattern = value
            case "name": name = value
            case "schemes": schemes = value
            case "priority": priority = value
            case "metadata": metadata = value
            default: unknown.append(key)
            }
        }
    }
}

/// Objects: what they have, have not, and should not have.
extension RouteListReader {
    /// Sorted, since an object has no order once it was read.
    private mutating func noteUnknown(_ keys: [String], _ path: @autoclosure () -> String) {
        guard !keys.isEmpty else { return }
        let place = path().isEmpty ? "" : path() + "."
        for key in keys.sorted() { problems.append(.init(.unknownKey, path: place + key)) }
    }

    private mutating func optional<Value>(
        _ value: MetadataValue?, _ path: @autoclosure () -> String, as read: (MetadataValue) -> Value?
    ) -> Value? {
        guard let value, !value.isNull else { return nil }
        return read(value) ?? note(.wrongType, path())
    }

    private mutating func required<Value>(
        _ value: MetadataValue?, _ path: @autoclosure () -> String, as read: (MetadataValue) -> Value?
    ) -> Value? {
        guard let value else { return note(.missingKey, path()) }
        return read(value) ?? note(.wrongType, path())
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
