/// A segment of a pattern, which one segment of a path matches; the cases are in the order of their ranks.
enum PatternSegment: Equatable, Sendable, CustomStringConvertible {
    /// `product`: this segment and no other. The bytes are decoded, and compared without any normalization.
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

    /// Returns whether a decoded segment matches, perhaps with literal text in any case.
    ///
    /// A wildcard counts as one segment, as it does before the end of a path.
    func matches(_ decoded: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
        var steps = 0
        return matches(decoded, ignoringCase: ignoringCase, &steps)
    }

    /// Returns whether a decoded segment matches, and adds the work to the steps.
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

extension PatternSegment {
    /// The rank of the segment, if it is not a tail.
    var rank: Rank {
        switch self {
        case .literal: .literal
        case .mixed: .mixed
        case .parameter(let parameter): parameter.type == nil ? .parameter : .typed
        case .wildcard: .wildcard
        }
    }

    /// The length of the literal text of a mixed segment; 0 for other segments.
    var literalCount: Int { if case .mixed(let segment) = self { segment.literalCount } else { 0 } }

    /// The parameters, from left to right.
    var parameters: [RouteParameter] {
        switch self {
        case .literal, .wildcard: []
        case .parameter(let parameter): [parameter]
        case .mixed(let segment): segment.parameters
        }
    }

    /// The segment as literal text and parameters; a wildcard counts as a parameter.
    var pieces: [MixedSegment.Piece] {
        switch self {
        case .literal(let text): [.literal(text)]
        case .mixed(let mixed): mixed.pieces
        case .parameter(let parameter): [.parameter(parameter)]
        case .wildcard: [.parameter(RouteParameter(name: "", type: nil))]
        }
    }
}

extension [PatternSegment] {
    /// The names of the parameters of the path, from left to right.
    var names: [String] { flatMap { $0.parameters.map(\.name) } }

    /// A Boolean value that indicates whether the path takes whatever follows.
    var endsInTail: Bool { if case .wildcard = last { true } else { false } }

    /// The path without its tail.
    var segmentsBeforeTail: ArraySlice<PatternSegment> { dropLast(endsInTail ? 1 : 0) }

    /// The rank of the path at a segment, or at its end.
    func rank(at depth: Int) -> Rank {
        guard depth < count else { return .end }
        return depth == count - 1 && endsInTail ? .tail : self[depth].rank
    }
}

extension Bytes {
    /// A Boolean value that indicates whether a path never has the decoded segment, since it is removed.
    var isDotSegment: Bool { !isEmpty && count <= 2 && allSatisfy { $0 == UInt8(ascii: ".") } }

    /// The text as a pattern spells it: what is reserved there is escaped, and so are controls and spaces.
    var spelling: String { span.encoded(except: .plainInPattern, keepingUnicode: true) }
}

extension ASCIISet {
    fileprivate static let plainInPattern = controlsAndSpace.union("\u{7F}%/()*:?#{}<>|[]$\\").inverted
}

/// A segment of literal text and parameters: `:file.json`, `:base...:head`.
///
/// Decoded text is matched: the last literal is anchored at the end, and each earlier parameter takes the shortest
/// text that is not empty, without retry.
struct MixedSegment: Equatable, Sendable, CustomStringConvertible {
    /// Literals and parameters in turn; no two of a kind are neighbors.
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

    /// The length of the literal text in Unicode scalars: more of it is more specific.
    var literalCount: Int {
        pieces.indices.reduce(0) { $0 + (literal(at: $1)?.count { $0 & 0xC0 != 0x80 } ?? 0) }
    }

    private func literal(at index: Int) -> Bytes? {
        if index < pieces.count, case .literal(let bytes) = pieces[index] { bytes } else { nil }
    }
}

extension MixedSegment {
    /// Returns whether a decoded segment matches, perhaps with its literal text in any case.
    ///
    /// Linear in it, since a literal between two parameters is short; and without an allocation unless a type needs
    /// one.
    func matches(_ decoded: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
        var steps = 0
        return walk(decoded, ignoringCase, &steps) { _ in }
    }

    /// Returns whether a decoded segment matches, and adds the work to the steps.
    func matches(_ decoded: Span<UInt8>, ignoringCase: Bool, _ steps: inout Int) -> Bool {
        walk(decoded, ignoringCase, &steps) { _ in }
    }

    /// Returns the ranges of the parameters in a decoded segment, or `nil` if the segment does not match.
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

    /// Returns the end of the text of a parameter, before the next literal; the last literal is at the end of the segment.
    ///
    /// - Returns: An index that is not behind `start` when the literal is not found.
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

extension MixedSegment {
    /// The parameters, from left to right.
    var parameters: [RouteParameter] {
        pieces.compactMap { if case .parameter(let parameter) = $0 { parameter } else { nil } }
    }
}

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
