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
    /// What is found was tried with both. The search ends after a fixed number of steps, and when the budget is spent.
    func example(sharedWith other: PatternSegment, within budget: StepBudget = StepBudget()) -> Bytes? {
        if case .literal(let literal) = self { return other.matches(literal.span) ? literal : nil }
        if case .literal(let literal) = other { return matches(literal.span) ? literal : nil }
        let others = other.globs
        let maximum = min(GlobIntersection.maximumSteps, budget.left)
        var steps = maximum
        defer { budget.spend(maximum - steps) }
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
                        samples.isEmpty ? piece : .literal(Bytes(samples[number % samples.count].utf8))
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

    private var hasTypes: Bool {
        pieces.contains { piece in
            if case .parameter(let parameter) = piece { parameter.type != nil } else { false }
        }
    }
}

/// Text with gaps, each of which takes any text that is not empty.
struct Glob {
    let tokens: [Token]

    enum Token: Equatable {
        case byte(UInt8)

        /// The first byte of a gap.
        case one

        /// The other bytes of a gap, as many as there are.
        case more
    }

    init(_ pieces: [MixedSegment.Piece]) {
        tokens = pieces.flatMap { piece -> [Token] in
            if case .literal(let bytes) = piece { bytes.map(Token.byte) } else { [.one, .more] }
        }
    }
}

/// Looks for a text that two globs have in common, shortest first: breadth-first over the pairs of positions in both.
struct GlobIntersection {
    /// How many pairs of positions may be looked at for two segments.
    static let maximumSteps = 100_000

    /// What stands in a gap of both; many types take it.
    private static let filler = UInt8(ascii: "1")

    private let first: [Glob.Token]
    private let second: [Glob.Token]

    /// For each pair that was reached: where from, and by which byte, if any.
    private var origins: [Int: (pair: Int, byte: UInt8?)] = [:]
    private var queue: [Int] = []

    private init(_ first: Glob, _ second: Glob) {
        self.first = first.tokens
        self.second = second.tokens
    }

    /// The text, or `nil` when there is none or it was not found in that many steps; they are counted down.
    static func example(_ first: Glob, _ second: Glob, steps: inout Int) -> Bytes? {
        var search = GlobIntersection(first, second)
        return search.run(steps: &steps)
    }

    private mutating func run(steps: inout Int) -> Bytes? {
        let goal = pair(first.count, second.count)
        reach(pair(0, 0), from: -1, by: nil)
        var next = 0
        while next < queue.count, steps > 0 {
            let current = queue[next]
            if current == goal { return text(to: goal) }
            visit(current)
            next += 1
            steps -= 1
        }
        return nil
    }

    private func pair(_ inFirst: Int, _ inSecond: Int) -> Int { inFirst * (second.count + 1) + inSecond }

    private mutating func visit(_ current: Int) {
        let (inFirst, inSecond) = current.quotientAndRemainder(dividingBy: second.count + 1)
        let own = inFirst < first.count ? first[inFirst] : nil
        let other = inSecond < second.count ? second[inSecond] : nil
        if own == .more { reach(pair(inFirst + 1, inSecond), from: current, by: nil) }
        if other == .more { reach(pair(inFirst, inSecond + 1), from: current, by: nil) }
        guard let own, let other, let byte = Self.byte(own, other) else { return }
        let target = pair(own == .more ? inFirst : inFirst + 1, other == .more ? inSecond : inSecond + 1)
        reach(target, from: current, by: byte)
    }

    private static func byte(_ first: Glob.Token, _ second: Glob.Token) -> UInt8? {
        switch (first, second) {
        case (.byte(let own), .byte(let other)): own == other ? own : nil
        case (.byte(let byte), _), (_, .byte(let byte)): byte
        default: filler
        }
    }

    private mutating func reach(_ pair: Int, from origin: Int, by byte: UInt8?) {
        guard origins[pair] == nil else { return }
        origins[pair] = (origin, byte)
        queue.append(pair)
    }

    private func text(to goal: Int) -> Bytes {
        var bytes: Bytes = []
        var current = goal
        while let origin = origins[current] {
            if let byte = origin.byte { bytes.append(byte) }
            current = origin.pair
        }
        return Bytes(bytes.reversed())
    }
}
