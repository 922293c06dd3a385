/// The literals below all nodes of a tree, in one hash table with open addressing.
struct LiteralIndex: Sendable {
    /// A place in the table; empty when the key is 0.
    struct Slot: Sendable {
        var key: UInt64 = 0
        var word: UInt64 = 0
        var child: UInt32 = 0
        /// Where the other words of a literal of more than eight bytes stand.
        var rest: UInt32 = 0
    }

    private(set) var slots = [Slot](repeating: Slot(), count: 16)
    private(set) var words: [UInt64] = []
    private var count = 0

    /// How far a hash is shifted to be a place.
    private(set) var shift: UInt64 = 60

    /// One less than the number of slots.
    private(set) var mask = 15

    /// The child that a literal leads to, or 0.
    func child(for literal: LiteralKey) -> UInt32 {
        var place = Int(literal.hash >> shift)
        while slots[place].key != 0 {
            let slot = slots[place]
            if slot.key == literal.key, slot.word == literal.word,
                words[Int(slot.rest)...].starts(with: literal.others)
            {
                return slot.child
            }
            place = (place + 1) & mask
        }
        return 0
    }

    /// Adds a literal that is not there yet.
    mutating func insert(_ literal: LiteralKey, child: UInt32) {
        count += 1
        if count * 2 > slots.count { grow() }
        let slot = Slot(key: literal.key, word: literal.word, child: child, rest: UInt32(words.count))
        words += literal.others
        fill(literal.hash, with: slot)
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: old.count * 2)
        shift -= 1
        mask = slots.count - 1
        for slot in old where slot.key != 0 { fill(hash(of: slot), with: slot) }
    }

    private mutating func fill(_ hash: UInt64, with slot: Slot) {
        var place = Int(hash >> shift)
        while slots[place].key != 0 { place = (place + 1) & mask }
        slots[place] = slot
    }

    private func hash(of slot: Slot) -> UInt64 {
        let others = (Int(truncatingIfNeeded: slot.key & 0xFFFF_FFFF) - 1) / 8
        return words[Int(slot.rest)...].prefix(others).reduce(LiteralKey.hash(of: slot.word, slot.key)) {
            LiteralKey.continued($0, with: $1)
        }
    }
}
