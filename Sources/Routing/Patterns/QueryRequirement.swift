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
        left.key.utf8.elementsEqual(right.key.utf8) && left.type == right.type
    }

    /// Feeds the key and the type to the hasher.
    public func hash(into hasher: inout Hasher) {
        for byte in key.utf8 { hasher.combine(byte) }
        hasher.combine(type)
    }
}

extension QueryRequirement: CustomStringConvertible {
    /// The requirement as a pattern spells it.
    public var description: String {
        let key = PatternSpelling.key(Array(key.utf8))
        guard let type else { return key }
        return type.isNamed ? "\(key):\(type)" : "\(key):{\(type)}"
    }
}
