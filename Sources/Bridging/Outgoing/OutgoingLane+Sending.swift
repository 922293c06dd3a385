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
