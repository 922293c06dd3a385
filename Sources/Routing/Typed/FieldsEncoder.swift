/// The texts of a value's fields, in the order in which it encodes them.
final class FieldTexts {
    private(set) var names: [String] = []
    private(set) var texts: [String: [String]] = [:]

    private let route: String

    /// Encodes a value whose fields are single values and lists of them.
    init(of value: any TypedRoute) throws(RouteURLError) {
        route = "\(type(of: value))"
        do {
            try value.encode(to: FieldsEncoder(fields: self, place: .whole))
        } catch let error as RouteURLError {
            throw error
        } catch {
            throw RouteURLError(.unsupported, route: route, value: "\(error)")
        }
    }

    /// Notes a field that may have no value: a list.
    fileprivate func declare(_ key: String) {
        guard texts[key] == nil else { return }
        names.append(key)
        texts[key] = []
    }

    /// Writes a value, unless it would be read as another.
    fileprivate func append(_ value: any Encodable, at place: FieldPlace) throws {
        guard let key = place.key else { throw error(.unsupported, at: place) }
        guard FieldText.isText(type(of: value)) else {
            return try value.encode(to: FieldsEncoder(fields: self, place: place))
        }
        guard let text = FieldText.text(of: value), isReadable(text, as: value) else {
            // Not the description, which Foundation does not have for each date.
            throw error(.irreversible, at: place, FieldText.text(of: value))
        }
        declare(key)
        texts[key]?.append(text)
    }

    fileprivate func error(
        _ reason: RouteURLError.Reason, at place: FieldPlace, _ value: String? = nil
    ) -> RouteURLError {
        RouteURLError(reason, route: route, name: place.name, value: value)
    }

    private func isReadable(_ text: String, as value: any Encodable) -> Bool {
        FieldText.value(of: type(of: value), from: text).flatMap { FieldText.text(of: $0) } == text
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
    /// `Encoder` has to hand out containers without one.
    case nowhere(String?)

    /// The field, if it can be written here.
    var key: String? {
        switch self {
        case .field(let key), .element(let key): key
        case .whole, .nowhere: nil
        }
    }

    /// The field that is to blame.
    var name: String? { if case .nowhere(let name) = self { name } else { key } }

    /// The place of a field of what is written here.
    func field(_ key: String) -> FieldPlace { if case .whole = self { .field(key) } else { .nowhere(name) } }
}

/// Writes a value: a type with fields, one of its fields, a list or an element of it.
private struct FieldsEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
    let fields: FieldTexts
    let place: FieldPlace

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int { place.key.flatMap { fields.texts[$0]?.count } ?? 0 }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(FieldsContainer(fields: fields, place: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        guard case .field(let key) = place else { return nowhere }
        fields.declare(key)
        return FieldsEncoder(fields: fields, place: .element(key))
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

    private var nowhere: FieldsEncoder { FieldsEncoder(fields: fields, place: .nowhere(place.name)) }
}

/// The fields of a type, or of one that cannot be written.
private struct FieldsContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let fields: FieldTexts
    let place: FieldPlace

    var codingPath: [any CodingKey] { [] }

    /// A field without a value is left out.
    func encodeNil(forKey key: Key) throws {
        try encoder(key).encodeNil()
    }

    // Also the witness of all the methods for the types of the standard library.
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try fields.append(value, at: place.field(key.stringValue))
    }

    /// An empty list comes back as `nil`, for a URL does not tell the two apart.
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value else { return }
        try encode(value, forKey: key)
        guard fields.texts[key.stringValue] ?? [] == [] else { return }
        throw fields.error(.irreversible, at: .field(key.stringValue), "[]")
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { FieldsEncoder(fields: fields, place: .nowhere("super")) }

    func superEncoder(forKey key: Key) -> any Encoder {
        FieldsEncoder(fields: fields, place: .nowhere(key.stringValue))
    }

    private func encoder(_ key: Key) -> FieldsEncoder {
        FieldsEncoder(fields: fields, place: place.field(key.stringValue))
    }
}
