/// How the segments of two patterns relate to each other.
extension PatternSegment {
    /// The segment without the names of its parameters.
    var shape: PatternSegment {
        switch self {
        case .literal: self
        case .mixed(let mixed): .mixed(mixed.mapped { RouteParameter(name: "", type: $0.type) })
        case .parameter(let parameter): .parameter(RouteParameter(name: "", type: parameter.type))
        case .wildcard: .wildcard(nil)
        }
    }

    /// What a mixed segment or a parameter with a type has in common with those that differ in types alone.
    var skeleton: PatternSegment? {
        switch self {
        case .mixed(let mixed): return .mixed(mixed.mapped { _ in RouteParameter(name: "", type: nil) })
        case .parameter(let parameter):
            return parameter.type == nil ? nil : .parameter(RouteParameter(name: "", type: nil))
        case .literal, .wildcard: return nil
        }
    }

    /// The segment with its literal text in small letters.
    var folded: PatternSegment {
        switch self {
        case .literal(let bytes): .literal(bytes.lowercased)
        case .mixed(let mixed): .mixed(mixed.folded)
        case .parameter, .wildcard: self
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

extension MixedSegment {
    /// The segment with other parameters.
    fileprivate func mapped(_ transform: (RouteParameter) -> RouteParameter) -> MixedSegment {
        MixedSegment(
            pieces: pieces.map {
                if case .parameter(let parameter) = $0 { .parameter(transform(parameter)) } else { $0 }
            })
    }

    fileprivate var folded: MixedSegment {
        MixedSegment(pieces: pieces.map { if case .literal(let bytes) = $0 { .literal(bytes.lowercased) } else { $0 } })
    }

    /// Whether every segment that the other takes is taken, too; false when that cannot be told.
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
