import SignalboxCore

/// The way of one stream from this process to the log: a queue, and a task that appends what waits in it.
final class OutgoingLane: Sendable {
    private struct State: Sendable {
        var queue: OutgoingQueue
        var failure: String?
        var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        var appendedAtTrim: UInt64 = 0

        /// Returns a Boolean value that indicates whether 1,024 entries were appended since the stream was trimmed.
        mutating func takeTrim() -> Bool {
            guard queue.appended >= appendedAtTrim + 1_024 else { return false }
            appendedAtTrim = queue.appended
            return true
        }
    }

    let stream: StreamName
    let version: Int
    private let sender: String
    private let options: BridgeOptions

    /// Handles the number of an entry that the log refuses, and that no call of `append` waits for.
    private let onRefusal: @Sendable (UInt64, LogRefusal) -> Void
    private let state: Protected<State>
    private let signal = Signal()

    init(
        _ stream: StreamName, version: Int, keepsLast: Bool = false, from sender: String, _ options: BridgeOptions,
        onRefusal: @escaping @Sendable (UInt64, LogRefusal) -> Void
    ) {
        self.stream = stream
        self.version = version
        self.sender = sender
        self.options = options
        self.onRefusal = onRefusal
        state = Protected(State(queue: OutgoingQueue(limit: options.queueLimit, keepsLast: keepsLast)))
    }

    /// The numbers of the stream.
    var status: OutgoingStatus {
        state.withLock { state in
            OutgoingStatus(
                stream: stream, posted: state.queue.posted, appended: state.queue.appended,
                pending: UInt64(state.queue.pending), refused: state.queue.refused, replaced: state.queue.replaced,
                failure: state.failure)
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
        guard payload.count <= options.payloadLimit else { throw refused(.isTooLarge) }
        guard depth <= options.cycleLimit else { throw refused(.isCyclic) }
        return LogEntry(
            sender: sender, number: 0, type: stream.text, version: version, depth: depth,
            traceparent: traceparent, payload: payload)
    }

    /// Counts a message that cannot become an entry.
    func refused(_ reason: BridgeError.Reason) -> BridgeError {
        state.withLock { $0.queue.refuse() }
        return BridgeError(reason, stream)
    }

    /// Leaves an entry in the queue.
    ///
    /// This method never waits for the log.
    ///
    /// - Returns: Its number.
    @discardableResult
    func add(_ entry: LogEntry) throws(BridgeError) -> UInt64 {
        let addition = state.withLock { $0.queue.add(entry) }
        return try number(of: addition)
    }

    private func number(of addition: OutgoingQueue.Addition) throws(BridgeError) -> UInt64 {
        switch addition {
        case .isFull: throw BridgeError(.queueIsFull, stream)
        case .isClosed: throw BridgeError(.hasStopped, stream)
        case .waits(let number):
            signal.raise()
            return number
        }
    }

    /// Leaves an entry in the queue, and waits until it is appended.
    func append(_ entry: LogEntry) async throws {
        // The entry gets its number inside of the operation. The ticket has it for the cancellation handler.
        let ticket = Ticket()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                add(entry, resuming: continuation, ticket)
            }
        } onCancel: {
            cancel(ticket)
        }
    }

    private func add(_ entry: LogEntry, resuming continuation: CheckedContinuation<Void, any Error>, _ ticket: Ticket) {
        let error: (any Error)? = state.withLock { state in
            if Task.isCancelled { return CancellationError() }
            switch state.queue.add(entry) {
            case .isFull: return BridgeError(.queueIsFull, stream)
            case .isClosed: return BridgeError(.hasStopped, stream)
            case .waits(let number):
                ticket.number.withLock { $0 = number }
                state.waiting[number] = continuation
                return nil
            }
        }
        if let error { continuation.resume(throwing: error) } else { signal.raise() }
    }

    private func cancel(_ ticket: Ticket) {
        let continuation = state.withLock { state in
            ticket.number.withLock { $0 }.flatMap { state.waiting.removeValue(forKey: $0) }
        }
        continuation?.resume(throwing: CancellationError())
    }

    /// The number of an entry, once it has one.
    private final class Ticket: Sendable {
        let number = Protected<UInt64?>(nil)
    }
}

extension OutgoingLane {
    /// Refuses all further entries, and lets `send` return when the others are appended.
    func close() {
        state.withLock { $0.queue.close() }
        signal.raise()
    }

    /// Appends entries until the queue is closed and empty, or the task is cancelled.
    func send(to log: any MessageLog, by time: Timekeeper) async {
        var backoff = Backoff(options.retrying)
        while !Task.isCancelled {
            let count = signal.count
            let (batch, isClosed) = state.withLock { state in
                (state.queue.nextBatch(of: options.batchSize), state.queue.isClosed)
            }
            if batch.isEmpty {
                if isClosed { break }
                await signal.wait(after: count)
                continue
            }
            do {
                try await append(batch, to: log)
                backoff.reset()
            } catch {
                state.withLock { $0.failure = "\(error)" }
                try? await time.sleep(backoff.nextWithJitter())
            }
        }
        failWaiting()
    }

    /// Appends a batch.
    ///
    /// If the log refuses the batch, its entries are appended one by one, and only those that the log refuses again are lost.
    private func append(_ batch: [LogEntry], to log: any MessageLog) async throws {
        do {
            try await log.append(batch, to: stream)
            complete(batch)
        } catch let refusal as LogRefusal where batch.count == 1 {
            refuse(batch[0], refusal)
        } catch is LogRefusal {
            for entry in batch { try await append([entry], to: log) }
        }
        await trim(log)
    }

    private func complete(_ batch: [LogEntry]) {
        let continuations = state.withLock { state in
            state.queue.complete(batch.count)
            state.failure = nil
            return batch.compactMap { state.waiting.removeValue(forKey: $0.number) }
        }
        for continuation in continuations { continuation.resume() }
    }

    private func refuse(_ entry: LogEntry, _ refusal: LogRefusal) {
        let continuation = state.withLock { state in
            state.queue.refuseFirst()
            state.failure = "\(refusal)"
            return state.waiting.removeValue(forKey: entry.number)
        }
        if let continuation {
            continuation.resume(throwing: refusal)
        } else {
            onRefusal(entry.number, refusal)
        }
    }

    /// Trims the stream each time that 1,024 entries were appended.
    private func trim(_ log: any MessageLog) async {
        guard let retention = options.retention else { return }
        let isDue = state.withLock { $0.takeTrim() }
        if isDue { try? await log.trim(stream, keeping: retention) }
    }

    private func failWaiting() {
        let continuations = state.withLock { state in
            let continuations = state.waiting.values
            state.waiting = [:]
            return Array(continuations)
        }
        for continuation in continuations { continuation.resume(throwing: BridgeError(.hasStopped, stream)) }
    }
}
