/// A name in a pattern, and what a value has to look like to go by it.
public struct RouteParameter: Sendable, Hashable {
    /// The name, by which a match is asked for the value.
    public let name: String

    /// What the value has to look like; `nil` when any text will do.
    public let type: ParameterType?
}

extension RouteParameter: CustomStringConvertible {
    /// The parameter as a pattern spells it.
    public var description: String { spelling(before: []) }

    /// The parameter in front of literal text, with braces if it needs them there.
    func spelling(before literal: Bytes) -> String {
        guard let type else { return literal.continuesName ? ":{\(name)}" : ":\(name)" }
        let needsBraces = !type.isNamed || literal.continuesName || literal.first == UInt8(ascii: "|")
        return needsBraces ? ":{\(name):\(type)}" : ":\(name):\(type)"
    }
}

extension Bytes {
    /// Whether a name in front of this text would not end where it ends.
    fileprivate var continuesName: Bool {
        guard let first else { return false }
        return first.isNameByte(first: false)
            || first == UInt8(ascii: "-") && count > 1 && self[1].isNameByte(first: true)
    }
}

/// An item that the query must have: `?ref`, `?page:Int`.
///
/// Of a key that is repeated in the query the first value counts.
public struct QueryRequirement: Sendable {
    /// The decoded key.
    public let key: String

    /// What the value has to look like; `nil` when any will do, also an empty one.
    public let type: ParameterType?
}

extension QueryRequirement: Hashable {
    /// Whether both ask for the same; keys compare byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.key.hasSameBytes(as: right.key) && left.type == right.type
    }

    /// Feeds the key and the type to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: key)
        hasher.combine(type)
    }
}

extension QueryRequirement: CustomStringConvertible {
    /// The requirement as a pattern spells it.
    public var description: String {
        let key = PatternSpelling.key(Bytes(key.utf8))
        guard let type else { return key }
        return type.isNamed ? "\(key):\(type)" : "\(key):{\(type)}"
    }
}

extension QueryRequirement {
    /// Whether a decoded value of the key is taken.
    func matches(_ decoded: Span<UInt8>) -> Bool {
        type?.accepts(decoded) ?? true
    }
}
