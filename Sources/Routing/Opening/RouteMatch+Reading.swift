extension RouteMatch {
    /// The value of a name, read as something else than text.
    public subscript<Value: LosslessStringConvertible>(name: String, as type: Value.Type) -> Value {
        get throws(RouteValueError) { try read(name, as: type) { FieldText.value(of: type, from: $0) } }
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
                try? FieldsDecoder(source: MatchFields(pattern, [name: [text]])).value(of: type, for: name)
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
            throw RouteValueError(.unreadable, pattern, "", value: url, type: type)
        }
    }

    private func read<Value>(
        _ name: String, as type: Value.Type, _ convert: (String) -> Any?
    ) throws(RouteValueError) -> Value {
        let text = self[name]
        if let text, let value = convert(text) as? Value { return value }
        throw RouteValueError(text == nil ? .missing : .unreadable, pattern, name, value: text, type: type)
    }
}

/// A value that a handler asked a match for, and that could not be had.
public struct RouteValueError: Error, Sendable {
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

    private let content: Content

    private final class Content: Sendable {
        let reason: Reason
        let pattern: RoutePattern
        let name: String
        let value: String?
        let type: String

        init(_ reason: Reason, _ pattern: RoutePattern, _ name: String, _ value: String?, _ type: String) {
            self.reason = reason
            self.pattern = pattern
            self.name = name
            self.value = value
            self.type = type
        }
    }

    @inline(never)
    init(_ reason: Reason, _ pattern: RoutePattern, _ name: String, value: String?, type: Any.Type) {
        content = Content(reason, pattern, name, value, "\(type)")
    }

    /// Why there is no value.
    public var reason: Reason { content.reason }

    /// The pattern of the route.
    public var pattern: RoutePattern { content.pattern }

    /// The name that was asked for; empty when a type as a whole was refused by its own initialiser.
    public var name: String { content.name }

    /// The text that could not be read.
    public var value: String? { content.value }

    /// The type that was asked for.
    public var type: String { content.type }
}

extension RouteValueError: Hashable {
    /// Whether both say the same.
    @inline(never)
    public static func == (left: Self, right: Self) -> Bool {
        left.reason == right.reason && left.name == right.name && left.value == right.value && left.type == right.type
            && left.pattern == right.pattern
    }

    /// Feeds reason, name and type to the hasher.
    @inline(never)
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(name)
        hasher.combine(type)
    }
}

extension RouteValueError: CustomStringConvertible {
    /// Route, name, value and type in one sentence.
    public var description: String {
        var sentence = "The route “{0}” was opened with “{2}” for “{1}”, which is no {3}."
        if value == nil { sentence = "The route “{0}” was opened without a value for “{1}”." }
        if reason == .unsupported {
            sentence = "The field “{1}” for the route “{0}” is neither a single value nor a list of them."
        }
        return sentence.filled([pattern.text, name, value?.shortened(to: 100) ?? "", type])
    }
}
