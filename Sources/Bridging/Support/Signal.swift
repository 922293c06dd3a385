import SignalboxCore

/// Wakes tasks that wait for something new.
///
/// A signal counts. A task that reads the count before it reads a value misses no change that is made afterwards.
final class Signal: Sendable {
    private struct State: Sendable {
        var count = 0
        var lastID = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Protected(State())

    /// The number of times that it was raised.
    var count: Int { state.withLock { $0.count } }

    /// Wakes all tasks that wait, in the order in which they began to.
    func raise() {
        let waiting = state.withLock { state in
            state.count += 1
            let waiting = state.waiting
            state.waiting = [:]
            return waiting
        }
        for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume() }
    }

    /// Waits until it was raised more often than `count` times, or the task is cancelled.
    func wait(after count: Int) async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    // Under the lock, so that a cancellation is seen here, or finds the continuation.
                    if state.count > count || Task.isCancelled { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }

    /// Waits until it was raised more often than `count` times, the time has passed, or the task is cancelled.
    func wait(after count: Int, atMost limit: Duration, by time: Timekeeper) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await time.sleep(limit) }
            group.addTask { await self.wait(after: count) }
            await group.next()
            group.cancelAll()
        }
    }
}
