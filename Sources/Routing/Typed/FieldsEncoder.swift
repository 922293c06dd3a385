/// The texts of a value's fields, in the order in which it encodes them.
final class FieldTexts {
    private(set) var items: [QueryItem] = []

    private let type: any TypedRoute.Type

    /// Encodes a value whose fields are single values and lists of them.
    init(of value: some TypedRoute) throws(RouteURLError) {
        type = Swift.type(of: value)
        items.reserveCapacity(4)
        do {
            try value.encode(to: FieldsEncoder(fields: self))
        } catch let error as RouteURLError {
            throw error
        } catch {
            throw RouteURLError(.unsupported, route: "\(type)", value: "\(error)")
        }
    }

    /// Writes a value, unless it would be read as another.
    fileprivate func append(_ value: any Encodable, at place: FieldPlace) throws {
        guard let key = place.key else { throw error(.unsupported, at: place) }
        guard FieldText.isText(Swift.type(of: value)) else {
            return try value.encode(to: FieldEncoder(fields: self, place: place))
        }
        guard let text = FieldText.text(of: value), isReadable(text, as: value) else {
            // Not the description, which Foundation does not have for each date.
            throw error(.irreversible, at: place, FieldText.text(of: value))
        }
        items.append(QueryItem(key: key, value: text))
    }

    /// How many values a field has.
    fileprivate func count(of key: String) -> Int { items.count { $0.key == key } }

    fileprivate func error(
        _ reason: RouteURLError.Reason, at place: FieldPlace, _ value: String? = nil
    ) -> RouteURLError {
        RouteURLError(reason, route: "\(type)", name: place.name, value: value)
    }

    private func isReadable(_ text: String, as value: any Encodable) -> Bool {
        FieldText.value(of: Swift.type(of: value), from: text).flatMap { FieldText.text(of: $0) } == text
    }
}

/// Where a value is written.
private enum FieldPlace {
    /// In a field.
    case field(String)

    /// In the list that a field is.
    case element(String)

    /// In something that is neither: what is written there is an error.
    ///
    /// `Encoder` has to return containers without one.
    case nowhere(String?)

    /// The field, if it can be written here.
    var key: String? { if case .nowhere = self { nil } else { name } }

    /// The field that is to blame.
    var name: String? {
        switch self {
        case .field(let key), .element(let key): key
        case .nowhere(let key): key
        }
    }
}

/// Writes a type with fields.
private struct FieldsEncoder: Encoder {
    let fields: FieldTexts

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(FieldsContainer(fields: fields))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { FieldEncoder(fields: fields, place: .nowhere(nil)) }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        FieldEncoder(fields: fields, place: .nowhere(nil))
    }
}

/// Writes one field, a list or an element of one.
private struct FieldEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
    let fields: FieldTexts
    let place: FieldPlace

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int { place.key.map { fields.count(of: $0) } ?? 0 }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(FieldsContainer(fields: fields, outer: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        guard case .field(let key) = place else { return nowhere }
        return FieldEncoder(fields: fields, place: .element(key))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// A field without a value is left out; in a list nothing stands for it.
    func encodeNil() throws {
        guard case .field = place else { throw fields.error(.unsupported, at: place, "nil") }
    }

    // Also the witness of all the methods for the types of the standard library.
    func encode<Value: Encodable>(_ value: Value) throws { try fields.append(value, at: place) }

    func nestedContainer<NestedKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        nowhere.container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nowhere }

    func superEncoder() -> any Encoder { nowhere }

    private var nowhere: FieldEncoder { FieldEncoder(fields: fields, place: .nowhere(place.name)) }
}

/// The fields of a type, or of one inside of a field, which cannot be written.
private struct FieldsContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let fields: FieldTexts
    var outer: FieldPlace?

    var codingPath: [any CodingKey] { [] }

    /// A field without a value is left out.
    func encodeNil(forKey key: Key) throws { try encoder(key).encodeNil() }

    // Also the witness of all the methods for the types of the standard library.
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try fields.append(value, at: place(of: key))
    }

    /// An empty list is read as `nil`, for a URL does not tell the two apart.
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value else { return }
        try encode(value, forKey: key)
        guard fields.count(of: key.stringValue) == 0 else { return }
        throw fields.error(.irreversible, at: .field(key.stringValue), "[]")
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { FieldEncoder(fields: fields, place: .nowhere("super")) }

    func superEncoder(forKey key: Key) -> any Encoder {
        FieldEncoder(fields: fields, place: .nowhere(key.stringValue))
    }

    private func encoder(_ key: Key) -> FieldEncoder { FieldEncoder(fields: fields, place: place(of: key)) }

    private func place(of key: Key) -> FieldPlace { outer.map { .nowhere($0.name) } ?? .field(key.stringValue) }
}
