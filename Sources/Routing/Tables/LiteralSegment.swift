/// A hash of text that cannot be foreseen, so that a table from elsewhere cannot be made to collide.
struct LiteralSeed: Sendable {
    private let first: UInt64
    private let second: UInt64

    init(first: UInt64 = .random(in: .min ... .max), second: UInt64 = .random(in: .min ... .max)) {
        self.first = first
        self.second = second | 1
    }

    /// All bits depend on all bits of both words.
    @inline(__always)
    func hash(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = (one ^ first).multipliedFullWidth(by: other ^ second)
        return product.high ^ product.low
    }

    fileprivate func hash(of bytes: Span<UInt8>, from start: Int, _ length: Int) -> UInt64 {
        let end = bytes.word(at: start + length - 8)
        return stride(from: 0, to: length - 8, by: 8).reduce(end) { hash($0 ^ bytes.word(at: start + $1), 0) }
    }
}

/// A segment that is looked up as a literal.
struct LiteralSegment {
    /// The first eight bytes, with zeros behind the end; a hash of all of them when there are more than 16.
    let first: UInt64
    /// The last eight bytes, or the first when there are no more.
    let last: UInt64
    let start: Int
    let length: Int

    init(in bytes: Span<UInt8>, from start: Int, length: Int, _ seed: LiteralSeed) {
        let unused = UInt64(64 - min(length, 8) * 8)
        let word = length == 0 ? 0 : (bytes.word(at: start) &<< unused) &>> unused
        first = length > 16 ? seed.hash(of: bytes, from: start, length) : word
        last = length > 8 ? bytes.word(at: start + length - 8) : first
        self.start = start
        self.length = length
    }

    /// The child that the segment leads to, or 0.
    ///
    /// - Parameters:
    ///   - region: That of the node.
    ///   - slots: Those of the index.
    ///   - words: Those of the index.
    ///   - bytes: The text that the segment stands in.
    ///   - seed: That of the index.
    /// - Returns: The child, or 0.
    func child(
        in region: LiteralIndex.Region, _ slots: Span<LiteralIndex.Slot>, _ words: Span<UInt64>, _ bytes: Span<UInt8>,
        _ seed: LiteralSeed
    ) -> UInt32 {
        var place = region.place(of: seed.hash(first, length > 16 ? first : last))
        while true {
            let slot = slots[place]
            if slot.first == first, Int(slot.length) == length,
                length > 16 ? isEqual(words, Int(slot.last), bytes) : slot.last == last
            {
                return slot.child
            }
            guard slot.step != 0 else { return 0 }
            place += Int(slot.step)
        }
    }

    private func isEqual(_ words: Span<UInt64>, _ literal: Int, _ bytes: Span<UInt8>) -> Bool {
        for index in 0..<length / 8 where words[literal + index] != bytes.word(at: start + index * 8) { return false }
        let unused = UInt64(64 - length % 8 * 8)
        let isRound = length % 8 == 0
        return isRound || bytes.word(at: start + length & ~7) &<< unused == words[literal + length / 8] &<< unused
    }
}

extension ContiguousArray {
    /// Gives back the memory that was kept for more elements.
    mutating func trim() {
        guard capacity > count else { return }
        var exact: ContiguousArray = []
        exact.reserveCapacity(count)
        exact += self
        self = exact
    }
}
