/// The literals below all nodes of a tree: for each node that has some a hash table of its own, all in one array.
///
/// A literal is compared as words of eight bytes: the first eight bytes, with zeros behind a shorter one, and the last
/// eight. Few are longer than both together.
struct LiteralIndex: Sendable {
    /// A literal and the child that it leads to; empty when it has no child.
    struct Slot: Sendable {
        /// The first and the last eight bytes; of a literal of more than 16 bytes a hash, and where its words begin.
        var first: UInt64 = 0
        var last: UInt64 = 0
        var child: UInt32 = 0
        var length: UInt16 = 0
        /// How far away the next slot is where the same hash may be, or 0.
        var step: Int16 = 0

        func hash(_ seed: LiteralSeed) -> UInt64 { seed.hash(first, length > 16 ? first : last) }
    }

    /// Where the table of one node stands, and which bits of a hash are a place in it.
    ///
    /// A node without literals has the one slot that is always empty.
    struct Region: Sendable {
        var start: UInt32 = 0
        /// The number of slots, which is a power of two, less one; above that how far hashes are shifted, and in the
        /// highest bit whether there are literals of more than 16 bytes.
        private var shape: UInt32 = 0

        private static let maskBits: UInt32 = 25
        private static let longBit: UInt32 = 1 << 31

        init() {}

        init(start: Int, size: Int, shift: UInt32, hasLong: Bool) {
            self.start = UInt32(start)
            shape = UInt32(size - 1) | shift << Self.maskBits | (hasLong ? Self.longBit : 0)
        }

        @inline(__always)
        private var mask: UInt32 { shape & (1 << Self.maskBits - 1) }

        var size: Int { Int(mask) + 1 }
        var slots: Range<Int> { Int(start)..<Int(start) + size }

        /// Whether a literal of more than 16 bytes is worth looking for.
        @inline(__always)
        var hasLong: Bool { shape >= Self.longBit }

        @inline(__always)
        func place(of hash: UInt64) -> Int {
            // The bits above the shift do not count.
            let shift = UInt64(truncatingIfNeeded: shape &>> Self.maskBits)
            return Int(start &+ (UInt32(truncatingIfNeeded: hash &>> shift) & mask))
        }
    }

    /// The size up to which a region is laid out anew when it is complete, so that nearly all are found at once.
    private static let smallSize = 64

    private(set) var seed = LiteralSeed()
    private(set) var slots: ContiguousArray = [Slot()]
    /// Literals of more than 16 bytes, eight at a time, the last with zeros behind.
    private(set) var words: ContiguousArray<UInt64> = []

    /// How many literals a node has, by its number and 1, while they grow; 0 when that is not known.
    private var counts: [UInt32] = []

    /// The child that a literal leads to in a region, or 0.
    func child(in region: Region, _ literal: Bytes) -> UInt32 {
        let segment = LiteralSegment(in: literal.span, from: 0, length: literal.count, seed)
        return child(in: region, segment, of: literal.span)
    }

    /// The child that a segment of a text leads to in a region, or 0.
    func child(in region: Region, _ segment: LiteralSegment, of text: Span<UInt8>) -> UInt32 {
        segment.child(in: region, slots.span, words.span, text, seed)
    }

    /// Adds a literal that is not there yet; returns the region as it is now.
    mutating func insert(
        _ segment: LiteralSegment, of text: Span<UInt8>, child: UInt32, into region: Region, of node: UInt32
    ) -> Region {
        var slot = Slot(first: segment.first, last: segment.last, child: child, length: UInt16(segment.length))
        if segment.length > 16 {
            slot.last = UInt64(words.count)
            let literal = text.extracting(segment.start..<segment.start + segment.length)
            for index in stride(from: 0, to: literal.count, by: 8) { words.append(literal.word(at: index)) }
        }
        let count = count(in: region, of: Int(node))
        let size = region.size
        var region = region
        let hasLong = region.hasLong || segment.length > 16
        let isFull = region.start == 0 || count * 4 >= size * (size > 8 ? 3 : 4)
        if isFull || hasLong != region.hasLong { region = moved(region, isFull ? size * 2 : size, hasLong) }
        while !fill(slot, in: region) { region = moved(region, region.size * 2, hasLong) }
        counts[Int(node)] = UInt32(count + 1)
        return region
    }

    private mutating func count(in region: Region, of node: Int) -> Int {
        if node >= counts.count { counts += repeatElement(0, count: node + 1 - counts.count) }
        if counts[node] != 0 || region.start == 0 { return Int(counts[node]) }
        return region.slots.reduce(0) { $0 + (slots[$1].child == 0 ? 0 : 1) }
    }

    /// The same in so many slots or more, behind all others.
    private mutating func moved(_ region: Region, _ least: Int, _ hasLong: Bool) -> Region {
        var size = region.start == 0 ? 1 : least
        while true {
            let shift = UInt32(64 - size.trailingZeroBitCount) & 63
            let larger = Region(start: slots.count, size: size, shift: shift, hasLong: hasLong)
            slots += repeatElement(Slot(), count: size)
            // There is room nearby for all of them, but for a great many equal hashes.
            if region.slots.allSatisfy({ slots[$0].child == 0 || fill(slots[$0].alone, in: larger) }) { return larger }
            size *= 2
        }
    }

    /// Puts a literal into its place, or behind those that are there; false when there is no room nearby.
    private mutating func fill(_ slot: Slot, in region: Region) -> Bool {
        var last = region.place(of: slot.hash(seed))
        guard slots[last].child != 0 else {
            slots[last] = slot
            return true
        }
        while slots[last].step != 0 { last += Int(slots[last].step) }
        let behind = last + 1..<min(region.slots.upperBound, last + Int(Int16.max))
        let before = max(region.slots.lowerBound, last - Int(Int16.max))..<last
        guard let free = behind.first(where: { slots[$0].child == 0 }) ?? before.last(where: { slots[$0].child == 0 })
        else { return false }
        slots[free] = slot
        slots[last].step = Int16(free - last)
        return true
    }
}

extension LiteralIndex {
    /// The same literals without gaps between the regions, which all are told to be somewhere else.
    ///
    /// Linear in the literals.
    func compacted(_ move: (_ places: (Region) -> Region) -> Void) -> LiteralIndex {
        var index = LiteralIndex()
        index.seed = seed
        index.words = words
        index.words.trim()
        index.slots.reserveCapacity(slots.count)
        move { region in index.append(region, of: self) }
        index.slots.trim()
        return index
    }

    private mutating func append(_ region: Region, of other: LiteralIndex) -> Region {
        guard region.start != 0 else { return region }
        var moved = region
        moved.start = UInt32(slots.count)
        let old = other.slots[region.slots]
        guard old.count <= Self.smallSize, old.contains(where: { $0.step != 0 }) else {
            slots += old
            return moved
        }
        slots += repeatElement(Slot(), count: old.count)
        let literals = old.filter { $0.child != 0 }
        moved.tell(literals.map { $0.hash(seed) })
        for literal in literals { _ = fill(literal.alone, in: moved) }
        return moved
    }
}

extension LiteralIndex.Region {
    /// Chooses the bits that tell most of some hashes apart, in a region of up to 64 slots.
    fileprivate mutating func tell(_ hashes: [UInt64]) {
        var best = (region: self, count: 0)
        for shift in (20...UInt32(64 - (size - 1).nonzeroBitCount)).reversed() where best.count < hashes.count {
            let region = Self(start: Int(start), size: size, shift: shift, hasLong: hasLong)
            let places = hashes.reduce(UInt64(0)) { $0 | 1 << UInt64(region.place(of: $1) - Int(start)) }
            if places.nonzeroBitCount > best.count { best = (region, places.nonzeroBitCount) }
        }
        self = best.region
    }
}

extension LiteralIndex.Slot {
    /// The same when no other one follows.
    fileprivate var alone: Self {
        var slot = self
        slot.step = 0
        return slot
    }
}
