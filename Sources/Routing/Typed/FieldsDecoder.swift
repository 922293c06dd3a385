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
        return try source.value(type, for: key.stringValue)
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
