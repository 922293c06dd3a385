import SignalboxCore

/// A log in memory, for tests, and for two parts of one process that are to become two processes.
///
/// Give each bridge the log itself, or a connection with faults:
///
/// ```swift
/// let log = LoopbackLog()
/// let shop = MessageBridge(shopCenter, over: log, as: "shop")
/// let mailer = MessageBridge(mailCenter, over: FaultyLog(log, LogFaults(seed: 7)), as: "mailer")
/// ```
public final class LoopbackLog: MessageLog {
    private struct State: Sendable {
        var streams: [StreamName: LoopbackStream] = [:]
        var lastID = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Protected(State())
    private let time: Timekeeper

    /// Creates an empty log.
    ///
    /// - Parameter clock: The clock for leases.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        time = Timekeeper(clock)
    }

    deinit {
        for listener in state.withLock({ $0.listeners }).values { listener.finish() }
    }

    /// Appends entries to a stream.
    public func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        try Task.checkCancellation()
        let listeners = state.withLock { state in
            state.streams[stream, default: LoopbackStream()].append(entries)
            return state.listeners.sorted { $0.key < $1.key }.map(\.value)
        }
        for listener in listeners { listener.yield() }
    }

    /// Returns entries of a stream.
    public func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        try Task.checkCancellation()
        return state.withLock { state in
            state.streams[stream, default: LoopbackStream()].page(after: position, limit: limit)
        }
    }

    /// Returns a sequence with an element for each append.
    public func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = state.withLock { state in
                state.lastID += 1
                state.listeners[state.lastID] = continuation
                return state.lastID
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
            }
        }
    }

    /// Takes the cursor of a group.
    public func cursor(
        of group: GroupName, in stream: StreamName, for reader: String, lease: Duration
    ) async throws -> (any LogCursor)? {
        try Task.checkCancellation()
        let now = time.now()
        let held = state.withLock { state in
            state.streams[stream, default: LoopbackStream()].take(group, for: reader, lease: lease, at: now)
        }
        return held.map { LoopbackCursor(log: self, group: group, stream: stream, lease: lease, holding: $0) }
    }

    /// Removes the oldest entries of a stream.
    public func trim(_ stream: StreamName, keeping retention: LogRetention) async throws {
        try Task.checkCancellation()
        state.withLock { $0.streams[stream]?.trim(keeping: retention) }
    }

    /// Removes a stream, as an operator of an engine may do.
    ///
    /// The next append makes it again. Its readers post a `RemoteGap`, and read the new stream from its beginning.
    ///
    /// - Parameter stream: The stream.
    public func remove(_ stream: StreamName) {
        state.withLock { $0.streams[stream]?.remove() }
    }

    /// Changes the cursor of a group, which a reader holds.
    fileprivate func change(
        _ group: GroupName, of stream: StreamName, holding term: Int,
        _ change: @Sendable (inout LoopbackStream.Cursor, Duration) -> Void
    ) throws {
        try Task.checkCancellation()
        let now = time.now()
        let isHeld = state.withLock { state in
            guard var cursor = state.streams[stream]?.cursors[group], cursor.term == term, cursor.end > now else {
                return false
            }
            change(&cursor, now)
            state.streams[stream]?.cursors[group] = cursor
            return true
        }
        if !isHeld { throw LogCursorLost() }
    }
}

/// A cursor of a log in memory.
private struct LoopbackCursor: LogCursor {
    private let log: LoopbackLog
    private let group: GroupName
    private let stream: StreamName
    private let lease: Duration
    private let term: Int

    let position: UInt64
    let identity: String?

    init(
        log: LoopbackLog, group: GroupName, stream: StreamName, lease: Duration, holding cursor: LoopbackStream.Cursor
    ) {
        self.log = log
        self.group = group
        self.stream = stream
        self.lease = lease
        term = cursor.term
        position = cursor.position
        identity = cursor.identity
    }

    func renew() async throws {
        try log.change(group, of: stream, holding: term) { [lease] cursor, now in cursor.end = now + lease }
    }

    func store(_ position: UInt64) async throws {
        try await store(position, in: identity)
    }

    func store(_ position: UInt64, in identity: String?) async throws {
        try log.change(group, of: stream, holding: term) { [lease] cursor, now in
            cursor.position = position
            cursor.identity = identity
            cursor.end = now + lease
        }
    }

    func release() async throws {
        try log.change(group, of: stream, holding: term) { cursor, now in cursor.end = now }
    }
}

/// A stream of a log in memory.
private struct LoopbackStream: Sendable {
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
