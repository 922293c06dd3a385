import SignalboxCore

// Calls that wait until their entry is appended.

extension OutgoingLane {
    /// The number of an entry, once it has one.
    private final class Ticket: Sendable {
        let number = Protected<UInt64?>(nil)
    }

    /// Leaves an entry in the queue, and waits until it is appended.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - onAppendWithoutCaller: Called after the append if the call was cancelled meanwhile: the entry cannot be taken back.
    /// - Throws: `BridgeError`, `LogRefusal`, `LogReplaced` or `CancellationError`.
    func append(_ entry: LogEntry, onAppendWithoutCaller: @escaping @Sendable () -> Void) async throws {
        // The entry gets its number inside of the operation. The ticket has it for the cancellation handler.
        let ticket = Ticket()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let waiting = WaitingAppend(
                    continuation: continuation, onAppendWithoutCaller: onAppendWithoutCaller)
                add(entry, waiting, ticket)
            }
        } onCancel: {
            cancel(ticket)
        }
    }

    private func add(_ entry: LogEntry, _ waiting: WaitingAppend, _ ticket: Ticket) {
        let error: (any Error)? = state.withLock { state in
            if Task.isCancelled { return CancellationError() }
            switch state.queue.add(entry) {
            case .isFull: return isFull(with: entry, state)
            case .isClosed: return BridgeError(.stopped, stream)
            case .waits(let number):
                ticket.number.withLock { $0 = number }
                state.waiting[number] = waiting
                return nil
            }
        }
        if let error {
            waiting.continuation?.resume(throwing: error)
        } else {
            signal.raise()
        }
    }

    private func cancel(_ ticket: Ticket) {
        let continuation = state.withLock { state in
            ticket.number.withLock { $0 }.flatMap { state.waiting[$0]?.takeContinuation() }
        }
        continuation?.resume(throwing: CancellationError())
    }

    /// Ends all calls that wait, and refuses further entries.
    func failWaiting() {
        let waiting = state.withLock { state in
            state.queue.close()
            let waiting = state.waiting.values
            state.waiting = [:]
            return Array(waiting)
        }
        for call in waiting { call.continuation?.resume(throwing: BridgeError(.stopped, stream)) }
    }
}

/// A call that waits until its entry is appended.
struct WaitingAppend: Sendable {
    /// The call; `nil` if its task was cancelled.
    var continuation: CheckedContinuation<Void, any Error>?

    /// Does what the caller would have done after the append.
    let onAppendWithoutCaller: @Sendable () -> Void

    /// Takes the call, which was cancelled.
    mutating func takeContinuation() -> CheckedContinuation<Void, any Error>? {
        defer { continuation = nil }
        return continuation
    }

    /// Ends the call after the append.
    func complete() {
        if let continuation {
            continuation.resume()
        } else {
            onAppendWithoutCaller()
        }
    }
}
