import SignalboxCore

// Calls that wait until their entry is appended.

extension OutgoingLane {
    /// The number of an entry, once it has one.
    private final class Ticket: Sendable {
        let number = Protected<UInt64?>(nil)
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
        if let error {
            continuation.resume(throwing: error)
        } else {
            signal.raise()
        }
    }

    private func cancel(_ ticket: Ticket) {
        let continuation = state.withLock { state in
            ticket.number.withLock { $0 }.flatMap { state.waiting.removeValue(forKey: $0) }
        }
        continuation?.resume(throwing: CancellationError())
    }

    /// Ends all calls that wait, since nothing more is appended.
    func failWaiting() {
        let continuations = state.withLock { state in
            let continuations = state.waiting.values
            state.waiting = [:]
            return Array(continuations)
        }
        for continuation in continuations { continuation.resume(throwing: BridgeError(.hasStopped, stream)) }
    }
}
