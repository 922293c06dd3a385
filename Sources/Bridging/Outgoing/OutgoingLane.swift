import SignalboxCore

// The files of this folder, in the order of an entry:
//
// 1. `OutgoingLane`: how an entry waits, is appended, and is trimmed later.
// 2. `OutgoingQueue`: which entries wait, and what is refused.
// 3. `OutgoingLane+Waiting`: how a call waits until its entry is appended.

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
    private let onRefusal: @Sendable (UInt64, any Error) -> Void

    /// Handles the error of entries that were not appended before the bridge stopped.
    private let onAbandoning: @Sendable (BridgeError) -> Void

    let state: Protected<State>

    /// Raised when the queue has a new entry, or is closed.
    let signal = Signal()

    /// Raised when the stream is to be trimmed.
    private let trimSignal = Signal()

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

// The task that appends what waits.

extension OutgoingLane {
    /// Refuses all further entries, and lets `send` return when the others are appended.
    func close() {
        state.withLock { $0.queue.close() }
        signal.raise()
    }

    /// Ends calls that wait, and reports the entries that were not appended when the bridge stopped.
    func abandon() {
        failWaiting()
        let pending = state.withLock { $0.queue.pending }
        if pending > 0 { onAbandoning(BridgeError(.leftBehind(count: pending), stream)) }
    }

    /// The largest number of bytes of a batch.
    private static let batchBytes = 1_024 * 1_024

    /// Appends entries until the queue is closed and empty, or the task is cancelled.
    func send(to log: any MessageLog, by time: Timekeeper) async {
        var backoff = Backoff(options.retrying)
        var size = options.batchSize
        while !Task.isCancelled {
            guard let batch = await nextBatch(of: size) else { break }
            do {
                try await append(batch, to: log)
                backoff.reset()
                size = size > options.batchSize / 2 ? options.batchSize : size * 2
            } catch {
                state.withLock { $0.failure = "\(error)" }
                // The batch may be more than the log can take in the time that it has.
                size = max(batch.count / 2, 1)
                try? await time.sleep(backoff.nextWithJitter())
            }
        }
    }

    /// Waits for entries.
    ///
    /// - Returns: The entries to append next; `nil` if the queue is closed and empty, or the task is cancelled.
    private func nextBatch(of size: Int) async -> [LogEntry]? {
        while !Task.isCancelled {
            let count = signal.count
            let (batch, isClosed) = state.withLock { state in
                (Array(state.queue.nextBatch(of: size, bytes: Self.batchBytes)), state.queue.isClosed)
            }
            if !batch.isEmpty { return batch }
            if isClosed { return nil }
            await signal.wait(after: count)
        }
        return nil
    }

    /// Appends a batch.
    ///
    /// If the log refuses the batch, its entries are appended one by one, and only those that the log refuses again are lost. If the log
    /// was removed or replaced, all of them are: what was appended there before is not there any more, either.
    private func append(_ batch: [LogEntry], to log: any MessageLog) async throws {
        do {
            try await log.append(batch, to: stream)
            complete(batch)
        } catch let refusal as LogRefusal where batch.count == 1 {
            refuse(batch[0], refusal)
        } catch is LogRefusal {
            for entry in batch { try await append([entry], to: log) }
        } catch let replaced as LogReplaced {
            for entry in batch { refuse(entry, replaced) }
        }
    }

    private func complete(_ batch: [LogEntry]) {
        let (waiting, isTrimDue) = state.withLock { state in
            let before = state.queue.appended
            state.queue.complete(batch.count)
            state.failure = nil
            let waiting = batch.compactMap { state.waiting.removeValue(forKey: $0.number) }
            return (waiting, before / Self.trimCount != state.queue.appended / Self.trimCount)
        }
        for call in waiting { call.complete() }
        if isTrimDue { trimSignal.raise() }
    }

    private func refuse(_ entry: LogEntry, _ refusal: any Error) {
        let waiting = state.withLock { state in
            state.queue.refuseFirst()
            state.failure = "\(refusal)"
            return state.waiting.removeValue(forKey: entry.number)
        }
        if let continuation = waiting?.continuation {
            continuation.resume(throwing: refusal)
        } else {
            onRefusal(entry.number, refusal)
        }
    }
}

// The task that removes old entries.

extension OutgoingLane {
    /// The number of entries of this process after which the stream is trimmed.
    private static let trimCount: UInt64 = 1_024

    /// Trims the stream now, after every 1,024 entries of this process, and from time to time, until the task is cancelled.
    ///
    /// Programs that run for a short time append few entries each, and a transaction of the app appends entries that the queue does not
    /// count.
    func keepTrimming(_ log: any MessageLog, by time: Timekeeper) async {
        guard let retention = options.retention else { return }
        while !Task.isCancelled {
            let count = trimSignal.count
            await trim(log, keeping: retention)
            await trimSignal.wait(after: count, atMost: options.trimInterval, by: time)
        }
    }

    private func trim(_ log: any MessageLog, keeping retention: LogRetention) async {
        do {
            try await log.trim(stream, keeping: retention)
            state.withLock { $0.trimFailure = nil }
        } catch {
            if Task.isCancelled { return }
            state.withLock { $0.trimFailure = "\(error)" }
        }
    }
}
