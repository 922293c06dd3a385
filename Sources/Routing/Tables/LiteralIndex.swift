/// The literals below all nodes of a tree, in one hash table with open addressing.
///
/// A literal is compared as words of eight bytes: the first eight bytes, with zeros behind a shorter one, and the last
/// eight. Few are longer than both together.
struct LiteralIndex: Sendable {
    /// A place in the table, which is empty when it has no child.
    struct Slot: Sendable {
        var hash: UInt32 = 0
        var child: UInt32 = 0
        /// Where the literal begins in ``LiteralIndex/words``: its node and length, then its words.
        var literal: UInt32 = 0
    }

    private(set) var slots = [Slot](repeating: Slot(), count: 16)
    private(set) var words: [UInt64] = []
    private var count = 0

    /// How far a hash is shifted to be a place.
    private(set) var shift: UInt32 = 28

    /// The child that a literal leads to, or 0.
    func child(of node: UInt32, _ literal: [UInt8]) -> UInt32 {
        let segment = LiteralSegment(in: literal.span, from: 0, length: literal.count)
        return segment.child(of: node, slots.span, words.span, literal.span)
    }

    /// Adds a literal that is not there yet.
    mutating func insert(_ literal: [UInt8], below node: UInt32, child: UInt32) {
        let bytes = literal.span
        let segment = LiteralSegment(in: bytes, from: 0, length: literal.count)
        let slot = Slot(hash: segment.hash(below: node, bytes), child: child, literal: UInt32(words.count))
        words += [LiteralSegment.key(node, literal.count), segment.first]
        if segment.length > 8 { words.append(segment.last) }
        for index in stride(from: 8, to: segment.length - 8, by: 8) { words.append(bytes.word(at: index)) }
        count += 1
        if count * 8 > slots.count * 5 { grow() }
        fill(slot)
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: old.count * 2)
        shift -= 1
        for slot in old where slot.child != 0 { fill(slot) }
    }

    private mutating func fill(_ slot: Slot) {
        var place = LiteralSegment.place(of: slot.hash, shift)
        while slots[place].child != 0 { place = (place + 1) & (slots.count - 1) }
        slots[place] = slot
    }

    /// Gives back the memory that was kept for more literals.
    mutating func trim() {
        words.trim()
    }
}

/// A segment that is looked up as a literal.
struct LiteralSegment {
    /// The first eight bytes, with zeros behind the end.
    let first: UInt64
    /// The last eight bytes, or the first when there are no more.
    let last: UInt64
    let start: Int
    let length: Int

    @inline(__always)
    init(first: UInt64, last: UInt64, start: Int, length: Int) {
        self.first = first
        self.last = last
        self.start = start
        self.length = length
    }

    init(in bytes: Span<UInt8>, from start: Int, length: Int) {
        let unused = UInt64(64 - min(length, 8) * 8)
        first = length == 0 ? 0 : (bytes.word(at: start) &<< unused) &>> unused
        last = length > 8 ? bytes.word(at: start + length - 8) : first
        self.start = start
        self.length = length
    }

    /// What a literal's words begin with.
    @inline(__always)
    static func key(_ node: UInt32, _ length: Int) -> UInt64 {
        UInt64(node) << 32 | UInt64(truncatingIfNeeded: length)
    }

    /// Where in a table that a hash is shifted for so far it is looked for first.
    @inline(__always)
    static func place(of hash: UInt32, _ shift: UInt32) -> Int { Int(truncatingIfNeeded: hash &>> shift) }

    /// The products do not depend on one another, so that the one of the key, which is known last, is soon there.
    @inline(__always)
    static func hash(_ first: UInt64, _ last: UInt64, _ key: UInt64) -> UInt32 {
        let segment = (first &+ (last &<< 27 | last &>> 37)) &* 0xD6E8_FEB8_6659_FD93
        return UInt32(truncatingIfNeeded: (segment &+ key &* 0x9E37_79B9_7F4A_7C15) &>> 32)
    }

    @inline(__always)
    func hash(below node: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
        let last = length > 16 ? hashOfLong(last, bytes) : last
        return Self.hash(first, last, Self.key(node, length))
    }

    @inline(never)
    private func hashOfLong(_ start: UInt64, _ bytes: Span<UInt8>) -> UInt64 {
        stride(from: 8, to: length - 8, by: 8).reduce(start) { hash, index in
            ((hash ^ (hash &>> 32)) ^ bytes.word(at: self.start + index)) &* 0xD6E8_FEB8_6659_FD93
        }
    }

    /// The child of a node that the segment leads to, or 0.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - slots: Those of the index, and its words.
    ///   - words: Those of the index.
    ///   - bytes: The text that the segment stands in.
    /// - Returns: The child, or 0.
    @inline(__always)
    func child(
        of node: UInt32, _ slots: Span<LiteralIndex.Slot>, _ words: Span<UInt64>, _ bytes: Span<UInt8>
    ) -> UInt32 {
        let hash = hash(below: node, bytes)
        let key = Self.key(node, length)
        var place = Self.place(of: hash, 32 &- UInt32(truncatingIfNeeded: slots.count.trailingZeroBitCount))
        while true {
            let slot = slots[place]
            if slot.hash == hash, slot.child != 0 {
                let literal = Int(slot.literal)
                let different =
                    (words[literal] ^ key) | (words[literal &+ 1] ^ first)
                    | (words[literal &+ (length > 8 ? 2 : 1)] ^ last)
                if different == 0, length <= 16 || hasMiddle(words, literal &+ 3, bytes) { return slot.child }
            }
            if slot.child == 0 { return 0 }
            place = (place &+ 1) & (slots.count &- 1)
        }
    }

    /// Compares the words between the first and the last.
    @inline(never)
    private func hasMiddle(_ words: Span<UInt64>, _ middle: Int, _ bytes: Span<UInt8>) -> Bool {
        for (number, index) in stride(from: 8, to: length - 8, by: 8).enumerated()
        where words[middle + number] != bytes.word(at: start + index) { return false }
        return true
    }
}

extension Array {
    /// Gives back the memory that was kept for more elements.
    mutating func trim() {
        guard capacity > count else { return }
        var exact: [Element] = []
        exact.reserveCapacity(count)
        exact += self
        self = exact
    }
}
