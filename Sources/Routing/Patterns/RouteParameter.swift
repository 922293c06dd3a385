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
    func spelling(before literal: [UInt8]) -> String {
        guard let type else { return literal.continuesName ? ":{\(name)}" : ":\(name)" }
        let needsBraces = !type.isNamed || literal.continuesName || literal.first == UInt8(ascii: "|")
        return needsBraces ? ":{\(name):\(type)}" : ":\(name):\(type)"
    }
}

extension [UInt8] {
    /// Whether a name in front of this text would not end where it ends.
    fileprivate var continuesName: Bool {
        guard let first else { return false }
        return first.isNameByte(first: false)
            || first == UInt8(ascii: "-") && count > 1 && self[1].isNameByte(first: true)
    }
}
