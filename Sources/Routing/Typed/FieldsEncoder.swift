/// The texts of a value's fields, in the order in which it encodes them.
final class FieldTexts {
    private(set) var items: [QueryItem] = []

    private let type: any TypedRoute.Type

    /// Encodes a value whose fields are single values and lists of them.
    init(of value: some TypedRoute) throws(RouteURLError) {
        type = Swift.type(of: value)
        items.reserveCapacity(4)
        do {
            try value.encode(to: FieldEncoder(fields: self, place: .whole))
        } catch let error as RouteURLError {
            throw error
        } catch {
            throw RouteURLError(.unsupported, route: "\(type)", value: "\(error)")
        }
    }

    /// Writes a value, unless it would be read as another.
    fileprivate func append(_ value: any Encodable, at place: FieldPlace) throws {
        let key: String
        switch place {
        case .field(let name), .element(let name): key = name
        case .whole, .nowhere: throw error(.unsupported, at: place)
        }
        let type = Swift.type(of: value)
        guard FieldText.isText(type) else { return try value.encode(to: FieldEncoder(fields: self, place: place)) }
        let text = FieldText.text(of: value)
        let read = text.flatMap { FieldText.value(of: type, from: $0) }
        guard let text, let read, FieldText.text(of: read) == text else { throw error(.irreversible, at: place, text) }
        items.append(QueryItem(key: key, value: text))
    }

    /// How many values a field has.
    fileprivate func count(of key: String?) -> Int { items.count { $0.key == key } }

    fileprivate func error(
        _ reason: RouteURLError.Reason, at place: FieldPlace, _ value: String? = nil
    ) -> RouteURLError {
        RouteURLError(reason, route: "\(type)", name: place.name, value: value)
    }
}

/// Where a value is written.
private enum FieldPlace {
    /// Everywhere: it has the fields.
    case whole

    /// In a field.
    case field(String)

    /// In the list that a field is.
    case element(String)

    /// In something that is neither: what is written there is an error.
    ///
    /// `Encoder` has to return containers without one.
    case nowhere(String?)

    /// The field that is to blame.
    var name: String? {
        switch self {
        case .whole: nil
        case .field(let key), .element(let key): key
        case .nowhere(let key): key
        }
    }
}

/// Writes a type with fields, one field, a list or an element of one.
private struct FieldEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
    let fields: FieldTexts
    let place: FieldPlace

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int { fields.count(of: place.name) }

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
    let outer: FieldPlace

    var codingPath: [any CodingKey] { [] }

    /// A field without a value is left out.
    func encodeNil(forKey key: Key) throws { try encoder(key).encodeNil() }

    // Also the witness of all the methods for the types of the standard library.
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder(key).encode(value) }

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

    private func encoder(_ key: Key) -> FieldEncoder {
        guard case .whole = outer else { return FieldEncoder(fields: fields, place: .nowhere(outer.name)) }
        return FieldEncoder(fields: fields, place: .field(key.stringValue))
    }
}
