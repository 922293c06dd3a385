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
    var isDotSegment: Bool { count < 3 && !isEmpty && allSatisfy { $0 == UInt8(ascii: ".") } }
}

extension Bytes {
    /// The text as a pattern spells it: what is reserved there is escaped, and so are controls and spaces.
    var spelling: String {
        let reserved: ASCIISet = "%/()*:?#{}<>|"
        return span.escaping { $0 <= 0x20 || $0 == 0x7F || reserved.contains($0) }
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

    /// The parameter as a pattern spells it in front of a byte of literal text, with braces if it needs them there.
    func spelling(before next: UInt8? = nil) -> String {
        if name.isEmpty { return "*" }
        let spelling = type.map { "\(name):\($0.name)" } ?? name
        let needsBraces =
            type?.isNamed == false || next.map { $0 == UInt8(ascii: "-") || $0.isNameByte(first: false) } ?? false
        return needsBraces ? ":{\(spelling)}" : ":\(spelling)"
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
struct MixedSegment: Hashable, Sendable, CustomStringConvertible {
    /// Literals and parameters in turn; no two of a kind are neighbours.
    let pieces: [Piece]

    enum Piece: Hashable, Sendable {
        case literal(Bytes)
        case parameter(RouteParameter)
    }

    /// How each literal is searched for; empty for one that is at the beginning or the end, and for parameters.
    let searches: [LiteralSearch]

    init(pieces: [Piece]) {
        self.pieces = pieces
        searches = pieces.indices.map { index in
            guard 0 < index, index < pieces.count - 1, case .literal(let bytes) = pieces[index] else {
                return LiteralSearch([])
            }
            return LiteralSearch(bytes)
        }
    }

    /// The segment as a pattern spells it.
    var description: String {
        zip(pieces, pieces.dropFirst() + [.literal([])]).map { piece, next in
            switch (piece, next) {
            case (.literal(let bytes), _): bytes.spelling
            case (.parameter(let parameter), .literal(let bytes)): parameter.spelling(before: bytes.first)
            case (.parameter(let parameter), _): parameter.spelling()
            }
        }.joined()
    }
}

extension MixedSegment {
    /// How much literal text there is, in Unicode scalars: more of it is more specific.
    var literalCount: Int {
        pieces.reduce(0) { count, piece in
            guard case .literal(let bytes) = piece else { return count }
            return count + bytes.count { $0 & 0xC0 != 0x80 }
        }
    }

    /// Whether a decoded segment matches, perhaps with its literal text in capital or small letters.
    ///
    /// Linear in it, and without an allocation unless a type needs one.
    func matches(_ decoded: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
        walk(decoded, ignoringCase) { _ in }
    }

    /// What the parameters take of a decoded segment, or `nil` if it does not match.
    func ranges(in decoded: Span<UInt8>, ignoringCase: Bool = false) -> [Range<Int>]? {
        var ranges: [Range<Int>] = []
        return walk(decoded, ignoringCase) { ranges.append($0) } ? ranges : nil
    }

    /// Goes through the segment from left to right, and hands on what each parameter takes.
    private func walk(_ decoded: Span<UInt8>, _ ignoringCase: Bool, _ take: (Range<Int>) -> Void) -> Bool {
        var position = 0
        for index in pieces.indices {
            switch pieces[index] {
            case .literal(let bytes):
                // Behind a parameter it was found already.
                guard index > 0 || decoded.holds(bytes.span, at: 0, ignoringCase: ignoringCase) else { return false }
                position += bytes.count
            case .parameter(let parameter):
                guard let end = endOfParameter(at: index, in: decoded, from: position, ignoringCase), end > position,
                    parameter.type?.accepts(decoded.extracting(position..<end)) ?? true
                else { return false }
                take(position..<end)
                position = end
            }
        }
        return true
    }

    /// Where the literal behind a parameter is, or the end of the text.
    private func endOfParameter(
        at index: Int, in decoded: Span<UInt8>, from start: Int, _ ignoringCase: Bool
    ) -> Int? {
        guard index + 1 < pieces.count else { return decoded.count }
        guard index + 2 == pieces.count, case .literal(let last) = pieces[index + 1] else {
            return searches[index + 1].firstPosition(in: decoded, from: start + 1, ignoringCase: ignoringCase)
        }
        let position = decoded.count - last.count
        return decoded.holds(last.span, at: position, ignoringCase: ignoringCase) ? position : nil
    }
}

/// Finds a literal in a text without ever looking back, however often it repeats itself (Knuth, Morris and Pratt).
struct LiteralSearch: Hashable, Sendable {
    private let literal: Bytes

    /// How much of the literal still fits when the byte behind its first so many does not.
    private let borders: [Int]

    init(_ literal: Bytes) {
        self.literal = literal
        var borders = [0]
        var border = 0
        for index in literal.indices.dropFirst() {
            borders.append(border)
            while border > 0, literal[index] != literal[border] { border = borders[border] }
            if literal[index] == literal[border] { border += 1 }
        }
        self.borders = borders
    }

    /// Where the literal first is at or behind a position, or `nil`.
    func firstPosition(in text: Span<UInt8>, from start: Int, ignoringCase: Bool = false) -> Int? {
        if ignoringCase, literal != literal.lowercased {
            return LiteralSearch(literal.lowercased).firstPosition(in: text, from: start, ignoringCase: true)
        }
        var matched = 0
        var index = start
        while index < text.count {
            let byte = ignoringCase ? text[index].lowercased : text[index]
            while matched > 0, byte != literal[matched] { matched = borders[matched] }
            if byte == literal[matched] { matched += 1 }
            index += 1
            if matched == literal.count { return index - matched }
        }
        return nil
    }
}
