import Dispatchers

/// The last events of a trace, and the order of their changes.
///
/// A pure value. Readers have positions in the changes, so any number of them costs nothing more. It never has more events, and
/// never more bytes of values and other long texts, than it was created for: of more, the oldest go.
struct Recorder: Sendable {
    /// The position of a reader among the changes.
    struct Position: Sendable, Equatable {
        fileprivate var change: UInt64

        /// The number of times that all events had been removed.
        fileprivate var clearing: Int

        /// The number of changes that the feed of the trace had lost.
        fileprivate var lost: Int
    }

    /// The changes since a position.
    struct Changes: Sendable {
        /// The events that began or ended, each in its present state.
        var events: [RecordedEvent] = []

        /// The number of changes that were overwritten before they were read, in the trace or here.
        var lost = 0

        /// A Boolean value that indicates whether all events before these were removed.
        var isCleared = false

        var isEmpty: Bool { events.isEmpty && lost == 0 && !isCleared }
    }

    private let capacity: Int
    private let textLimit: Int

    /// By number, modulo the capacity.
    private var slots: [RecordedEvent?] = []

    /// The numbers of the changed events, by the number of the change.
    private var changes: [UInt64] = []
    private var changeCount: UInt64 = 0
    private var lastID: UInt64 = 0
    private var clearings = 0
    private var clearedID: UInt64 = 0

    /// The number of bytes of all texts that can be dropped, and the first event that may have some.
    private(set) var textSize = 0
    private var firstWithTexts: UInt64 = 1

    /// The events that have not ended, as far as is known.
    private var running: Set<UInt64> = []

    private var locations = LocationNames()

    /// The number of changes that the trace's feed lost, and that before all events were removed.
    private var lost = 0
    private var lostBeforeClearing = 0

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - capacity: The number of events that it holds.
    ///   - textLimit: The number of bytes of values and other long texts that it holds.
    init(capacity: Int = 65_536, textLimit: Int = 16 << 20) {
        self.capacity = capacity
        self.textLimit = textLimit
    }

    /// The events that it holds, first begun first.
    var events: [RecordedEvent] { ids.compactMap(event) }

    /// The event of a number, unless it was overwritten.
    func event(_ id: UInt64) -> RecordedEvent? {
        guard !slots.isEmpty, let event = slots[slot(of: id)], event.id == id else { return nil }
        return event
    }

    /// Takes the changes of a trace.
    mutating func take(_ batch: TraceBatch) {
        if batch.lost > 0 { lose(batch.lost) }
        for event in batch.began { take(event) }
        for event in batch.ended { take(event) }
        while textSize > textLimit, firstWithTexts <= lastID { dropTexts() }
    }

    /// Removes all events.
    ///
    /// - Parameter last: The number of the last event that has begun. It, and events before it, may not have been taken yet.
    mutating func clear(upTo last: UInt64 = 0) {
        lastID = max(lastID, last)
        slots = []
        running = []
        textSize = 0
        clearings += 1
        lostBeforeClearing = lost
        clearedID = lastID
        firstWithTexts = lastID + 1
    }

    /// The position before the oldest event.
    var start: Position {
        Position(change: changeCount - UInt64(changes.count), clearing: clearings, lost: lostBeforeClearing)
    }

    /// Returns the changes after a position, and moves the position behind them.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - limit: The largest number of changes.
    /// - Returns: The changes, each event once.
    func changes(after position: inout Position, limit: Int = 4_096) -> Changes {
        var result = Changes()
        if position.clearing != clearings {
            result.isCleared = true
            position.clearing = clearings
            position.lost = max(position.lost, lostBeforeClearing)
        }
        result.lost = lost - position.lost
        position.lost = lost
        let oldest = start.change
        if position.change < oldest {
            result.lost += Int(clamping: oldest - position.change)
            position.change = oldest
        }
        let end = min(changeCount, position.change + UInt64(limit))
        var seen: Set<UInt64> = []
        while position.change < end {
            let id = changes[Int(position.change % UInt64(capacity * 2))]
            position.change += 1
            if id <= clearedID || !seen.insert(id).inserted { continue }
            if let event = event(id) { result.events.append(event) }
        }
        return result
    }

    private var ids: ClosedRange<UInt64> { (lastID - min(lastID, UInt64(capacity)) + 1)...max(lastID, 1) }

    private func slot(of id: UInt64) -> Int { Int(id % UInt64(capacity)) }

    private mutating func take(_ event: TraceEvent) {
        if event.id <= clearedID { return }
        if slots.isEmpty { slots = Array(repeating: nil, count: capacity) }
        let slot = slot(of: event.id)
        if let old = slots[slot] {
            // The end of an event that was overwritten here.
            if old.id > event.id { return }
            textSize -= old.textSize
            running.remove(old.id)
        }
        let recorded = RecordedEvent(event, naming: &locations)
        textSize += recorded.textSize
        if event.id < firstWithTexts { firstWithTexts = event.id }
        slots[slot] = recorded
        if recorded.record.duration == nil { running.insert(event.id) }
        lastID = max(lastID, event.id)
        note(event.id)
    }

    /// Counts lost changes.
    ///
    /// The ends of running events may be among them.
    private mutating func lose(_ count: Int) {
        lost += count
        for id in running.sorted() {
            slots[slot(of: id)]?.loseEnd()
            note(id)
        }
        running = []
    }

    private mutating func note(_ id: UInt64) {
        if changes.count < capacity * 2 {
            changes.append(id)
        } else {
            changes[Int(changeCount % UInt64(capacity * 2))] = id
        }
        changeCount += 1
    }

    /// Drops the texts of the oldest event that has some.
    private mutating func dropTexts() {
        let slot = slot(of: firstWithTexts)
        if let event = slots[slot], event.id == firstWithTexts {
            slots[slot]?.dropTexts()
            textSize -= event.textSize - (slots[slot]?.textSize ?? 0)
        }
        firstWithTexts += 1
    }
}
