extension PatternSegment {
    /// The segment without the names of its parameters.
    var shape: PatternSegment {
        switch self {
        case .literal: self
        case .mixed(let mixed): .mixed(mixed.shape)
        case .parameter(let parameter): .parameter(parameter.shape)
        case .wildcard: .wildcard(nil)
        }
    }

    /// Whether every decoded segment that the other takes is taken, too; false when that cannot be told.
    ///
    /// Wildcards count as they do before the end of a path: for exactly one segment.
    func covers(_ other: PatternSegment) -> Bool {
        switch (self, other) {
        case (.wildcard, _): return true
        case (.parameter(let parameter), _) where parameter.type == nil: return true
        case (_, .literal(let literal)): return matches(literal.span)
        case (.parameter(let own), .parameter(let parameter)): return own.type.covers(parameter.type)
        case (.mixed(let own), .mixed(let mixed)): return own.covers(mixed)
        case (_, .parameter(let parameter)):
            guard let type = parameter.type, case .choice(let words) = type.test else { return false }
            return words.allSatisfy { matches($0.span) }
        default: return false
        }
    }

    /// A decoded segment that both take, or `nil` when none was found.
    ///
    /// What is found was tried with both. The search ends after a fixed number of steps.
    func example(sharedWith other: PatternSegment) -> [UInt8]? {
        if case .literal(let literal) = self { return other.matches(literal.span) ? literal : nil }
        if case .literal(let literal) = other { return matches(literal.span) ? literal : nil }
        let others = other.globs
        var steps = GlobIntersection.maximumSteps
        for (number, own) in globs.enumerated() {
            for (otherNumber, glob) in others.enumerated() where steps > 0 {
                guard let text = GlobIntersection.example(own, glob, steps: &steps) else {
                    // What has nothing in common with gaps has nothing in common with samples in them.
                    if number == 0, otherNumber == 0 { return nil }
                    continue
                }
                if !text.isDotSegment, matches(text.span), other.matches(text.span) { return text }
            }
        }
        return nil
    }

    /// The segment as text with gaps: all of its parameters as gaps first, then with samples in place of typed ones.
    private var globs: [Glob] {
        let pieces = self.pieces
        let samples = pieces.map { piece in
            if case .parameter(let parameter) = piece { parameter.type?.samples ?? [] } else { [] as [String] }
        }
        let most = samples.map(\.count).max() ?? 0
        return [Glob(pieces)]
            + (0..<most).map { number in
                Glob(
                    zip(pieces, samples).map { piece, samples in
                        samples.isEmpty ? piece : .literal(Array(samples[number % samples.count].utf8))
                    })
            }
    }

    private var pieces: [MixedSegment.Piece] {
        switch self {
        case .literal(let literal): [.literal(literal)]
        case .mixed(let mixed): mixed.pieces
        case .parameter(let parameter): [.parameter(parameter)]
        case .wildcard: [.parameter(RouteParameter(name: "", type: nil))]
        }
    }
}

extension RouteParameter {
    /// The parameter without its name.
    var shape: RouteParameter { RouteParameter(name: "", type: type) }
}

extension MixedSegment {
    /// The segment without the names of its parameters.
    var shape: MixedSegment {
        MixedSegment(
            pieces: pieces.map { piece in
                if case .parameter(let parameter) = piece { .parameter(parameter.shape) } else { piece }
            })
    }

    /// Whether every segment that the other takes is taken, too; false when that cannot be told.
    func covers(_ other: MixedSegment) -> Bool {
        guard hasTypes else {
            // Any text may stand for a parameter of the other; 0xFF is in no UTF-8, so that no literal takes a part of it.
            let text = other.pieces.flatMap { piece -> [UInt8] in
                if case .literal(let bytes) = piece { bytes } else { [0xFF] }
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

    private var hasTypes: Bool {
        pieces.contains { piece in
            if case .parameter(let parameter) = piece { parameter.type != nil } else { false }
        }
    }
}
