/// A segment that is looked up as a literal.
struct LiteralSegment {
    /// The first eight bytes, with zeros behind the end; a hash of all of them when there are more than 16.
    let first: UInt64
    /// The last eight bytes, or the first when there are no more.
    let last: UInt64
    let start: Int
    let length: Int

    init(in bytes: Span<UInt8>, from start: Int, length: Int) {
        let unused = UInt64(64 - min(length, 8) * 8)
        let word = length == 0 ? 0 : (bytes.word(at: start) &<< unused) &>> unused
        first = length > 16 ? Self.hashOfLong(bytes, from: start, length) : word
        last = length > 8 ? bytes.word(at: start + length - 8) : first
        self.start = start
        self.length = length
    }

    /// The highest bits depend on all bytes.
    @inline(__always)
    static func hash(_ first: UInt64, _ last: UInt64) -> UInt64 {
        (first &+ (last &<< 27 | last &>> 37)) &* 0xD6E8_FEB8_6659_FD93
    }

    private static func hashOfLong(_ bytes: Span<UInt8>, from start: Int, _ length: Int) -> UInt64 {
        let end = bytes.word(at: start + length - 8)
        return stride(from: 0, to: length - 8, by: 8).reduce(end) { hash, index in
            ((hash ^ (hash &>> 32)) ^ bytes.word(at: start + index)) &* 0xD6E8_FEB8_6659_FD93
        }
    }

    /// The child that the segment leads to, or 0.
    ///
    /// - Parameters:
    ///   - region: That of the node.
    ///   - slots: Those of the index.
    ///   - words: Those of the index.
    ///   - bytes: The text that the segment stands in.
    /// - Returns: The child, or 0.
    func child(
        in region: LiteralIndex.Region, _ slots: Span<LiteralIndex.Slot>, _ words: Span<UInt64>, _ bytes: Span<UInt8>
    ) -> UInt32 {
        var place = region.place(of: Self.hash(first, length > 16 ? first : last))
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
