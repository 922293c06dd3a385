import Laws

/// Makes inputs out of those that were taken before; the same ones each time for one seed.
struct Mutator {
    private static let poolSize = 512
    private static let usualLength = 400

    let law: Law
    private var pool: [[UInt8]]
    private let pieces: [[UInt8]]

    init(_ law: Law) {
        self.law = law
        pool = Seeds.inputs(of: law).map { Array($0.utf8) }
        pieces = Seeds.pieces(of: law).map { Array($0.utf8) }
    }

    mutating func next(using random: inout Xorshift) -> [UInt8] {
        var input = pool[random.next(below: pool.count)]
        for _ in 0...random.next(below: 4) { mutate(&input, &random) }
        if input.count > Self.usualLength, random.next(below: 1_000) > 0 {
            input.removeSubrange(Self.usualLength...)
        }
        if random.next(below: 4) == 0, input.count <= Self.usualLength { keep(input, &random) }
        return input
    }

    private mutating func keep(_ input: [UInt8], _ random: inout Xorshift) {
        if pool.count < Self.poolSize {
            pool.append(input)
        } else {
            // The first ones stay, so that the pool never runs wild.
            let first = Seeds.inputs(of: law).count
            pool[first + random.next(below: pool.count - first)] = input
        }
    }

    private func mutate(_ input: inout [UInt8], _ random: inout Xorshift) {
        let start = random.next(below: input.count + 1)
        let end = min(input.count, start + random.next(below: 12))
        let piece = pieces[random.next(below: pieces.count)]
        switch random.next(below: 16) {
        case 0...5: input.insert(contentsOf: piece, at: start)
        case 6...8: input.replaceSubrange(start..<end, with: piece)
        case 9...10: input.removeSubrange(start..<end)
        case 11: input.insert(contentsOf: input[start..<end], at: start)
        case 12: if start < input.count { input[start] = UInt8(truncatingIfNeeded: random.next()) }
        case 13: if start < input.count { input[start] ^= 1 << random.next(below: 8) }
        case 14: splice(&input, at: start, &random)
        default: repeatPiece(piece, in: &input, at: start, &random)
        }
    }

    private func splice(_ input: inout [UInt8], at start: Int, _ random: inout Xorshift) {
        let other = pool[random.next(below: pool.count)]
        input.removeSubrange(start...)
        input += other[random.next(below: other.count + 1)...]
    }

    /// Seldom up to more than any input may have.
    private func repeatPiece(_ piece: [UInt8], in input: inout [UInt8], at start: Int, _ random: inout Xorshift) {
        let isHuge = random.next(below: 2_000) == 0
        let count = random.next(below: isHuge ? 80_000 / piece.count : 40)
        input.insert(contentsOf: repeatElement(piece, count: count).joined(), at: start)
    }
}
