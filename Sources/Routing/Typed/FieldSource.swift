/// Who answers a decoder that asks for the fields of a type: a match, or a probe.
protocol FieldSource: AnyObject {
    /// A field is asked for, as this type.
    func begin<Value: Decodable>(_ key: String, as type: Value.Type) throws

    /// Whether a field has a value; whoever asks can do without.
    func hasValue(_ key: String) -> Bool

    /// How many values a list has.
    func count(of key: String) throws -> Int

    /// A value of a type that is not text, made up.
    func example<Value>(of type: Value.Type, for key: String) throws -> Value?

    /// The text of a field; of a list, the one at an index.
    func text(for key: String, at index: Int?, as type: Any.Type) throws -> String

    /// What is thrown when the text of a field stands for no value of the type.
    func unreadable(_ key: String, at index: Int?, as type: Any.Type) -> any Error

    /// What is thrown when a field is neither a single value nor a list of them.
    func unsupported(_ key: String) -> any Error
}

extension FieldSource {
    /// The value of a field.
    func value<Value: Decodable>(_ type: Value.Type, for key: String, at index: Int? = nil) throws -> Value {
        if let example = try example(of: type, for: key) { return example }
        guard FieldText.isText(type) else {
            do {
                return try Value(from: FieldDecoder(source: self, key: key, index: index))
            } catch is DecodingError {
                throw unreadable(key, at: index, as: type)
            }
        }
        let text = try text(for: key, at: index, as: type)
        guard let value = FieldText.value(type, from: text) else { throw unreadable(key, at: index, as: type) }
        return value
    }
}
