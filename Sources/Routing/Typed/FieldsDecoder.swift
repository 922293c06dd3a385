/// Who answers a decoder that asks for the fields of a type: a match, or a probe.
protocol FieldSource: AnyObject {
    /// A field is asked for, as this type.
    func begin(_ key: String, as type: any Decodable.Type) throws

    /// Whether a field has a value; whoever asks can do without.
    func hasValue(_ key: String) -> Bool

    /// How many values a list has.
    func count(of key: String) throws -> Int

    /// A value of a type that is not text, made up.
    func example(of type: Any.Type, for key: String) -> Any?

    /// The text of a field; of a list, the one at an index.
    func text(for key: String, at index: Int?, as type: Any.Type) throws -> String

    /// What is thrown when the text of a field stands for no value of the type.
    func unreadable(_ key: String, at index: Int?, as type: Any.Type) -> any Error

    /// What is thrown when a field is neither a single value nor a list of them.
    func unsupported(_ key: String) -> any Error
}

/// Reads a type whose fields are single values and lists of them.
struct FieldsDecoder: Decoder {
    let source: any FieldSource

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(FieldsContainer(source: source))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw source.unsupported("") }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw source.unsupported("") }
}

extension FieldsDecoder {
    /// The value of a field.
    func value<Value: Decodable>(_ type: Value.Type, for key: String, at index: Int? = nil) throws -> Value {
        // Made anew for each type that a coder knows, so that it holds as little as can be.
        if let value = try value(of: type, for: key, at: index) as? Value { return value }
        try fail(key, at: index, as: type)
    }

    @inline(never)
    private func fail(_ key: String, at index: Int?, as type: any Decodable.Type) throws -> Never {
        throw source.unreadable(key, at: index, as: type)
    }

    @inline(never)
    func value(of type: any Decodable.Type, for key: String, at index: Int? = nil) throws -> Any {
        if let example = source.example(of: type, for: key) { return example }
        guard FieldText.isText(type) else {
            if type is any RawRepresentable.Type, try source.text(for: key, at: index, as: type).isTooLongForRawValue {
                try fail(key, at: index, as: type)
            }
            do {
                return try type.init(from: FieldDecoder(source: source, key: key, index: index))
            } catch is DecodingError {
                try fail(key, at: index, as: type)
            }
        }
        let text = try source.text(for: key, at: index, as: type)
        if let value = FieldText.value(of: type, from: text) { return value }
        try fail(key, at: index, as: type)
    }
}

/// The fields of a type.
private struct FieldsContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: any FieldSource

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { source.hasValue(key.stringValue) }

    func decodeNil(forKey key: Key) -> Bool { !source.hasValue(key.stringValue) }

    // Also the witness of all the methods for the types of the standard library.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try source.begin(key.stringValue, as: type)
        return try FieldsDecoder(source: source).value(type, for: key.stringValue)
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw source.unsupported(key.stringValue)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try FieldDecoder(source: source, key: key.stringValue, index: nil).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { throw source.unsupported("super") }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw source.unsupported(key.stringValue) }
}

/// Reads one field: a single value or a list.
private final class FieldDecoder: Decoder, SingleValueDecodingContainer {
    let source: any FieldSource
    let key: String
    /// The place in a list.
    let index: Int?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(source: any FieldSource, key: String, index: Int?) {
        self.source = source
        self.key = key
        self.index = index
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw source.unsupported(key)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard index == nil else { throw source.unsupported(key) }
        return FieldListContainer(source: source, key: key, length: try source.count(of: key))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { index == nil && !source.hasValue(key) }

    // Also the witness of all the methods for the types of the standard library.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try FieldsDecoder(source: source).value(type, for: key, at: index)
    }
}

/// A field with a list of values.
private struct FieldListContainer: UnkeyedDecodingContainer {
    let source: any FieldSource
    let key: String
    let length: Int

    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { [] }
    var count: Int? { length }
    var isAtEnd: Bool { currentIndex >= length }

    init(source: any FieldSource, key: String, length: Int) {
        self.source = source
        self.key = key
        self.length = length
    }

    func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard !isAtEnd else { throw source.unreadable(key, at: nil, as: type) }
        defer { currentIndex += 1 }
        return try FieldsDecoder(source: source).value(type, for: key, at: currentIndex)
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw source.unsupported(key)
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw source.unsupported(key) }

    func superDecoder() throws -> any Decoder { throw source.unsupported(key) }
}

/// The values of a match by name, from all layers.
final class MatchFields: FieldSource {
    private let pattern: RoutePattern
    private let query: URLQuery
    /// The values of the layers that hide those of the query.
    private var values: [String: [String]] = [:]

    init(_ match: RouteMatch) {
        pattern = match.pattern
        query = match.query
        take(match.sticky)
        take(match.parameters)
        if let tail = match.tail, let name = PatternNames(pattern).tail { values[name] = tail }
        take(match.extras)
    }

    private func take(_ layer: [String: String]) {
        for (name, value) in layer { values[name] = [value] }
    }

    init(_ pattern: RoutePattern, _ values: [String: [String]]) {
        self.pattern = pattern
        self.values = values
        query = [:]
    }

    private func texts(of key: String) -> [String] { values[key] ?? query[key] ?? [] }

    func begin(_ key: String, as type: any Decodable.Type) {}

    func hasValue(_ key: String) -> Bool { !texts(of: key).isEmpty }

    func count(of key: String) -> Int { texts(of: key).count }

    func example(of type: Any.Type, for key: String) -> Any? { nil }

    func text(for key: String, at index: Int?, as type: Any.Type) throws -> String {
        guard let text = text(key, index ?? 0) else { throw error(.missing, key, nil, type) }
        return text
    }

    func unreadable(_ key: String, at index: Int?, as type: Any.Type) -> any Error {
        error(.unreadable, key, text(key, index ?? 0), type)
    }

    private func text(_ key: String, _ index: Int) -> String? {
        let texts = texts(of: key)
        return index < texts.count ? texts[index] : nil
    }

    func unsupported(_ key: String) -> any Error { error(.unsupported, key, nil, Any.self) }

    private func error(
        _ reason: RouteValueError.Reason, _ name: String, _ value: String?, _ type: Any.Type
    ) -> RouteValueError {
        RouteValueError(reason, pattern, name, value: value, type: type)
    }
}
