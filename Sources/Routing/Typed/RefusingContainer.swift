// `Encoder` has to hand out containers without an error; these throw it when they are written to.

/// A list or a single value where there can be none.
struct RefusingContainer: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let fields: FieldTexts
    let key: String?

    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    func encodeNil() throws { throw fields.error(.unsupported, key) }

    func encode<Value: Encodable>(_ value: Value) throws { throw fields.error(.unsupported, key) }

    func nestedContainer<NestedKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(RefusingFields(fields: fields, key: key))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }

    func superEncoder() -> any Encoder { FieldEncoder(fields: fields, key: key ?? "super", isElement: true) }
}

/// Fields where there can be none.
struct RefusingFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let fields: FieldTexts
    let key: String?

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { throw fields.error(.unsupported, self.key) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        throw fields.error(.unsupported, self.key)
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(RefusingFields<NestedKey>(fields: fields, key: self.key))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        RefusingContainer(fields: fields, key: self.key)
    }

    func superEncoder() -> any Encoder { FieldEncoder(fields: fields, key: key ?? "super", isElement: true) }

    func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}
