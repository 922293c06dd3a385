/// Counts the messages that one message led to and that are not yet handled, itself included.
final class Settling: Sendable {
    private struct State: Sendable {
        var count = 0
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Protected(State())

    /// Counts one more.
    func begin() { state.withLock { $0.count += 1 } }

    /// Counts one less.
    func end() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.count -= 1
            return state.count == 0 ? state.waiting.take() : nil
        }
        waiting?.resume()
    }

    /// Waits until all are handled; to be called once.
    func wait() async {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                if state.count > 0 { state.waiting = continuation }
                return state.count > 0
            }
            if !mustWait { continuation.resume() }
        }
    }
}
