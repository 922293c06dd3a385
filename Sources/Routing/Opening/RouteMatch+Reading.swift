extension RouteMatch {
    /// The value of a name, read as something else than text.
    public subscript<Value: LosslessStringConvertible>(name: String, as type: Value.Type) -> Value {
        get throws(RouteValueError) { try read(name, as: type) { FieldText.value(of: type, from: $0) as? Value } }
    }

    /// The value of a name, read as a case of an enumeration.
    public subscript<Value: RawRepresentable>(name: String, as type: Value.Type) -> Value
    where Value.RawValue: LosslessStringConvertible {
        get throws(RouteValueError) {
            try read(name, as: type) { text in
                (FieldText.value(of: Value.RawValue.self, from: text) as? Value.RawValue).flatMap(Value.init)
            }
        }
    }

    /// The value of a name, read as a `UUID`, a `Date`, a `URL` or what else ``decode(_:)`` can read into a field.
    @_disfavoredOverload
    public subscript<Value: Decodable>(name: String, as type: Value.Type) -> Value {
        get throws(RouteValueError) {
            try read(name, as: type) { text in
                try? MatchFields(pattern, [name: [text]]).value(type, for: name)
            }
        }
    }

    /// Reads the values of all layers into a type, a field by its name.
    ///
    /// ```swift
    /// struct Search: Decodable { var q: String; var page: Int?; var tags: [String] }
    /// let search = try match.decode(Search.self)  // ?q=lamp&tags=brass&tags=old
    /// ```
    ///
    /// A field is a single value or a list of them: numbers, `Bool`, text, `UUID`, `URL`, `Decimal`, `Date` as ISO 8601
    /// writes it, what is `LosslessStringConvertible`, and what is read from one of these, as an enumeration is from its
    /// raw value. A list takes all values of a repeated key, or the tail of its name; none makes it empty. An optional
    /// field without a value is `nil`.
    ///
    /// - Throws: The first field that has no value or cannot be read.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(RouteValueError) -> Value {
        do {
            return try Value(from: FieldsDecoder(source: MatchFields(self)))
        } catch let error as RouteValueError {
            throw error
        } catch {
            throw RouteValueError(reason: .unreadable, pattern: pattern, name: "", value: url, type: "\(type)")
        }
    }

    private func read<Value>(
        _ name: String, as type: Value.Type, _ convert: (String) -> Value?
    ) throws(RouteValueError) -> Value {
        let text = self[name]
        guard let value = text.flatMap(convert) else {
            throw RouteValueError(
                reason: text == nil ? .missing : .unreadable, pattern: pattern, name: name, value: text,
                type: "\(type)")
        }
        return value
    }
}

/// A value that a handler asked a match for, and that could not be had.
public struct RouteValueError: Error, Sendable, Hashable {
    /// Why there is no value.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable {
        private enum Kind {
            case missing, unreadable, unsupported
        }

        private let kind: Kind

        /// No layer has the name.
        public static let missing = Reason(kind: .missing)

        /// The text does not stand for a value of the type.
        public static let unreadable = Reason(kind: .unreadable)

        /// The field is neither a single value nor a list of them.
        public static let unsupported = Reason(kind: .unsupported)
    }

    /// Why there is no value.
    public let reason: Reason

    /// The pattern of the route.
    public let pattern: RoutePattern

    /// The name that was asked for; empty when a type as a whole was refused by its own initialiser.
    public let name: String

    /// The text that could not be read.
    public let value: String?

    /// The type that was asked for.
    public let type: String
}

extension RouteValueError: CustomStringConvertible {
    /// Route, name, value and type in one sentence.
    public var description: String {
        if reason == .unsupported {
            return "The field “\(name)” for the route “\(pattern.text)” is neither a single value nor a list of them."
        }
        guard let value else { return "The route “\(pattern.text)” was opened without a value for “\(name)”." }
        let opening = "The route “\(pattern.text)” was opened with “\(value.shortened(to: 100))” for "
        return opening + "“\(name)”, which is no \(type)."
    }
}
