import SignalboxCore

/// The latest value for the iterators of a sequence.
final class StateValues<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value?
        var readers: [CheckedContinuation<Value?, Never>] = []
        var isFinished = false
        var droppedCount = 0
    }

    private let state = Protected(State())

    /// The number of values that wait, and of those that a newer one replaced.
    var counts: (waiting: Int, dropped: Int) { state.withLock { ($0.value == nil ? 0 : 1, $0.droppedCount) } }

    /// Gives a value to a waiting reader, or keeps it instead of the one before.
    func put(_ value: Value) {
        var old: Value?
        let reader = state.withLock { state -> CheckedContinuation<Value?, Never>? in
            if state.isFinished { return nil }
            if !state.readers.isEmpty { return state.readers.removeFirst() }
            if state.value != nil { state.droppedCount += 1 }
            old = state.value
            state.value = value
            return nil
        }
        reader?.resume(returning: value)
        withExtendedLifetime(old) {}
    }

    /// Returns the value that waits, or the next one; `nil` when there will be none any more.
    func next() async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let value = state.withLock { state -> Value?? in
                    if let value = state.value.take() { return value }
                    if state.isFinished { return .some(nil) }
                    state.readers.append(reader)
                    return nil
                }
                if let value { reader.resume(returning: value) }
            }
        } onCancel: {
            finish()
        }
    }

    /// Ends the sequence.
    ///
    /// A value that waits is still returned.
    func finish() {
        let readers = state.withLock { state in
            state.isFinished = true
            defer { state.readers = [] }
            return state.readers
        }
        for reader in readers { reader.resume(returning: nil) }
    }
}
