/// Writes the fields of a value as texts, in the order in which it encodes them.
///
/// One object is the encoder of the whole, of each field and of its elements: fields cannot nest, so only one is
/// encoded at a time.
final class FieldsEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
    fileprivate private(set) var items: [QueryItem] = []
    private let type: any TypedRoute.Type
    /// The first thing that could not be written.
    private var error: RouteURLError?
    /// The field that is encoded; `nil` for the whole.
    private var key: String?
    private var isList = false

    private init(_ type: any TypedRoute.Type) { self.type = type }

    /// The texts of a value whose fields are single values and lists of them.
    static func items(of value: some TypedRoute) throws(RouteURLError) -> [QueryItem] {
        let encoder = FieldsEncoder(Swift.type(of: value))
        do {
            try value.encode(to: encoder)
        } catch {
            encoder.note(.unsupported, "\(error)")
        }
        if let error = encoder.error { throw error }
        return encoder.items
    }

    fileprivate func note(_ reason: RouteURLError.Reason, _ value: String? = nil, because cause: String? = nil) {
        error = error ?? RouteURLError(reason, route: "\(type)", name: key, value: value, because: cause)
    }

    /// The encoder of a field.
    fileprivate func field(_ key: any CodingKey) -> FieldsEncoder {
        self.key = key.stringValue
        isList = false
        return self
    }

    /// Writes a field, after which the encoder is that of the whole again; an error is about the field.
    fileprivate func write(_ value: any Encodable, to key: any CodingKey) throws {
        try field(key).write(value)
        self.key = nil
    }

    /// The encoder, after an error was noted.
    fileprivate var refused: FieldsEncoder {
        note(.unsupported)
        return self
    }

    /// The number of texts of the field.
    var count: Int { items.count { $0.key == key } }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if key != nil { note(.unsupported) }
        return KeyedEncodingContainer(FieldsContainer(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if key == nil || isList { note(.unsupported) }
        isList = true
        return self
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// A field without a value is left out; a list cannot have such an element.
    func encodeNil() { if key == nil || isList { note(.unsupported, "nil") } }

    // The generic `encode` implements the requirements for all types of the standard library but two, for which the protocol
    // has throwing default implementations.
    func encode<Value: Encodable>(_ value: Value) throws { try write(value) }
    func encode(_ value: Int128) throws { try write(value) }
    func encode(_ value: UInt128) throws { try write(value) }

    /// Writes a value, unless it would be read as another; not generic, or it would be compiled for each type.
    private func write(_ value: any Encodable) throws {
        guard let key else { return note(.unsupported) }
        let type = Swift.type(of: value)
        guard FieldText.isText(type) else { return try value.encode(to: self) }
        let text = FieldText.text(of: value)
        let read = text.flatMap { FieldText.value(of: type, from: $0) }
        guard let text, let read, FieldText.text(of: read)?.hasSameBytes(as: text) == true else {
            let what = text == nil ? "no text" : "a text that is read as another value, or as none"
            return note(.irreversible, text, because: "a value of \(type) has \(what)")
        }
        items.append((key, text))
    }

    func nestedContainer<NestedKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { unkeyedContainer() }

    func superEncoder() -> any Encoder { refused }
}

/// The fields of a type.
private struct FieldsContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: FieldsEncoder

    var codingPath: [any CodingKey] { [] }

    /// A field without a value is left out.
    func encodeNil(forKey key: Key) {}

    // The same requirements as in `FieldsEncoder`.
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.write(value, to: key) }
    func encode(_ value: Int128, forKey key: Key) throws { try encoder.write(value, to: key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try encoder.write(value, to: key) }

    /// An empty list is an error: it would be read as `nil`, since a URL has no items for either.
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value else { return }
        try encode(value, forKey: key)
        let isEmpty = !encoder.items.contains { $0.key == key.stringValue }
        if isEmpty { encoder.field(key).note(.irreversible, "[]", because: "without items it is nil") }
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.field(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.field(key).refused }

    func superEncoder() -> any Encoder { encoder.refused }

    func superEncoder(forKey key: Key) -> any Encoder { encoder.field(key).refused }
}
