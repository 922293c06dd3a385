/// What the fields of a type are read from.
struct FieldSource {
    /// The pattern that errors name.
    let pattern: RoutePattern

    /// Takes note of the fields and makes values up for them; `nil` when a type is read from texts.
    var probe: RouteProbe?

    /// The texts of a field; of a list, one for each element.
    let texts: (_ key: String) -> [String]

    /// Whether a field that may be missing has a value.
    fileprivate func hasValue(_ key: String) -> Bool {
        probe?.fields[key, default: .init()].isOptional = true
        return probe != nil || !texts(key).isEmpty
    }

    /// The value of a field, or of an element of one; not generic, or it would be made anew for each type.
    func value(of type: any Decodable.Type, for key: String, at index: Int = 0, isElement: Bool = false) throws -> Any {
        if let example = probe?.example(of: type) { return example }
        let text = probe == nil ? texts(key).dropFirst(index).first : FieldText.sample(of: type)
        func failure(_ reason: RouteValueError.Reason) -> RouteValueError {
            RouteValueError(reason, pattern, key, value: text, type: type)
        }
        if FieldText.isText(type) {
            guard let text else { throw failure(.missing) }
            guard let value = FieldText.value(of: type, from: text) else { throw failure(.unreadable) }
            return value
        }
        if type is any RawRepresentable.Type, text?.utf8.count ?? 0 > FieldText.maximumRawValueLength {
            throw failure(.unreadable)
        }
        do {
            return try type.init(from: FieldsDecoder(self, key, at: index, isElement: isElement))
        } catch is DecodingError {
            throw failure(.unreadable)
        }
    }
}

/// Reads a type whose fields are single values and lists of them, one of the fields, or a list.
final class FieldsDecoder: Decoder, SingleValueDecodingContainer, UnkeyedDecodingContainer {
    private let source: FieldSource
    /// The field; `nil` for the whole.
    private let key: String?

    /// The number of elements, when this is a list.
    let count: Int?
    private(set) var currentIndex: Int
    private let isElement: Bool

    /// Reads a whole type, a field or an element of one.
    init(
        _ source: FieldSource, _ key: String? = nil, at index: Int = 0, count: Int? = nil, isElement: Bool = false
    ) {
        (self.source, self.key, currentIndex, self.count, self.isElement) = (source, key, index, count, isElement)
    }

    /// Reads a field that is a list.
    fileprivate static func list(_ key: String, in source: FieldSource) -> FieldsDecoder {
        source.probe?.fields[key, default: .init()].isList = true
        let count = source.probe == nil ? source.texts(key).count : 1
        return FieldsDecoder(source, key, count: count, isElement: true)
    }

    private var unsupported: RouteValueError { .unsupported(source.pattern, key ?? "") }

    // Decoder

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard key == nil else { throw unsupported }
        return KeyedDecodingContainer(FieldsContainer(source: source))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let key, !isElement else { throw unsupported }
        return Self.list(key, in: source)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        guard key != nil else { throw unsupported }
        return self
    }

    // Values. `decode` is also the witness of all the methods for the types of the standard library.

    var isAtEnd: Bool { currentIndex >= count ?? 0 }

    func decodeNil() -> Bool { key.map { !isElement && !source.hasValue($0) } ?? false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let key else { throw unsupported }
        let value = try source.value(of: type, for: key, at: currentIndex, isElement: isElement)
        if count != nil { currentIndex += 1 }
        return try source.cast(value, for: key)
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
        let key = key.stringValue
        source.probe?.fields[key, default: .init()].types.append(type)
        return try source.cast(source.value(of: type, for: key), for: key)
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw RouteValueError.unsupported(source.pattern, key.stringValue)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        FieldsDecoder.list(key.stringValue, in: source)
    }

    func superDecoder() throws -> any Decoder { throw RouteValueError.unsupported(source.pattern, "super") }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        throw RouteValueError.unsupported(source.pattern, key.stringValue)
    }
}

extension FieldSource {
    fileprivate func cast<Value>(_ value: Any, for key: String) throws -> Value {
        if let value = value as? Value { return value }
        throw RouteValueError(.unreadable, pattern, key, value: nil, type: Value.self)
    }
}

extension RouteValueError {
    fileprivate static func unsupported(_ pattern: RoutePattern, _ key: String) -> RouteValueError {
        RouteValueError(.unsupported, pattern, key, value: nil, type: Any.self)
    }
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
