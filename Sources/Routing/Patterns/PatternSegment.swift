/// What a pattern says about one segment of a path, most specific first.
enum PatternSegment: Equatable, Sendable, CustomStringConvertible {
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
        case .literal(let bytes): bytes.spelling
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
    var isDotSegment: Bool { !isEmpty && count <= 2 && allSatisfy { $0 == UInt8(ascii: ".") } }

    /// The text as a pattern spells it: what is reserved there is escaped, and so are controls and spaces.
    var spelling: String { span.encoded(except: .plainInPattern, keepingUnicode: true) }
}

extension ASCIISet {
    fileprivate static let plainInPattern = controlsAndSpace.union("\u{7F}%/()*:?#{}<>|").inverted
}

/// A name in a pattern, or a key of the query, and the type of its value.
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

/// A segment of literal text and parameters: `:file.json`, `:base...:head`.
///
/// It matches on decoded text: the last literal is anchored at the end, and each earlier parameter takes the shortest
/// text that is not empty, without retry.
struct MixedSegment: Equatable, Sendable, CustomStringConvertible {
    /// Literals and parameters in turn; no two of a kind are neighbours.
    let pieces: [Piece]

    enum Piece: Equatable, Sendable {
        case literal(Bytes)
        case parameter(RouteParameter)
    }

    /// The segment as a pattern spells it.
    var description: String {
        pieces.indices.map { index in
            switch pieces[index] {
            case .literal(let bytes): bytes.spelling
            case .parameter(let parameter): parameter.spelling(before: literal(at: index + 1)?.first)
            }
        }.joined()
    }

    /// How much literal text there is, in Unicode scalars: more of it is more specific.
    var literalCount: Int {
        pieces.indices.reduce(0) { $0 + (literal(at: $1)?.count { $0 & 0xC0 != 0x80 } ?? 0) }
    }

    private func literal(at index: Int) -> Bytes? {
        if index < pieces.count, case .literal(let bytes) = pieces[index] { bytes } else { nil }
    }
}

extension MixedSegment {
    /// Whether a decoded segment matches, perhaps with its literal text in capital or small letters.
    ///
    /// Linear in it, since a literal between two parameters is short; and without an allocation unless a type needs one.
    func matches(_ decoded: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
        walk(decoded, ignoringCase) { _ in }
    }

    /// What the parameters take of a decoded segment, or `nil` if it does not match.
    func ranges(in decoded: Span<UInt8>, ignoringCase: Bool = false) -> [Range<Int>]? {
        var ranges: [Range<Int>] = []
        return walk(decoded, ignoringCase) { ranges.append($0) } ? ranges : nil
    }

    /// Reads the segment from left to right, and calls the closure with the range of each parameter.
    private func walk(_ decoded: Span<UInt8>, _ ignoringCase: Bool, _ take: (Range<Int>) -> Void) -> Bool {
        var position = 0
        for index in pieces.indices {
            switch pieces[index] {
            case .literal(let bytes):
                guard decoded.holds(bytes.span, at: position, ignoringCase: ignoringCase) else { return false }
                position += bytes.count
            case .parameter(let parameter):
                var end = decoded.count
                if let next = literal(at: index + 1) {
                    end -= next.count
                    if index + 2 < pieces.count {
                        end =
                            (position + 1...max(position + 1, end)).first {
                                decoded.holds(next.span, at: $0, ignoringCase: ignoringCase)
                            } ?? 0
                    }
                }
                guard end > position, parameter.matches(decoded.extracting(position..<end)) else { return false }
                take(position..<end)
                position = end
            }
        }
        return true
    }
}
