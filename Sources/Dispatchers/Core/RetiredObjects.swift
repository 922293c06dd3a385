extension Readers {
    /// An epoch's number, and in the lowest bits its slot.
    package struct Epoch: Equatable, Sendable {
        let bits: UInt64

        /// Before all others.
        package static let first = Epoch(bits: 0)

        static func slot(of bits: UInt64) -> Int { Int(truncatingIfNeeded: bits & 15) }

        func isBefore(_ other: Epoch) -> Bool { bits >> 4 < other.bits >> 4 }

        /// The epoch after this one.
        func next(in slot: Int) -> Epoch { Epoch(bits: (bits >> 4 + 1) << 4 | UInt64(slot)) }
    }
}

/// Objects that wait for readers to leave, each for those of one slot at a time; `Readers` guards it.
///
/// An object is looked at once for each slot that holds it up.
struct RetiredObjects: Sendable {
    private struct Item: Sendable {
        let object: Retired
        let birth: Readers.Epoch
        let death: Readers.Epoch

        func isAlive(in epoch: Readers.Epoch) -> Bool { !epoch.isBefore(birth) && !death.isBefore(epoch) }
    }

    private struct Slot: Sendable {
        var epoch = Readers.Epoch.first

        /// What waits until each of the slot's counters has been at zero, and the counters that were since it began to.
        var waiting: [Item] = []
        var idle: UInt16 = 0

        /// What came since.
        var next: [Item] = []

        mutating func append(_ item: Item) {
            if waiting.isEmpty { (waiting, idle) = ([item], 0) } else { next.append(item) }
        }
    }

    private var slots = [Slot()]

    var isEmpty: Bool { slots.allSatisfy(\.waiting.isEmpty) }

    func isWaiting(for slot: Int) -> Bool { slot < slots.count && !slots[slot].waiting.isEmpty }

    mutating func append(_ object: Retired, from birth: Readers.Epoch, to death: Readers.Epoch) {
        _ = place(Item(object: object, birth: birth, death: death), from: 0)
    }

    /// Looks at the counters of a slot, and takes out what need not wait any more.
    mutating func look(at stripes: () -> UInt16, of slot: Int, _ free: inout [Retired]) {
        while isWaiting(for: slot) {
            slots[slot].idle |= stripes()
            guard slots[slot].idle == .max else { return }
            let items = slots[slot].waiting
            (slots[slot].waiting, slots[slot].next, slots[slot].idle) = (slots[slot].next, [], 0)
            for item in items where !place(item, from: slot + 1) { free.append(item.object) }
        }
    }

    /// Gives a slot that has no readers, and for which nothing waits, to another epoch.
    mutating func give(_ slot: Int, to epoch: Readers.Epoch) {
        if slot == slots.count { slots.append(Slot()) }
        slots[slot].epoch = epoch
    }

    /// Lets an object wait for the next slot whose readers may be looking at it; `false` when there is none.
    private mutating func place(_ item: Item, from first: Int) -> Bool {
        for slot in slots.indices.dropFirst(first) where item.isAlive(in: slots[slot].epoch) {
            slots[slot].append(item)
            return true
        }
        return false
    }
}
