/// What a pattern says about one segment of a path, most specific first.
enum PatternSegment: Hashable, Sendable {
    /// `product`: this segment and no other. The bytes are decoded, and compared without any normalisation.
    case literal(Bytes)

    /// `:file.json`: literal text and parameters.
    case mixed(MixedSegment)

    /// `:id` or `:id:Int`: any segment that is not empty and of the type; its value has the name.
    case parameter(RouteParameter)

    /// `*` or `*rest`: at the end of a path any number of segments, before it exactly one that is not empty.
    case wildcard(String?)
}

extension PatternSegment: CustomStringConvertible {
    /// The segment as a pattern spells it.
    var description: String {
        switch self {
        case .literal(let bytes): PatternSpelling.literal(bytes)
        case .mixed(let segment): segment.description
        case .parameter(let parameter): parameter.description
        case .wildcard(let name): "*\(name ?? "")"
        }
    }
}

extension Bytes {
    /// Whether a path never has the decoded segment, since it is removed.
    var isDotSegment: Bool { count < 3 && !isEmpty && allSatisfy { $0 == UInt8(ascii: ".") } }
}

extension PatternSegment {
    /// Whether a decoded segment is taken; a wildcard takes it as it does before the end.
    func matches(_ decoded: Span<UInt8>) -> Bool {
        switch self {
        case .literal(let literal): decoded.equals(literal)
        case .mixed(let mixed): mixed.matches(decoded)
        case .parameter(let parameter): !decoded.isEmpty && parameter.type?.accepts(decoded) ?? true
        case .wildcard: !decoded.isEmpty
        }
    }
}

/// What a pattern says about the host, most specific first; a pattern without `//` takes any.
///
/// Hosts compare case-insensitively; the bytes are decoded and in small letters.
enum HostPattern: Hashable, Sendable {
    /// `//shop.example`
    case literal(Bytes)

    /// `//*.shop.example`: one or more labels before this domain.
    case subdomains(Bytes)

    /// `//:shop`: any host that is not empty; its value has the name.
    case parameter(RouteParameter)
}

extension HostPattern: CustomStringConvertible {
    /// The host as a pattern spells it.
    var description: String {
        switch self {
        case .literal(let host): "//\(PatternSpelling.literal(host))"
        case .subdomains(let domain): "//*.\(PatternSpelling.literal(domain))"
        case .parameter(let parameter): "//\(parameter)"
        }
    }
}

extension HostPattern {
    /// Whether a host that is decoded and in small letters matches.
    func matches(_ host: Span<UInt8>) -> Bool {
        switch self {
        case .literal(let literal): return host.equals(literal)
        case .parameter(let parameter): return !host.isEmpty && parameter.type?.accepts(host) ?? true
        case .subdomains(let domain):
            let dot = host.count - domain.count - 1
            return dot > 0 && host[dot] == UInt8(ascii: ".") && host.holds(domain, at: dot + 1)
        }
    }

    /// The place in the order of candidates; a smaller one comes first.
    var rank: Int {
        switch self {
        case .literal: 0
        case .subdomains: 1
        case .parameter: 2
        }
    }
}

extension HostPattern? {
    /// The place in the order of candidates; any host comes last.
    var rank: Int { self?.rank ?? 3 }
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
        var result: Bytes = []
        for byte in bytes {
            if byte <= 0x20 || byte == 0x7F || byte.isOne(of: reserved) {
                result += PercentCoding.escape(byte).utf8
            } else {
                result.append(byte)
            }
        }
        return result.span.text
    }
}

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
