import SignalboxCore

/// The way of one stream from this process to the log: a queue, and a task that appends what waits in it.
final class OutgoingLane: Sendable {
    struct State: Sendable {
        var queue: OutgoingQueue
        var failure: String?

        /// The calls of `append`, by the number of their entry.
        var waiting: [UInt64: WaitingAppend] = [:]
        var trimFailure: String?
    }

    let stream: StreamName
    let options: BridgeOptions

    /// Handles the number of an entry that the log refuses, and that no call of `append` waits for.
    let onRefusal: @Sendable (UInt64, any Error) -> Void

    /// Handles the error of entries that were not appended before the bridge stopped.
    let onAbandoning: @Sendable (BridgeError) -> Void

    let state: Protected<State>

    /// Raised when the queue has a new entry, or is closed.
    let signal = Signal()

    /// Raised when the stream is to be trimmed.
    let trimSignal = Signal()

    private let version: Int
    private let sender: String

    init(
        _ stream: StreamName, version: Int, keepsLast: Bool = false, from sender: String, _ options: BridgeOptions,
        onRefusal: @escaping @Sendable (UInt64, any Error) -> Void,
        onAbandoning: @escaping @Sendable (BridgeError) -> Void
    ) {
        self.stream = stream
        self.version = version
        self.sender = sender
        self.options = options
        self.onRefusal = onRefusal
        self.onAbandoning = onAbandoning
        let queue = OutgoingQueue(
            limit: options.queueLimit, byteLimit: options.queueByteLimit, keepsLast: keepsLast)
        state = Protected(State(queue: queue))
    }

    /// The numbers of the stream.
    var status: OutgoingStatus {
        state.withLock { state in
            OutgoingStatus(
                stream: stream, posted: state.queue.posted, appended: state.queue.appended,
                pending: UInt64(state.queue.pending), refused: state.queue.refused, replaced: state.queue.replaced,
                failure: state.failure, trimFailure: state.trimFailure)
        }
    }

    /// Returns the entry of a message, which has no number yet.
    ///
    /// - Parameters:
    ///   - payload: The encoded message.
    ///   - depth: The number of posts that led to it.
    ///   - traceparent: The trace context of the post.
    /// - Returns: The entry.
    /// - Throws: `BridgeError` if it is too large, or too many posts led to it.
    func entry(_ payload: [UInt8], depth: Int, traceparent: String?) throws(BridgeError) -> LogEntry {
        guard payload.count <= options.payloadLimit else {
            throw refused(BridgeError(.tooLarge, stream, size: payload.count, limit: options.payloadLimit))
        }
        guard depth <= options.cycleLimit else {
            throw refused(BridgeError(.cyclic, stream, size: depth, limit: options.cycleLimit))
        }
        return LogEntry(
            sender: sender, number: 0, type: stream.text, version: version, depth: depth,
            traceparent: traceparent, payload: payload)
    }

    private func refused(_ error: BridgeError) -> BridgeError {
        countRefusal()
        return error
    }

    /// The error of an entry that finds the queue full.
    func isFull(with entry: LogEntry, _ state: State) -> BridgeError {
        let pending = state.queue.pending
        guard pending < options.queueLimit else {
            return BridgeError(.queueFull, stream, size: pending, limit: options.queueLimit)
        }
        let bytes = state.queue.bytes + entry.payload.count
        return BridgeError(.queueFull, stream, size: bytes, limit: options.queueByteLimit)
    }

    /// Counts a message that cannot become an entry.
    func countRefusal() {
        state.withLock { $0.queue.refuse() }
    }

    /// Leaves an entry in the queue.
    ///
    /// This method never waits for the log.
    ///
    /// - Returns: Its number.
    @discardableResult
    func add(_ entry: LogEntry) throws(BridgeError) -> UInt64 {
        let number = try state.withLock { state throws(BridgeError) in
            switch state.queue.add(entry) {
            case .isFull: throw isFull(with: entry, state)
            case .isClosed: throw BridgeError(.stopped, stream)
            case .waits(let number): return number
            }
        }
        signal.raise()
        return number
    }
}
