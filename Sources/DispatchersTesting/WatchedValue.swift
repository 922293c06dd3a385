import SignalboxCore

/// A value behind a lock, for whose changes tasks can wait.
final class WatchedValue<Value: Sendable>: Sendable {
    private struct Waiting: Sendable {
        let condition: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State: Sendable {
        var value: Value
        var waiting: [Int: Waiting] = [:]
        var lastID = 0

        mutating func makeID() -> Int {
            lastID += 1
            return lastID
        }

        /// Removes and returns the waiting calls whose condition holds.
        mutating func takeReady() -> [Waiting] {
            if waiting.isEmpty { return [] }
            let value = value
            let ready = waiting.filter { $0.value.condition(value) }
            for id in ready.keys { waiting[id] = nil }
            return Array(ready.values)
        }
    }

    private let state: Protected<State>

    init(_ value: Value) {
        state = Protected(State(value: value))
    }

    /// Calls a body with the value under the lock, and resumes the calls whose condition holds then.
    func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        let (result, ready) = try state.withLock { state in
            let result = try body(&state.value)
            return (result, state.takeReady())
        }
        for waiting in ready { waiting.continuation.resume() }
        return result
    }

    /// Waits until a condition holds, or the current task is cancelled.
    ///
    /// - Parameter condition: The condition. It is called under the lock.
    func wait(until condition: @escaping @Sendable (Value) -> Bool) async {
        let id = state.withLock { $0.makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    // Under the lock, so that a cancellation is seen here, or finds the continuation.
                    if Task.isCancelled || condition(state.value) { return true }
                    state.waiting[id] = Waiting(condition: condition, continuation: continuation)
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { $0.waiting.removeValue(forKey: id) }
            waiting?.continuation.resume()
        }
    }
}
