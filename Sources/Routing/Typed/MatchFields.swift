/// The values of a match by name, from all layers.
final class MatchFields: FieldSource {
    private let match: RouteMatch
    private let tailName: String?

    init(_ match: RouteMatch) {
        self.match = match
        tailName = match.pattern.tailName
    }

    func begin(_ key: String, as type: any Decodable.Type) {}

    func hasValue(_ key: String) -> Bool { text(for: key, at: 0, as: Any.self) != nil }

    func count(of key: String) -> Int { list(key)?.count ?? (match[key] == nil ? 0 : 1) }

    func example(of type: Any.Type) -> Any? { nil }

    func text(for key: String, at index: Int, as type: Any.Type) -> String? {
        guard let list = list(key) else { return index == 0 ? match[key] : nil }
        return index < list.count ? list[index] : nil
    }

    /// The values of a tail, or of a key of the query that nothing hides.
    private func list(_ key: String) -> [String]? {
        let source = match.source(of: key)
        if source != .extra, key == tailName, let tail = match.tail { return tail }
        return source == .query ? match.query[key] : nil
    }

    func failure(_ reason: RouteValueError.Reason, _ key: String, at index: Int, as type: Any.Type) -> any Error {
        let value = reason == .unreadable ? text(for: key, at: index, as: type) : nil
        return RouteValueError(reason, match.pattern, key, value: value, type: type)
    }
}

/// One text for whatever field is asked for.
final class SingleField: FieldSource {
    private let pattern: RoutePattern
    private let text: String

    init(_ text: String, of pattern: RoutePattern) {
        self.text = text
        self.pattern = pattern
    }

    func begin(_ key: String, as type: any Decodable.Type) {}

    func hasValue(_ key: String) -> Bool { true }

    func count(of key: String) -> Int { 1 }

    func example(of type: Any.Type) -> Any? { nil }

    func text(for key: String, at index: Int, as type: Any.Type) -> String? { index == 0 ? text : nil }

    func failure(_ reason: RouteValueError.Reason, _ key: String, at index: Int, as type: Any.Type) -> any Error {
        RouteValueError(reason, pattern, key, value: text, type: type)
    }
}
