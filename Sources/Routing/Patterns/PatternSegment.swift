/// What a pattern says about one segment of a path, most specific first.
enum PatternSegment: Hashable, Sendable, CustomStringConvertible {
    /// `product`: this segment and no other. The bytes are decoded, and compared without any normalisation.
    case literal(Bytes)

    /// `:file.json`: literal text and parameters.
    case mixed(MixedSegment)

    /// `:id` or `:id:Int`: any segment that is not empty and of the type; its value has the name.
    case parameter(RouteParameter)

    /// `*` or `*rest`: at the end of a path any number of segments, before it exactly one that is not empty.
    case wildcard(String?)

    /// The segment as a pattern spells it.
    var description: String {
        switch self {
        case .literal(let bytes): PatternSpelling.literal(bytes)
        case .mixed(let segment): segment.description
        case .parameter(let parameter): parameter.spelling()
        case .wildcard(let name): "*\(name ?? "")"
        }
    }

    /// Whether a decoded segment is taken, perhaps with literal text in capital or small letters; a wildcard takes it as it
    /// does before the end.
    func matches(_ decoded: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
        switch self {
        case .literal(let literal): decoded.equals(literal.span, ignoringCase: ignoringCase)
        case .mixed(let mixed): mixed.matches(decoded, ignoringCase: ignoringCase)
        case .parameter(let parameter): !decoded.isEmpty && parameter.matches(decoded)
        case .wildcard: !decoded.isEmpty
        }
    }
}

extension Bytes {
    /// Whether a path never has the decoded segment, since it is removed.
    var isDotSegment: Bool { count < 3 && !isEmpty && allSatisfy { $0 == UInt8(ascii: ".") } }
}

/// How the parts of a pattern are spelled, so that it prints itself back.
enum PatternSpelling {
    /// Literal text of a segment or a host.
    static func literal(_ bytes: Bytes) -> String { encoded(bytes, "%/()*:?#{}<>") }

    /// A word of a choice; two dots would be a range, and a plus is a space in a query.
    static func word(_ bytes: Bytes) -> String {
        encoded(bytes, "%/()*:?#{}&=|+\\[]^$").replacing("..", with: "%2E%2E")
    }

    /// The key of a query requirement.
    static func key(_ bytes: Bytes) -> String { encoded(bytes, "%/()*:?#{}&=+") }

    /// Controls and spaces are encoded, too; what is not ASCII is not.
    private static func encoded(_ bytes: Bytes, _ reserved: ASCIISet) -> String {
        bytes.span.escaping { $0 <= 0x20 || $0 == 0x7F || reserved.contains($0) }
    }
}

/// A name in a pattern, or a key of the query, and what a value has to look like to go by it.
public struct RouteParameter: Sendable {
    /// The name, by which a match is asked for the value; of an item of the query the decoded key.
    public let name: String

    /// The type of the value; `nil` if any text matches.
    public let type: ParameterType?
}

extension RouteParameter: Hashable {
    /// Whether both have the same name and type; names compare byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.name.hasSameBytes(as: right.name) && left.type == right.type
    }

    /// Feeds the name and the type to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name.bytes)
        hasher.combine(type)
    }
}

extension RouteParameter {
    /// Whether a decoded value is taken; an empty one is none of a path.
    func matches(_ decoded: Span<UInt8>) -> Bool { type?.accepts(decoded) ?? true }

    /// The parameter as a pattern spells it in front of literal text, with braces if it needs them there.
    func spelling(before literal: Bytes = []) -> String {
        if name.isEmpty { return "*" }
        guard let type else { return literal.continuesName ? ":{\(name)}" : ":\(name)" }
        let needsBraces = !type.isNamed || literal.continuesName || literal.first == UInt8(ascii: "|")
        return needsBraces ? ":{\(name):\(type.name)}" : ":\(name):\(type.name)"
    }

    /// The item of a query as a pattern spells it.
    var querySpelling: String {
        let key = PatternSpelling.key(name.bytes)
        guard let type else { return key }
        return type.isNamed ? "\(key):\(type.name)" : "\(key):{\(type.name)}"
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
