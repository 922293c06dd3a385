/// Reads one field: a single value or a list.
struct FieldDecoder: Decoder {
    let source: any FieldSource
    let key: String
    /// The place in a list.
    let index: Int?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw source.unsupported(key)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard index == nil else { throw source.unsupported(key) }
        return FieldListContainer(source: source, key: key, length: try source.count(of: key))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        FieldContainer(source: source, key: key, index: index)
    }
}

/// A field with a single value.
private struct FieldContainer: SingleValueDecodingContainer {
    let source: any FieldSource
    let key: String
    let index: Int?

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { index == nil && !source.hasValue(key) }

    // Also the witness of all the methods for the types of the standard library.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try source.value(type, for: key, at: index)
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
        return try source.value(type, for: key, at: currentIndex)
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw source.unsupported(key)
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw source.unsupported(key) }

    func superDecoder() throws -> any Decoder { throw source.unsupported(key) }
}
