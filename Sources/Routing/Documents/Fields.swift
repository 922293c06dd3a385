/// A reader of the fields of one JSON object, which collects the problems of the whole list.
final class Fields {
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
