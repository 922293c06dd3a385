/// How the segments of two patterns relate to each other.
extension PatternSegment {
    /// The segment without the names of its parameters.
    var shape: PatternSegment {
        switch self {
        case .literal: self
        case .mixed(let mixed): .mixed(MixedSegment(pieces: mixed.pieces.map { $0.unnamed(\.self) }))
        case .parameter(let parameter): .parameter(RouteParameter(name: "", type: parameter.type))
        case .wildcard: .wildcard(nil)
        }
    }

    /// What a mixed segment has in common with those that differ in types alone.
    var skeleton: PatternSegment? {
        guard case .mixed(let mixed) = self else { return nil }
        return .mixed(MixedSegment(pieces: mixed.pieces.map { $0.unnamed { _ in nil } }))
    }

    /// The segment with its literal text in small letters.
    var folded: PatternSegment {
        switch self {
        case .literal(let bytes): .literal(bytes.lowercased)
        case .mixed(let mixed): .mixed(MixedSegment(pieces: mixed.pieces.map { $0.mapped(literal: \.lowercased) }))
        case .parameter, .wildcard: self
        }
    }

    /// Whether every decoded segment that the other takes is taken, too; false when that is not known.
    ///
    /// Wildcards count as they do before the end of a path: for exactly one segment.
    func covers(_ other: PatternSegment) -> Bool {
        switch (self, other) {
        case (.wildcard, _): return true
        case (.parameter(let parameter), _) where parameter.type == nil: return true
        case (_, .literal(let literal)): return matches(literal.span)
        case (.parameter(let own), .parameter(let parameter)): return own.type.covers(parameter.type)
        case (.mixed(let own), .mixed(let mixed)): return own.covers(mixed)
        case (_, .parameter(let parameter)): return parameter.words?.allSatisfy { matches($0.span) } ?? false
        default: return false
        }
    }

    /// A decoded segment that both take, or `nil` when none of the examples of either is one.
    func example(sharedWith other: PatternSegment) -> Bytes? {
        func isShared(_ text: Bytes) -> Bool { matches(text.span) && other.matches(text.span) && !text.isDotSegment }
        return examples.first(where: isShared) ?? other.examples.first(where: isShared)
    }

    /// Texts that the segment takes, at least where parameters have types that are built in.
    var examples: [Bytes] {
        switch self {
        case .literal(let literal): [literal]
        case .mixed(let mixed): mixed.examples
        case .parameter(let parameter): parameter.examples
        case .wildcard: RouteParameter(name: "", type: nil).examples
        }
    }
}

extension MixedSegment.Piece {
    /// The piece without a name.
    fileprivate func unnamed(_ type: (ParameterType?) -> ParameterType?) -> Self {
        guard case .parameter(let parameter) = self else { return self }
        return .parameter(RouteParameter(name: "", type: type(parameter.type)))
    }

    /// The piece with other literal text.
    fileprivate func mapped(literal: (Bytes) -> Bytes) -> Self {
        if case .literal(let bytes) = self { .literal(literal(bytes)) } else { self }
    }
}

extension MixedSegment {
    /// Whether every segment that the other takes is taken, too; false when that is not known.
    fileprivate func covers(_ other: MixedSegment) -> Bool {
        guard parameters.contains(where: { $0.type != nil }) else {
            // Any text may stand for a parameter of the other; 0xFF is in no UTF-8, so that no literal takes a part of it.
            let text = other.pieces.reduce(into: Bytes()) { text, piece in
                if case .literal(let bytes) = piece { text += bytes } else { text.append(0xFF) }
            }
            return matches(text.span)
        }
        // With the same literals both cut a segment in the same places.
        return pieces.count == other.pieces.count
            && zip(pieces, other.pieces).allSatisfy { own, piece in
                switch (own, piece) {
                case (.literal, .literal): own == piece
                case (.parameter(let own), .parameter(let parameter)): own.type.covers(parameter.type)
                default: false
                }
            }
    }

    /// The segment with samples in place of its parameters, the first ones in the first text.
    fileprivate var examples: [Bytes] {
        let samples = parameters.map { parameter in
            parameter.type.map { Array(RouteParameter(name: "", type: $0).examples.prefix(24)) }
                ?? [Bytes("1".utf8), Bytes("a".utf8)]
        }
        guard !samples.contains(where: \.isEmpty) else { return [] }
        return (0..<(samples.map(\.count).max() ?? 0)).map { number in
            var rest = samples[...]
            return pieces.reduce(into: Bytes()) { text, piece in
                if case .literal(let bytes) = piece {
                    text += bytes
                    return
                }
                guard let samples = rest.popFirst() else { return }
                text += samples[number % samples.count]
            }
        }
    }
}

/// A coarse view of the values that a typed parameter takes, which shows at once that most pairs of types share no value.
struct ValueSketch: Sendable {
    /// The bounds of a range.
    private var bounds = Int.min...Int.max
    /// A bit for each word of a choice; words may share bits.
    private var words = UInt64.max

    init(of segment: PatternSegment) {
        guard case .parameter(let parameter) = segment else { return }
        switch parameter.type?.test {
        case .range(let range): bounds = range
        case .choice(let texts):
            words = texts.reduce(0) { words, text in
                let sum = text.reduce(UInt64(text.count)) { ($0 &+ UInt64($1)) &* 0x9E37_79B9_7F4A_7C15 }
                return words | 1 << (sum >> 58)
            }
        default: break
        }
    }

    /// False when some values of the other are not taken.
    func mayCover(_ other: ValueSketch) -> Bool {
        let hasWords = other.words != .max
        return other.words & ~words == 0
            && (hasWords || bounds.contains(other.bounds.lowerBound) && bounds.contains(other.bounds.upperBound))
    }

    /// False when no value is taken by both.
    func mayOverlap(_ other: ValueSketch) -> Bool { words & other.words != 0 && bounds.overlaps(other.bounds) }
}
