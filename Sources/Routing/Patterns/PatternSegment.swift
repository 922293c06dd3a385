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
        var steps = 0
        return matches(decoded, ignoringCase: ignoringCase, &steps)
    }

    /// Whether a decoded segment is taken; the work that it takes to find that out is added to the steps.
    func matches(_ decoded: Span<UInt8>, ignoringCase: Bool, _ steps: inout Int) -> Bool {
        switch self {
        case .literal(let literal): return decoded.equals(literal.span, ignoringCase: ignoringCase)
        case .mixed(let mixed): return mixed.matches(decoded, ignoringCase: ignoringCase, &steps)
        case .parameter(let parameter):
            steps &+= decoded.count
            return !decoded.isEmpty && parameter.matches(decoded)
        case .wildcard: return !decoded.isEmpty
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
        var steps = 0
        return walk(decoded, ignoringCase, &steps) { _ in }
    }

    /// Whether a decoded segment matches; the work that it takes to find that out is added to the steps.
    func matches(_ decoded: Span<UInt8>, ignoringCase: Bool, _ steps: inout Int) -> Bool {
        walk(decoded, ignoringCase, &steps) { _ in }
    }

    /// What the parameters take of a decoded segment, or `nil` if it does not match.
    func ranges(in decoded: Span<UInt8>, ignoringCase: Bool = false) -> [Range<Int>]? {
        var ranges: [Range<Int>] = []
        var steps = 0
        return walk(decoded, ignoringCase, &steps) { ranges.append($0) } ? ranges : nil
    }

    /// Reads the segment from left to right, and calls the closure with the range of each parameter.
    private func walk(
        _ decoded: Span<UInt8>, _ ignoringCase: Bool, _ steps: inout Int, _ take: (Range<Int>) -> Void
    ) -> Bool {
        var position = 0
        for index in pieces.indices {
            switch pieces[index] {
            case .literal(let bytes):
                guard decoded.holds(bytes.span, at: position, ignoringCase: ignoringCase) else { return false }
                position += bytes.count
            case .parameter(let parameter):
                let end = endOfParameter(at: index, from: position, in: decoded, ignoringCase, &steps)
                guard end > position else { return false }
                if parameter.type != nil { steps &+= end &- position }
                guard parameter.matches(decoded.extracting(position..<end)) else { return false }
                take(position..<end)
                position = end
            }
        }
        return true
    }

    /// Where the text of a parameter ends: before the next literal, of which the last is at the end of the segment.
    ///
    /// - Returns: A place that is not behind `start` when the literal is not found.
    private func endOfParameter(
        at index: Int, from start: Int, in decoded: Span<UInt8>, _ ignoringCase: Bool, _ steps: inout Int
    ) -> Int {
        guard let next = literal(at: index + 1) else { return decoded.count }
        let last = decoded.count - next.count
        guard index + 2 < pieces.count else { return last }
        var end = start + 1
        while end <= last {
            steps &+= 1
            if decoded.holds(next.span, at: end, ignoringCase: ignoringCase) { return end }
            end += 1
        }
        return start
    }
}
