/// The entries of one topic of a `Registry` in order, with gaps where some were removed.
///
/// They stand in runs of one priority, each of some hundreds at most: adding and removing touch one run, and no more room
/// stands empty than that of a run. So an entry takes 8 to 12 bytes beside its element's own.
struct RegistryRow<Element: Sendable>: Sendable {
    /// All runs but the last, which stands apart, since most rows have no other, and is empty only if the row is.
    private var earlier: [Run] = []
    private var last = Run()

    /// Where an entry stands, and what.
    typealias Slot = (priority: Int, id: UInt64, element: Element)

    init() {}

    /// A row of entries that stand in order; `nil` when it would be empty.
    init?(_ slots: [Slot]) {
        if slots.isEmpty { return nil }
        for slot in slots { insert(slot) }
    }

    /// Whether there are no entries.
    var isEmpty: Bool { last.isEmpty }

    /// The entries in order.
    var slots: [Slot] { earlier.flatMap(\.slots) + last.slots }

    /// Adds an entry behind all of its priority or a higher one; identifiers grow from call to call.
    mutating func insert(_ slot: Slot) {
        if last.takes(slot.priority, slot.id) { return last.append(slot) }
        if last.priority >= slot.priority {
            earlier.append(last)
            last = Run(slot)
            return
        }
        let index = earlier.lastIndex { $0.priority >= slot.priority }
        if let index, earlier[index].takes(slot.priority, slot.id) {
            earlier[index].append(slot)
        } else {
            earlier.insert(Run(slot), at: index.map { $0 + 1 } ?? 0)
        }
    }

    /// Takes out an entry.
    mutating func remove(priority: Int, id: UInt64) -> Element? {
        if last.isNotAfter(priority, id) {
            guard let element = last.remove(priority: priority, id: id) else { return nil }
            if last.isEmpty, let before = earlier.popLast() { last = before }
            return element
        }
        var (low, high) = (0, earlier.count)
        while low < high {
            let middle = low + (high - low) / 2
            if earlier[middle].isNotAfter(priority, id) { low = middle + 1 } else { high = middle }
        }
        guard low > 0, let element = earlier[low - 1].remove(priority: priority, id: id) else { return nil }
        if earlier[low - 1].isEmpty { earlier.remove(at: low - 1) }
        return element
    }
}

extension RegistryRow {
    /// Some entries of one priority, one after the other.
    ///
    /// Identifiers stand as distances from the first, and only if they are not simply those that follow it.
    private struct Run: Sendable {
        /// No more than an array has room for that grew by doubling, less what it needs for itself.
        private static var limit: Int { 504 }

        private(set) var priority = 0
        private var first: UInt64 = 0
        private var elements: [Element?] = []
        private var distances: [UInt32] = []
        private var live = 0

        init() {}

        init(_ slot: Slot) { append(slot) }

        var isEmpty: Bool { live == 0 }

        var slots: [Slot] {
            elements.indices.compactMap { index in elements[index].map { (priority, id(at: index), $0) } }
        }

        /// Whether its first entry does not come after a place.
        func isNotAfter(_ priority: Int, _ id: UInt64) -> Bool {
            self.priority == priority ? first <= id : self.priority > priority
        }

        func takes(_ priority: Int, _ id: UInt64) -> Bool {
            if isEmpty { return true }
            return priority == self.priority && elements.count < Self.limit && id - first <= UInt32.max
        }

        mutating func append(_ slot: Slot) {
            if elements.isEmpty { (priority, first) = (slot.priority, slot.id) }
            let distance = UInt32(slot.id - first)
            if distances.isEmpty, distance != elements.count { distances = elements.indices.map { UInt32($0) } }
            if distance != elements.count || !distances.isEmpty { distances.append(distance) }
            elements.append(slot.element)
            live += 1
        }

        mutating func remove(priority: Int, id: UInt64) -> Element? {
            guard priority == self.priority, id >= first, let index = index(of: id - first),
                let element = elements[index]
            else { return nil }
            live -= 1
            if index == elements.count - 1 {
                elements.removeLast()
                if !distances.isEmpty { distances.removeLast() }
            } else {
                elements[index] = nil
            }
            if live == 0 || elements.count > 32 && live * 2 < elements.count { closeGaps() }
            return element
        }

        private func id(at index: Int) -> UInt64 {
            first + (distances.isEmpty ? UInt64(index) : UInt64(distances[index]))
        }

        private func index(of distance: UInt64) -> Int? {
            if distances.isEmpty { return distance < elements.count ? Int(distance) : nil }
            var (low, high) = (0, distances.count)
            while low < high {
                let middle = low + (high - low) / 2
                if distances[middle] < distance { low = middle + 1 } else { high = middle }
            }
            return low < distances.count && distances[low] == distance ? low : nil
        }

        private mutating func closeGaps() {
            if elements.isEmpty { return }
            var run = Run()
            for slot in slots { run.append(slot) }
            self = run
        }
    }
}
