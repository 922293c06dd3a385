import SignalboxCore

/// The handlers of an entry: whether they are running, for a task that waits for their end.
final class Handling: Sendable {
    private let isRunning = Protected(false)
    private let hasEnded = Signal()

    func begin() {
        isRunning.withLock { $0 = true }
    }

    func end() {
        isRunning.withLock { $0 = false }
        hasEnded.raise()
    }

    /// Waits until no handlers are running, or the task is cancelled.
    func waitForEnd() async {
        let count = hasEnded.count
        if isRunning.withLock({ $0 }) { await hasEnded.wait(after: count) }
    }
}
