/// A stream of a log in memory.
struct LoopbackStream: Sendable {
    /// The cursor of a group.
    struct Cursor: Sendable {
        var position: UInt64

        /// The identity of the stream that has the position.
        var identity: String?

        /// The number of times that it was taken.
        var term: Int

        /// The reader that holds it, and the end of its lease.
        var reader: String
        var end: Duration
    }

    /// The identity of an entry.
    private struct Identity: Hashable, Sendable {
        let sender: String
        let number: UInt64

        init(_ entry: LogEntry) {
            sender = entry.sender
            number = entry.number
        }
    }

    /// The number of times that the stream was made.
    private var generation = 0

    /// A Boolean value that indicates whether something was appended since the stream was removed.
    private var isMade = false
    private var first: UInt64 = 1
    private var entries: [StoredEntry] = []

    /// The largest number of each sender whose numbers grow.
    private var lastNumbers: [String: UInt64] = [:]

    /// The identities of the present entries whose numbers are random.
    private var randomIdentities: Set<Identity> = []
    var cursors: [GroupName: Cursor] = [:]

    private var identity: String? { isMade ? "\(generation)" : nil }
    private var last: UInt64 { first + UInt64(entries.count) - 1 }

    /// Appends the entries that are new.
    mutating func append(_ new: [LogEntry]) {
        if !isMade {
            isMade = true
            generation += 1
        }
        for entry in new where remember(entry) {
            entries.append(StoredEntry(position: last + 1, entry: entry))
        }
    }

    /// Remembers an entry.
    ///
    /// - Returns: `false` if it was appended before.
    private mutating func remember(_ entry: LogEntry) -> Bool {
        if entry.hasRandomNumber { return randomIdentities.insert(Identity(entry)).inserted }
        if let last = lastNumbers[entry.sender], entry.number <= last { return false }
        lastNumbers[entry.sender] = entry.number
        return true
    }

    func page(after position: UInt64, limit: Int) -> LogPage {
        let skipped = position < first ? 0 : Int(min(position - first + 1, UInt64(entries.count)))
        return LogPage(
            first: first, last: last, entries: Array(entries.dropFirst(skipped).prefix(limit)), identity: identity)
    }

    /// Removes the stream.
    ///
    /// The cursors of groups stay, as in an engine that has them elsewhere.
    mutating func remove() {
        isMade = false
        first = 1
        entries = []
        lastNumbers = [:]
        randomIdentities = []
    }

    mutating func trim(keeping retention: LogRetention) {
        guard UInt64(entries.count) > retention.entryCount else { return }
        let removed = entries.count - Int(retention.entryCount)
        for stored in entries.prefix(removed) { randomIdentities.remove(Identity(stored.entry)) }
        entries.removeFirst(removed)
        first += UInt64(removed)
    }

    /// Takes the cursor of a group; `nil` while another reader holds it.
    mutating func take(_ group: GroupName, for reader: String, lease: Duration, at now: Duration) -> Cursor? {
        let beginning = Cursor(position: first - 1, identity: identity, term: 0, reader: reader, end: .zero)
        var cursor = cursors[group] ?? beginning
        guard cursor.end <= now || cursor.reader == reader else { return nil }
        cursor.term += 1
        cursor.reader = reader
        cursor.end = now + lease
        cursors[group] = cursor
        return cursor
    }
}
