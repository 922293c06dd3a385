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
    func change(
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
