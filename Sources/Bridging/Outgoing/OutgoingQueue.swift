/// The entries of one stream that wait for the log, and their numbers.
///
/// A pure value: it decides, and `OutgoingLane` acts. The sums close after each change: posted = appended + pending + refused +
/// replaced.
struct OutgoingQueue: Sendable {
    /// The fate of an entry that was added.
    enum Addition: Sendable, Equatable {
        /// The message waits, with this number.
        case waits(UInt64)
        /// The message is refused, since the queue is full.
        case isFull
        /// The message is refused, since the queue is closed.
        case isClosed
    }

    private let limit: Int

    /// A Boolean value that indicates whether the newest entry replaces the one that waits, as for the value of a state.
    ///
    /// Such a queue is never full: it has at most one entry that is being appended, and one behind it.
    private let keepsLast: Bool

    private(set) var posted: UInt64 = 0
    private(set) var appended: UInt64 = 0
    private(set) var refused: UInt64 = 0
    private(set) var replaced: UInt64 = 0

    /// The entries that are being appended, and those behind them.
    private(set) var batch: [LogEntry] = []
    private var waiting: ArraySlice<LogEntry> = []

    private var lastNumber: UInt64 = 0
    private(set) var isClosed = false

    init(limit: Int, keepsLast: Bool) {
        self.limit = limit
        self.keepsLast = keepsLast
    }

    /// The number of entries that are not appended yet.
    var pending: Int { batch.count + waiting.count }

    /// Adds an entry, which gets its number.
    mutating func add(_ entry: LogEntry) -> Addition {
        posted += 1
        guard !isClosed else {
            refused += 1
            return .isClosed
        }
        guard keepsLast || pending < limit else {
            refused += 1
            return .isFull
        }
        if keepsLast, !waiting.isEmpty {
            waiting.removeLast()
            replaced += 1
        }
        var entry = entry
        lastNumber += 1
        entry.number = lastNumber
        waiting.append(entry)
        return .waits(lastNumber)
    }

    /// Counts a message that was refused before it became an entry.
    mutating func refuse() {
        posted += 1
        refused += 1
    }

    /// Returns the entries to append next: those that are being appended already, or else the first ones that wait.
    mutating func nextBatch(of size: Int) -> [LogEntry] {
        if batch.isEmpty {
            batch = Array(waiting.prefix(size))
            // In constant time, since it is a slice. The entries are released when a new array begins.
            waiting.removeFirst(batch.count)
            if waiting.isEmpty { waiting = [] }
        }
        return batch
    }

    /// Ends the append of the first entries of the batch.
    mutating func complete(_ count: Int) {
        batch.removeFirst(count)
        appended += UInt64(count)
    }

    /// Refuses the first entry of the batch.
    mutating func refuseFirst() {
        batch.removeFirst()
        refused += 1
    }

    /// Refuses all further entries.
    mutating func close() {
        isClosed = true
    }
}
