/// The last events of a trace, and the order in which they began and ended.
///
/// A pure value that uses no thread, lock or clock. Its memory is allocated before it records.
struct TraceRing: Sendable {
    /// The largest number of changes in a batch, which bounds the time under the lock.
    private static let batchSize: UInt64 = 1_024

    /// By number, modulo the capacity.
    private var slots: [TraceEvent?]
    /// The number of the event of each change, times two, plus one if the event ended.
    ///
    /// By the number of the change.
    private var changes: [UInt64]
    private(set) var lastID: UInt64 = 0
    private(set) var changeCount: UInt64 = 0
    /// The number of changes when all events were removed.
    private var clearedCount: UInt64 = 0

    init(capacity: Int) {
        slots = Array(repeating: nil, count: capacity)
        changes = Array(repeating: 0, count: capacity * 2)
    }

    /// Returns the events that it holds and that began after one of them, first begun first.
    ///
    /// - Parameter id: The number of the event; 0 for all events.
    /// - Returns: The events.
    func events(after id: UInt64) -> [TraceEvent] {
        let overwritten = lastID - min(lastID, UInt64(slots.count))
        let before = min(max(id, overwritten), lastID)
        return (before + 1..<lastID + 1).compactMap { event($0) }
    }

    /// The number of the next event.
    var nextID: UInt64 { lastID + 1 }

    /// Begins an event.
    ///
    /// - Returns: The context of the caller of the event that it overwrites.
    mutating func begin(_ event: TraceEvent) -> CallerContext? {
        lastID = event.id
        let slot = slot(of: event.id)
        let overwritten = slots[slot]?.caller
        slots[slot] = event
        note(event.id << 1)
        return overwritten
    }

    /// Ends an event.
    ///
    /// Without a time, notes how it will have ended.
    ///
    /// `done` does not replace an outcome that was noted before. The end of an event that was overwritten is a change without an
    /// event, which a batch counts as lost.
    mutating func end(_ id: UInt64, _ outcome: TraceEvent.Outcome, at time: Duration? = nil) {
        let slot = slot(of: id)
        guard let event = slots[slot], event.id == id else {
            if time != nil, id + UInt64(slots.count) <= lastID { note(id << 1 | 1) }
            return
        }
        if let time { slots[slot]?.duration = time - event.time }
        if outcome != .done || event.outcome == .running { slots[slot]?.outcome = outcome }
        if slots[slot]?.duration != nil { note(id << 1 | 1) }
    }

    /// Removes all events.
    ///
    /// Numbers continue.
    ///
    /// - Returns: The removed events.
    mutating func clear() -> [TraceEvent?] {
        var removed = [TraceEvent?](repeating: nil, count: slots.count)
        swap(&slots, &removed)
        clearedCount = changeCount
        return removed
    }

    /// Adds the texts of values to an event, unless the event was overwritten.
    mutating func describe(_ id: UInt64, _ values: [String]) {
        let slot = slot(of: id)
        if slots[slot]?.id == id { slots[slot]?.values = values }
    }

    /// The event of a number, unless it was overwritten.
    func event(_ id: UInt64) -> TraceEvent? { slots[slot(of: id)].flatMap { $0.id == id ? $0 : nil } }

    /// Returns the events that began and ended after a change, and were not overwritten.
    func batch(after count: inout UInt64) -> TraceBatch {
        var batch = TraceBatch()
        count = max(count, clearedCount)
        let oldest = changeCount - min(changeCount, UInt64(changes.count))
        if count < oldest {
            batch.lost = Int(clamping: oldest - count)
            count = oldest
        }
        let end = min(changeCount, count + Self.batchSize)
        while count < end {
            let change = changes[Int(count % UInt64(changes.count))]
            count += 1
            if let event = event(change >> 1) {
                if change & 1 == 0 { batch.began.append(event) } else { batch.ended.append(event) }
            } else {
                batch.lost += 1
            }
        }
        return batch
    }

    private func slot(of id: UInt64) -> Int { Int(id % UInt64(slots.count)) }

    private mutating func note(_ change: UInt64) {
        changes[Int(changeCount % UInt64(changes.count))] = change
        changeCount += 1
    }
}

/// The events that a trace recorded since the batch before.
public struct TraceBatch: Sendable {
    /// The events that began, in that order, in their present state: some may have ended already.
    public internal(set) var began: [TraceEvent] = []

    /// The events that ended, in that order.
    ///
    /// An event whose parts end at different times occurs again.
    public internal(set) var ended: [TraceEvent] = []

    /// The number of beginnings and ends that were overwritten before they were read.
    public internal(set) var lost = 0

    var isEmpty: Bool { began.isEmpty && ended.isEmpty && lost == 0 }
}
