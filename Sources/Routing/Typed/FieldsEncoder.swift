/// Writes a type whose fields are single values and lists of them.
struct FieldsEncoder: Encoder {
    let fields: FieldTexts

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(FieldsContainer(fields: fields))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusingContainer(fields: fields, key: nil) }

    func singleValueContainer() -> any SingleValueEncodingContainer { RefusingContainer(fields: fields, key: nil) }
}

/// The fields of a type.
private struct FieldsContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let fields: FieldTexts

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {}

    // Also the witness of all the methods for the types of the standard library.
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try fields.append(value, to: key.stringValue, isElement: false)
    }

    /// An empty list comes back as `nil`, for a URL does not tell the two apart.
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value else { return }
        try encode(value, forKey: key)
        if fields.texts[key.stringValue] ?? [] == [] { throw fields.error(.irreversible, key.stringValue, "[]") }
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(RefusingFields(fields: fields, key: key.stringValue))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        FieldEncoder(fields: fields, key: key.stringValue, isElement: false).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { FieldEncoder(fields: fields, key: "super", isElement: true) }

    func superEncoder(forKey key: Key) -> any Encoder {
        FieldEncoder(fields: fields, key: key.stringValue, isElement: true)
    }
}
