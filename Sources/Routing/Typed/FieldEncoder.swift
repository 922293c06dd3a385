/// Writes one field: a single value or a list.
struct FieldEncoder: Encoder {
    let fields: FieldTexts
    let key: String
    /// Whether it is an element of a list already.
    let isElement: Bool

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(RefusingFields(fields: fields, key: key))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        guard !isElement else { return RefusingContainer(fields: fields, key: key) }
        fields.declare(key)
        return FieldListContainer(fields: fields, key: key)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        FieldContainer(fields: fields, key: key, isElement: isElement)
    }
}

/// A field with a single value.
private struct FieldContainer: SingleValueEncodingContainer {
    let fields: FieldTexts
    let key: String
    let isElement: Bool

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws {
        if isElement { throw fields.error(.unsupported, key, "nil") }
    }

    // Also the witness of all the methods for the types of the standard library.
    func encode<Value: Encodable>(_ value: Value) throws {
        try fields.append(value, to: key, isElement: isElement)
    }
}

/// A field with a list of values.
private struct FieldListContainer: UnkeyedEncodingContainer {
    let fields: FieldTexts
    let key: String

    var codingPath: [any CodingKey] { [] }
    var count: Int { fields.texts[key]?.count ?? 0 }

    func encodeNil() throws { throw fields.error(.unsupported, key, "nil") }

    func encode<Value: Encodable>(_ value: Value) throws { try fields.append(value, to: key, isElement: true) }

    func nestedContainer<NestedKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(RefusingFields(fields: fields, key: key))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { RefusingContainer(fields: fields, key: key) }

    func superEncoder() -> any Encoder { FieldEncoder(fields: fields, key: key, isElement: true) }
}
