import Foundation

/// A value of the DevTools protocol.
public enum JSON: Sendable, Equatable {
    /// A value of this kind.
    case null
    /// A value of this kind.
    case bool(Bool)
    /// A value of this kind.
    case number(Double)
    /// A value of this kind.
    case text(String)
    /// A value of this kind.
    case list([JSON])
    /// A value of this kind.
    case object([String: JSON])

    /// The member of an object; `null` if there is none.
    public subscript(key: String) -> JSON {
        if case .object(let values) = self { values[key] ?? .null } else { .null }
    }

    /// The text, if it is one.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The number, if it is one.
    public var number: Double? { if case .number(let number) = self { number } else { nil } }
    /// A Boolean value that indicates whether the value is `true`.
    public var bool: Bool { self == .bool(true) }
}

extension JSON: Codable {
    /// Reads a value.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSON].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let values): try container.encode(values)
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByIntegerLiteral
{
    /// Makes a value of a literal.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Makes a value of a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes a value of a literal.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// Makes a value of a literal.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
