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

    /// For each pair that was reached: where from, and behind it in the last nine bits by which byte, or that by none.
    private var origins: [Int: Int] = [:]
    private var queue: [Int] = []

    private init(_ first: Glob, _ second: Glob) {
        self.first = first.tokens
        self.second = second.tokens
    }

    /// The text, or `nil` when there is none or it was not found in that many steps; they are counted down.
    static func example(_ first: Glob, _ second: Glob, steps: inout Int) -> [UInt8]? {
        var search = GlobIntersection(first, second)
        return search.run(steps: &steps)
    }

    private mutating func run(steps: inout Int) -> [UInt8]? {
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
        origins[pair] = origin << 9 | (byte.map(Int.init) ?? 0x100)
        queue.append(pair)
    }

    private func text(to goal: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var current = goal
        while let origin = origins[current] {
            if let byte = UInt8(exactly: origin & 0x1FF) { bytes.append(byte) }
            current = origin >> 9
        }
        return bytes.reversed()
    }
}
