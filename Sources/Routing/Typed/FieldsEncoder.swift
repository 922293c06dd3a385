/// The texts of a value's fields, in the order in which it encodes them.
final class FieldTexts {
    private(set) var items: [QueryItem] = []

    private let type: any TypedRoute.Type
    /// The first thing that could not be written.
    private var error: RouteURLError?

    /// Encodes a value whose fields are single values and lists of them.
    init(of value: some TypedRoute) throws(RouteURLError) {
        type = Swift.type(of: value)
        do {
            try value.encode(to: FieldsEncoder(fields: self, key: nil))
        } catch {
            note(.unsupported, nil, "\(error)")
        }
        if let error { throw error }
    }

    /// Writes a value, unless it would be read as another.
    fileprivate func append(_ value: any Encodable, to encoder: FieldsEncoder) throws {
        guard let key = encoder.key else { return note(.unsupported, nil) }
        let type = Swift.type(of: value)
        guard FieldText.isText(type) else { return try value.encode(to: encoder) }
        let text = FieldText.text(of: value)
        let read = text.flatMap { FieldText.value(of: type, from: $0) }
        guard let text, let read, FieldText.text(of: read) == text else { return note(.irreversible, key, text) }
        items.append((key, text))
    }

    fileprivate func count(of key: String?) -> Int { items.count { $0.key == key } }

    fileprivate func note(_ reason: RouteURLError.Reason, _ key: String?, _ value: String? = nil) {
        error = error ?? RouteURLError(reason, route: "\(type)", name: key, value: value)
    }
}

/// Writes a type with fields, one field, a list or an element of one.
private struct FieldsEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
    let fields: FieldTexts

    /// The field; `nil` for the whole.
    let key: String?
    var isElement = false

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int { fields.count(of: key) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if key != nil { fields.note(.unsupported, key) }
        return KeyedEncodingContainer(FieldsContainer(fields: fields))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if key == nil || isElement { fields.note(.unsupported, key) }
        return FieldsEncoder(fields: fields, key: key, isElement: true)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// A field without a value is left out; in a list nothing stands for it.
    func encodeNil() { if key == nil || isElement { fields.note(.unsupported, key, "nil") } }

    // Also the witness of all the methods for the types of the standard library.
    func encode<Value: Encodable>(_ value: Value) throws { try fields.append(value, to: self) }

    func nestedContainer<NestedKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { unkeyedContainer() }

    func superEncoder() -> any Encoder {
        fields.note(.unsupported, key)
        return self
    }
}

/// The fields of a type.
private struct FieldsContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let fields: FieldTexts

    var codingPath: [any CodingKey] { [] }

    /// A field without a value is left out.
    func encodeNil(forKey key: Key) {}

    // Also the witness of all the methods for the types of the standard library.
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder(key).encode(value) }

    /// An empty list is read as `nil`, for a URL does not tell the two apart.
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value else { return }
        try encode(value, forKey: key)
        if fields.count(of: key.stringValue) == 0 { fields.note(.irreversible, key.stringValue, "[]") }
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { FieldsEncoder(fields: fields, key: nil).superEncoder() }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(key).superEncoder() }

    private func encoder(_ key: Key) -> FieldsEncoder { FieldsEncoder(fields: fields, key: key.stringValue) }
}
