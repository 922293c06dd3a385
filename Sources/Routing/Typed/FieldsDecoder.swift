/// Reads a type whose fields are single values and lists of them, one of the fields, or a list.
final class FieldsDecoder: Decoder, SingleValueDecodingContainer, UnkeyedDecodingContainer {
    private let source: FieldSource
    /// The field; `nil` for the whole.
    private let key: String?

    /// The number of elements, when this is a list.
    let count: Int?
    private(set) var currentIndex: Int
    private let isElement: Bool

    /// Creates a decoder of a whole type, of the field with a key, or of one element of that field.
    init(
        _ source: FieldSource, _ key: String? = nil, at index: Int = 0, count: Int? = nil, isElement: Bool = false
    ) {
        self.source = source
        self.key = key
        currentIndex = index
        self.count = count
        self.isElement = isElement
    }

    // Decoder

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard key == nil else { throw source.failure(key) }
        return KeyedDecodingContainer(FieldsContainer(source: source))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let key, !isElement else { throw source.failure(key) }
        source.probe?.field(key).isList = true
        // The texts are read once for all elements.
        let texts = source.probe == nil ? source.texts(key) : []
        let elements = FieldSource(pattern: source.pattern, probe: source.probe) { _ in texts }
        return FieldsDecoder(elements, key, count: source.probe == nil ? texts.count : 1, isElement: true)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// A Boolean value that indicates whether values are made up to find the fields of a type.
    var isProbing: Bool { source.probe != nil }

    // Values. The generic `decode` implements the requirements for all types of the standard library but two, for which the
    // protocol has throwing default implementations.

    var isAtEnd: Bool { currentIndex >= count ?? 0 }

    func decodeNil() -> Bool { key.map { !isElement && !source.hasValue($0) } ?? false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

    private func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let value = try read(type) as? Value else { throw source.failure(key, .unreadable) }
        return value
    }

    private func read(_ type: any Decodable.Type) throws -> Any {
        guard let key else { throw source.failure(key) }
        let value = try source.value(of: type, for: key, at: currentIndex, isElement: isElement)
        if count != nil { currentIndex += 1 }
        return value
    }

    func nestedContainer<NestedKey>(keyedBy type: NestedKey.Type) throws -> KeyedDecodingContainer<NestedKey> {
        throw source.failure(key)
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw source.failure(key) }

    func superDecoder() throws -> any Decoder { throw source.failure(key) }
}

/// The fields of a type.
private struct FieldsContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: FieldSource

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { source.hasValue(key.stringValue) }

    func decodeNil(forKey key: Key) -> Bool { !source.hasValue(key.stringValue) }

    // The same requirements as in `FieldsDecoder`.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try value(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, key) }

    // Without these, the protocol's default implementations would decode an empty text. A string may be empty.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try optional(type, key)
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try optional(type, key) }

    /// The value of a field; a list or an optional may have no text, and an empty one counts as none if it is not a
    /// value.
    private func value<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        do {
            return try read(type, key)
        } catch let error as RouteValueError where error.reason == .unreadable && source.isBlank(key.stringValue) {
            let value = try? FieldSource(pattern: source.pattern) { _ in [] }.value(of: type, for: key.stringValue)
            guard let value = value as? Value else { throw error }
            return value
        }
    }

    /// The value of a field that may be missing; an empty text that is not a value counts as missing, as forms send it.
    private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        guard source.hasValue(key.stringValue) else { return nil }
        do {
            return try read(type, key)
        } catch let error as RouteValueError where error.reason == .unreadable && source.isBlank(key.stringValue) {
            return nil
        }
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        source.probe?.field(key.stringValue).types.append(type)
        let value = try source.value(of: type, for: key.stringValue)
        guard let value = value as? Value else { throw source.failure(key.stringValue, .unreadable) }
        return value
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw source.failure(key.stringValue)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw source.failure(key.stringValue)
    }

    func superDecoder() throws -> any Decoder { throw source.failure("super") }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw source.failure(key.stringValue) }
}

/// The source from which the fields of a type are read.
struct FieldSource {
    /// The pattern that errors name.
    let pattern: RoutePattern

    /// Takes note of the fields and makes values up for them; `nil` when a type is read from texts.
    var probe: RouteProbe?

    /// The texts of a field; of a list, one for each element.
    let texts: (_ key: String) -> [String]

    /// Returns whether a field that may be missing has a value.
    func hasValue(_ key: String) -> Bool {
        probe?.field(key).isOptional = true
        return probe != nil || !texts(key).isEmpty
    }

    /// Returns whether all texts of a field are empty.
    func isBlank(_ key: String) -> Bool { probe == nil && texts(key).allSatisfy(\.isEmpty) }

    /// The value of a field, or of an element of one; not generic, or it would be compiled for each type.
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

    func failure(_ key: String?, _ reason: RouteValueError.Reason = .unsupported) -> RouteValueError {
        RouteValueError(reason, pattern, key ?? "", value: nil, type: Any.self)
    }
}

extension RouteMatch {
    /// The values of all layers by name.
    var fields: FieldSource {
        let tailName = pattern.tailName
        return FieldSource(pattern: pattern) { [self] key in
            if let value = extras.value(ofKey: key) { return [value] }
            if tailName?.hasSameBytes(as: key) == true, let tail { return tail }
            if let value = parameter(key) { return [value] }
            return query[key] ?? []
        }
    }
}

/// A URL that matches the pattern of a typed route and cannot be read as a value of its type.
struct UnreadableRoute: Error {
    let reason: RouteValueError
}

extension TypedRoute {
    /// Reads a value of the route from a URL that matches its pattern.
    init(match: RouteMatch) throws {
        do throws(RouteValueError) {
            self = try match.decode(Self.self)
        } catch {
            throw UnreadableRoute(reason: error)
        }
    }
}
