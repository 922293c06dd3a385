/// A name in a pattern, or a key of the query, and the type of its value.
public struct RouteParameter: Sendable {
    /// The name, by which a match is asked for the value; of an item of the query the decoded key.
    public let name: String

    /// The type of the value; `nil` if any text matches.
    public let type: ParameterType?
}

extension RouteParameter: Hashable {
    /// Returns whether both have the same name and type; names compare byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.name.hasSameBytes(as: right.name) && left.type == right.type
    }

    /// Feeds the name and the type to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name.bytes)
        hasher.combine(type)
    }
}

extension RouteParameter: CustomStringConvertible {
    /// The name and the type, as a pattern spells them in a query.
    public var description: String { querySpelling.printed }
}

extension RouteParameter {
    /// Returns whether a decoded value is of the type.
    func matches(_ decoded: Span<UInt8>) -> Bool { type?.accepts(decoded) ?? true }

    /// The parameter as a pattern spells it in front of a byte of literal text, with braces if it needs them there.
    func spelling(before next: UInt8? = nil) -> String {
        if name.isEmpty { return "*" }
        let spelling = type.map { "\(name):\($0.name)" } ?? name
        let isUnclear = next.map { $0 == UInt8(ascii: "-") || $0.isNameByte(first: false) } ?? false
        return isUnclear || type?.isNamed == false ? ":{\(spelling)}" : ":\(spelling)"
    }

    /// The item of a query as a pattern spells it.
    var querySpelling: String {
        name.bytes.spelling + (type.map { $0.isNamed ? ":\($0.name)" : ":{\($0.name)}" } ?? "")
    }
}
