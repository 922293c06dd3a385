/// The values of a match by name, from all layers.
final class MatchFields: FieldSource {
    private let pattern: RoutePattern
    private let values: [String: [String]]

    init(_ match: RouteMatch) {
        var values = match.query
        values.merge(match.sticky.mapValues { [$0] }) { $1 }
        values.merge(match.parameters.mapValues { [$0] }) { $1 }
        if let tail = match.tail, let name = match.pattern.tailName { values[name] = tail }
        values.merge(match.extras.mapValues { [$0] }) { $1 }
        self.values = values
        pattern = match.pattern
    }

    init(_ pattern: RoutePattern, _ values: [String: [String]]) {
        self.pattern = pattern
        self.values = values
    }

    func begin<Value: Decodable>(_ key: String, as type: Value.Type) {}

    func hasValue(_ key: String) -> Bool { values[key]?.isEmpty == false }

    func count(of key: String) -> Int { values[key]?.count ?? 0 }

    func example<Value>(of type: Value.Type, for key: String) -> Value? { nil }

    func text(for key: String, at index: Int?, as type: Any.Type) throws -> String {
        guard let text = values[key]?.dropFirst(index ?? 0).first else { throw error(.missing, key, nil, type) }
        return text
    }

    func unreadable(_ key: String, at index: Int?, as type: Any.Type) -> any Error {
        error(.unreadable, key, values[key]?.dropFirst(index ?? 0).first, type)
    }

    func unsupported(_ key: String) -> any Error { error(.unsupported, key, nil, Any.self) }

    private func error(
        _ reason: RouteValueError.Reason, _ name: String, _ value: String?, _ type: Any.Type
    ) -> RouteValueError {
        RouteValueError(reason: reason, pattern: pattern, name: name, value: value, type: "\(type)")
    }
}
