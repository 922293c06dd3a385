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
/// An object is looked at once for each slot that holds it up, and once for each look at that slot's counters.
struct RetiredObjects: Sendable {
    private struct Item: Sendable {
        let object: Retired
        let birth: Readers.Epoch
        let death: Readers.Epoch
        let time: UInt64

        func isAlive(in epoch: Readers.Epoch) -> Bool { !epoch.isBefore(birth) && !death.isBefore(epoch) }
    }

    private struct Slot: Sendable {
        var epoch = Readers.Epoch.first

        /// What was retired by this time need not wait for the readers of this slot.
        var idleSince: UInt64 = 0

        /// When the look began that is under way, later than `idleSince`, and the counters seen at zero since.
        var lookBegan: UInt64 = 0
        var idle: UInt16 = 0

        var waiting: [Item] = []

        mutating func beginLook(at time: UInt64) {
            lookBegan = time
            idle = 0
        }

        /// Notes counters that are at zero; once all were, those who were in when the look began have left.
        mutating func note(_ stripes: UInt16) {
            idle |= stripes
            if idle == .max { idleSince = lookBegan }
        }
    }

    private var slots = [Slot()]
    private var count = 0

    /// Counts what is retired.
    private var time: UInt64 = 0

    var isEmpty: Bool { count == 0 }

    func isWaiting(for slot: Int) -> Bool { slot < slots.count && !slots[slot].waiting.isEmpty }

    mutating func append(_ object: Retired, from birth: Readers.Epoch, to death: Readers.Epoch) {
        time += 1
        count += 1
        _ = place(Item(object: object, birth: birth, death: death, time: time), from: 0)
    }

    /// Looks at the counters of a slot, and takes out what need not wait any more.
    mutating func look(at stripes: () -> UInt16, of slot: Int, _ free: inout [Retired]) {
        guard slots[slot].idleSince < time else { return }
        if slots[slot].lookBegan == slots[slot].idleSince { slots[slot].beginLook(at: time) }
        slots[slot].note(stripes())
        if slots[slot].lookBegan == slots[slot].idleSince, slots[slot].idleSince < time {
            // That look was for what was retired before it began.
            slots[slot].beginLook(at: time)
            slots[slot].note(stripes())
        }
        release(from: slot, &free)
    }

    /// Gives a slot that has no readers to another epoch.
    mutating func give(_ slot: Int, to epoch: Readers.Epoch) {
        if slot == slots.count { slots.append(Slot()) }
        slots[slot].epoch = epoch
        slots[slot].idleSince = time
        slots[slot].beginLook(at: time)
    }

    /// Takes out what waited for readers of a slot that have left, unless it has to wait for those of another one.
    private mutating func release(from slot: Int, _ free: inout [Retired]) {
        let idleSince = slots[slot].idleSince
        guard let first = slots[slot].waiting.first, first.time <= idleSince else { return }
        let items = slots[slot].waiting
        slots[slot].waiting = []
        for item in items {
            if item.time > idleSince {
                slots[slot].waiting.append(item)
            } else if !place(item, from: slot + 1) {
                count -= 1
                free.append(item.object)
            }
        }
    }

    /// Lets an object wait for the next slot whose readers may be looking at it; `false` when there is none.
    private mutating func place(_ item: Item, from first: Int) -> Bool {
        for slot in first..<slots.count
        where slots[slot].idleSince < item.time && item.isAlive(in: slots[slot].epoch) {
            slots[slot].waiting.append(item)
            return true
        }
        return false
    }
}
