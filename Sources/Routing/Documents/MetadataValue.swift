/// A value of any kind that JSON has.
public enum MetadataValue: Sendable, Equatable {
    /// The value `null`.
    case null

    /// A truth value.
    case bool(Bool)

    /// A number without a fraction that an `Int` holds.
    case integer(Int)

    /// Any other number; JSON has none that is not finite.
    case number(Double)

    /// A string.
    case string(String)

    /// Values in an order.
    case array([MetadataValue])

    /// Values by their keys.
    case object([String: MetadataValue])
}

extension MetadataValue: Codable {
    /// Decodes a JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let values = try? container.decode([String: MetadataValue].self) {
            self = .object(values)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else {
            self = .array(try container.decode([MetadataValue].self))
        }
    }

    /// Writes the value as one of its kind.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }
}

extension MetadataValue: ExpressibleByStringLiteral {
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension MetadataValue: ExpressibleByBooleanLiteral {
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension MetadataValue: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
}
