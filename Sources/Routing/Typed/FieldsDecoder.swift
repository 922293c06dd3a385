/// What a decoder asks for the fields of a type: a match, or a probe.
protocol FieldSource: AnyObject {
    /// A field is asked for, as this type.
    func begin(_ key: String, as type: any Decodable.Type) throws

    /// Whether a field that may be missing has a value.
    func hasValue(_ key: String) -> Bool

    /// How many values a list has.
    func count(of key: String) -> Int

    /// A made-up value of a type that is not text.
    func example(of type: Any.Type) -> Any?

    /// The text of a field; of a list, the one at an index. `nil` when there is none.
    func text(for key: String, at index: Int, as type: Any.Type) -> String?

    /// What is thrown when a field has no value that can be read.
    func failure(_ reason: RouteValueError.Reason, _ key: String, at index: Int, as type: Any.Type) -> any Error
}

/// Reads a type whose fields are single values and lists of them, one of the fields, or a list.
final class FieldsDecoder: Decoder, SingleValueDecodingContainer, UnkeyedDecodingContainer {
    private enum Place {
        /// Everywhere: it has the fields.
        case whole

        case field

        /// In a field that is a list: the next element is read.
        case list(count: Int)

        case element(Int)
    }

    private let source: any FieldSource
    /// The field; empty for the whole.
    private let key: String
    private let place: Place

    private(set) var currentIndex = 0

    /// Reads a whole type.
    convenience init(_ source: any FieldSource) { self.init(source, "", .whole) }

    private init(_ source: any FieldSource, _ key: String, _ place: Place) {
        self.source = source
        self.key = key
        self.place = place
    }

    /// The value of a field, or of an element of one.
    static func value(of type: any Decodable.Type, for key: String, at index: Int? = nil, in source: any FieldSource)
        throws -> Any
    {
        if let example = source.example(of: type) { return example }
        let text = source.text(for: key, at: index ?? 0, as: type)
        let isText = FieldText.isText(type)
        if isText, text == nil { throw source.failure(.missing, key, at: index ?? 0, as: type) }
        if isText, let text, let value = FieldText.value(of: type, from: text) { return value }
        guard !isText, !(type is any RawRepresentable.Type && text?.isTooLongForRawValue == true) else {
            throw source.failure(.unreadable, key, at: index ?? 0, as: type)
        }
        do {
            return try type.init(from: FieldsDecoder(source, key, index.map { .element($0) } ?? .field))
        } catch is DecodingError {
            throw source.failure(.unreadable, key, at: index ?? 0, as: type)
        }
    }

    fileprivate static func value<Value: Decodable>(
        _ type: Value.Type, for key: String, at index: Int?, in source: any FieldSource
    ) throws -> Value {
        if let value = try value(of: type, for: key, at: index, in: source) as? Value { return value }
        throw source.failure(.unreadable, key, at: index ?? 0, as: type)
    }

    private var unsupported: any Error { source.failure(.unsupported, key, at: 0, as: Any.self) }

    // Decoder

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .whole = place else { throw unsupported }
        return KeyedDecodingContainer(FieldsContainer(source: source))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .field = place else { throw unsupported }
        return FieldsDecoder(source, key, .list(count: source.count(of: key)))
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        if case .whole = place { throw unsupported }
        return self
    }

    // Values. `decode` is also the witness of all the methods for the types of the standard library.

    var count: Int? { if case .list(let count) = place { count } else { nil } }

    var isAtEnd: Bool { currentIndex >= count ?? 0 }

    func decodeNil() -> Bool { if case .field = place { !source.hasValue(key) } else { false } }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        switch place {
        case .whole: throw unsupported
        case .field: return try Self.value(type, for: key, at: nil, in: source)
        case .element(let index): return try Self.value(type, for: key, at: index, in: source)
        case .list:
            guard !isAtEnd else { throw source.failure(.unreadable, key, at: currentIndex, as: type) }
            defer { currentIndex += 1 }
            return try Self.value(type, for: key, at: currentIndex, in: source)
        }
    }

    func nestedContainer<NestedKey>(keyedBy type: NestedKey.Type) throws -> KeyedDecodingContainer<NestedKey> {
        throw unsupported
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw unsupported }

    func superDecoder() throws -> any Decoder { throw unsupported }

    /// The decoder of a field.
    fileprivate static func decoder(of key: String, in source: any FieldSource) -> FieldsDecoder {
        FieldsDecoder(source, key, .field)
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
        return try FieldsDecoder.value(type, for: key.stringValue, at: nil, in: source)
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw unsupported(key.stringValue)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try FieldsDecoder.decoder(of: key.stringValue, in: source).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { throw unsupported("super") }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw unsupported(key.stringValue) }

    private func unsupported(_ key: String) -> any Error { source.failure(.unsupported, key, at: 0, as: Any.self) }
}

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
        guard match.extras[key] == nil else { return nil }
        if key == tailName, let tail = match.tail { return tail }
        return match.parameter(key) == nil && match.sticky[key] == nil ? match.query[key] : nil
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
