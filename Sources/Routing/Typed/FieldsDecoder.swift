/// The texts of the fields that a type is read from.
struct FieldSource {
    /// The pattern that errors name.
    let pattern: RoutePattern

    /// Takes note of the fields and makes values up for them; `nil` when a type is read from texts.
    var probe: RouteProbe?

    /// The texts of a field; of a list, one for each element.
    let texts: (_ key: String) -> [String]

    fileprivate func text(of key: String, at index: Int, as type: Any.Type) -> String? {
        if probe != nil { return FieldText.sample(of: type) }
        let texts = texts(key)
        return index < texts.count ? texts[index] : nil
    }

    /// Whether a field that may be missing has a value.
    fileprivate func hasValue(_ key: String) -> Bool {
        guard let probe else { return !texts(key).isEmpty }
        probe.isOptional(key)
        return true
    }

    /// What is thrown when a field has no value that can be read.
    fileprivate func failure(
        _ reason: RouteValueError.Reason, _ key: String, at index: Int, as type: Any.Type
    ) -> any Error {
        if probe != nil { return RouteProbe.failure(reason, key, type) }
        let value = reason == .unreadable ? text(of: key, at: index, as: type) : nil
        return RouteValueError(reason, pattern, key, value: value, type: type)
    }
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

    private let source: FieldSource
    /// The field; empty for the whole.
    private let key: String
    private let place: Place

    private(set) var currentIndex = 0

    /// Reads a whole type.
    convenience init(_ source: FieldSource) { self.init(source, "", .whole) }

    private init(_ source: FieldSource, _ key: String, _ place: Place) {
        self.source = source
        self.key = key
        self.place = place
    }

    /// The value of a field, or of an element of one.
    static func value(
        of type: any Decodable.Type, for key: String, at index: Int? = nil, in source: FieldSource
    ) throws -> Any {
        if let example = source.probe?.example(of: type) { return example }
        func failure(_ reason: RouteValueError.Reason) -> any Error {
            source.failure(reason, key, at: index ?? 0, as: type)
        }
        let text = source.text(of: key, at: index ?? 0, as: type)
        if FieldText.isText(type) {
            guard let text else { throw failure(.missing) }
            guard let value = FieldText.value(of: type, from: text) else { throw failure(.unreadable) }
            return value
        }
        if type is any RawRepresentable.Type, text?.isTooLongForRawValue == true { throw failure(.unreadable) }
        do {
            return try type.init(from: FieldsDecoder(source, key, index.map { .element($0) } ?? .field))
        } catch is DecodingError {
            throw failure(.unreadable)
        }
    }

    fileprivate static func value<Value: Decodable>(
        _ type: Value.Type, for key: String, at index: Int?, in source: FieldSource
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
        return Self.list(key, in: source)
    }

    fileprivate static func list(_ key: String, in source: FieldSource) -> FieldsDecoder {
        source.probe?.isList(key)
        return FieldsDecoder(source, key, .list(count: source.probe == nil ? source.texts(key).count : 1))
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
}

/// The fields of a type.
private struct FieldsContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: FieldSource

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { source.hasValue(key.stringValue) }

    func decodeNil(forKey key: Key) -> Bool { !source.hasValue(key.stringValue) }

    // Also the witness of all the methods for the types of the standard library.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try source.probe?.begin(key.stringValue, as: type)
        return try FieldsDecoder.value(type, for: key.stringValue, at: nil, in: source)
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw unsupported(key.stringValue)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        FieldsDecoder.list(key.stringValue, in: source)
    }

    func superDecoder() throws -> any Decoder { throw unsupported("super") }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw unsupported(key.stringValue) }

    private func unsupported(_ key: String) -> any Error { source.failure(.unsupported, key, at: 0, as: Any.self) }
}

extension RouteMatch {
    /// The values of all layers by name.
    var fields: FieldSource {
        let tailName = pattern.tailName
        return FieldSource(pattern: pattern) { [self] key in
            guard extras[key] == nil else { return [extras[key] ?? ""] }
            if key == tailName, let tail { return tail }
            if let value = parameter(key) ?? sticky[key] { return [value] }
            return query[key] ?? []
        }
    }
}
