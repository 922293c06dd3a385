extension RouteMatch {
    /// The value of a name, read as something else than text.
    public subscript<Value: LosslessStringConvertible>(name: String, as type: Value.Type) -> Value {
        get throws(RouteValueError) { try read(name, as: type) { FieldText.value(of: type, from: $0) } }
    }

    /// The value of a name, read as an enumeration, a `UUID`, a `Date`, a `URL` or what else ``decode(_:)`` can read into a field.
    @_disfavoredOverload
    public subscript<Value: Decodable>(name: String, as type: Value.Type) -> Value {
        get throws(RouteValueError) {
            try read(name, as: type) { text in
                try? FieldsDecoder.value(of: type, for: name, in: FieldSource(pattern: pattern) { _ in [text] })
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
    /// The whole text of a value has to be read, or it is an error. `Double`, `Float` and `Decimal` are finite decimal
    /// numbers, a `Decimal` of at most 38 digits; a `URL` has no character that would have to be encoded; a raw value has
    /// at most 1,024 bytes.
    ///
    /// - Throws: The first field that has no value or cannot be read.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(RouteValueError) -> Value {
        do {
            return try Value(from: FieldsDecoder(fields))
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
public struct RouteValueError: Error, Sendable, Hashable {
    /// Why there is no value.
    public enum Reason: Sendable, Hashable {
        /// No layer has the name.
        case missing

        /// The text does not stand for a value of the type.
        case unreadable

        /// The field is neither a single value nor a list of them.
        case unsupported
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

    init(_ reason: Reason, _ pattern: RoutePattern, _ name: String, value: String?, type: Any.Type) {
        self.reason = reason
        self.pattern = pattern
        self.name = name
        self.value = value
        self.type = "\(type)"
    }
}

extension RouteValueError: CustomStringConvertible {
    /// Route, name, value and type in one sentence.
    public var description: String {
        let (route, name) = (pattern.text.quoted, name.quoted)
        return switch (reason, value) {
        case (.unsupported, _): "The field \(name) for the route \(route) is neither a single value nor a list of them."
        case (_, let value?):
            "The route \(route) was opened with \(value.quoted) for \(name), which is no \(type.printed)."
        case (_, nil): "The route \(route) was opened without a value for \(name)."
        }
    }
}
