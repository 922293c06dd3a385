/// The source from which the fields of a type are read.
struct FieldSource {
    /// The pattern that errors name.
    let pattern: RoutePattern

    /// Takes note of the fields and makes values up for them; `nil` when a type is read from texts.
    var probe: RouteProbe?

    /// The texts of a field; of a list, one for each element.
    let texts: (_ key: String) -> [String]

    /// Returns whether a field that may be missing has a value.
    func hasValue(_ key: String) -> Bool {
        probe?.field(key).isOptional = true
        return probe != nil || !texts(key).isEmpty
    }

    /// Returns whether all texts of a field are empty.
    func isBlank(_ key: String) -> Bool { probe == nil && texts(key).allSatisfy(\.isEmpty) }

    /// The value of a field, or of an element of one; not generic, or it would be compiled for each type.
    func value(of type: any Decodable.Type, for key: String, at index: Int = 0, isElement: Bool = false) throws -> Any {
        if let example = probe?.example(of: type) { return example }
        let text = probe == nil ? texts(key).dropFirst(index).first : FieldText.sample(of: type)
        func failure(_ reason: RouteValueError.Reason) -> RouteValueError {
            RouteValueError(reason, pattern, key, value: text, type: type)
        }
        if FieldText.isText(type) {
            guard let text else { throw failure(.missing) }
            guard let value = FieldText.value(of: type, from: text) else { throw failure(.unreadable) }
            return value
        }
        if type is any RawRepresentable.Type, text?.utf8.count ?? 0 > FieldText.maximumRawValueLength {
            throw failure(.unreadable)
        }
        do {
            return try type.init(from: FieldsDecoder(self, key, at: index, isElement: isElement))
        } catch is DecodingError {
            throw failure(.unreadable)
        }
    }

    func failure(_ key: String?, _ reason: RouteValueError.Reason = .unsupported) -> RouteValueError {
        RouteValueError(reason, pattern, key ?? "", value: nil, type: Any.self)
    }
}

extension RouteMatch {
    /// The values of all layers by name.
    var fields: FieldSource {
        let tailName = pattern.tailName
        return FieldSource(pattern: pattern) { [self] key in
            if let value = extras.value(ofKey: key) { return [value] }
            if tailName?.hasSameBytes(as: key) == true, let tail { return tail }
            if let value = parameter(key) { return [value] }
            return query[key] ?? []
        }
    }
}
