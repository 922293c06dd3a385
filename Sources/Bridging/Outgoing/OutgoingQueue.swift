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

    /// The largest number of entries, and of bytes of their payloads, that wait.
    private let limit: Int
    private let byteLimit: Int

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

    /// The number of bytes of the payloads of all of them.
    private(set) var bytes = 0

    private var lastNumber: UInt64 = 0
    private(set) var isClosed = false

    init(limit: Int, byteLimit: Int = .max, keepsLast: Bool) {
        self.limit = limit
        self.byteLimit = byteLimit
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
        guard keepsLast || hasRoom(for: entry) else {
            refused += 1
            return .isFull
        }
        if keepsLast, let last = waiting.popLast() {
            bytes -= last.payload.count
            replaced += 1
        }
        var entry = entry
        lastNumber += 1
        entry.number = lastNumber
        waiting.append(entry)
        bytes += entry.payload.count
        return .waits(lastNumber)
    }

    private func hasRoom(for entry: LogEntry) -> Bool {
        guard pending < limit else { return false }
        return pending == 0 || bytes + entry.payload.count <= byteLimit
    }

    /// Counts a message that was refused before it became an entry.
    mutating func refuse() {
        posted += 1
        refused += 1
    }

    /// Returns the entries to append next: those that are being appended already, or else the first ones that wait.
    ///
    /// - Parameters:
    ///   - count: The largest number of entries.
    ///   - byteLimit: The largest number of bytes of their payloads. The first entry may have more.
    /// - Returns: The entries, which stay in the queue.
    mutating func nextBatch(of count: Int, bytes byteLimit: Int = .max) -> ArraySlice<LogEntry> {
        if batch.isEmpty {
            batch = Array(Self.prefix(of: waiting, count, byteLimit))
            // In constant time, since it is a slice. The entries are released when a new array begins.
            waiting.removeFirst(batch.count)
            if waiting.isEmpty { waiting = [] }
        }
        return batch.prefix(count)
    }

    private static func prefix(
        of entries: ArraySlice<LogEntry>, _ count: Int, _ byteLimit: Int
    ) -> ArraySlice<LogEntry> {
        var end = entries.startIndex
        var bytes = 0
        while end < entries.endIndex, end - entries.startIndex < count {
            bytes += entries[end].payload.count
            if bytes > byteLimit, end > entries.startIndex { break }
            end += 1
        }
        return entries[..<end]
    }

    /// Ends the append of the first entries of the batch.
    mutating func complete(_ count: Int) {
        removeFirst(count)
        appended += UInt64(count)
    }

    /// Refuses the first entry of the batch.
    mutating func refuseFirst() {
        removeFirst(1)
        refused += 1
    }

    private mutating func removeFirst(_ count: Int) {
        for entry in batch.prefix(count) { bytes -= entry.payload.count }
        batch.removeFirst(count)
    }

    /// Refuses all further entries.
    mutating func close() {
        isClosed = true
    }
}
