import SignalboxCore

/// Counts messages that are under way, so that a publication can wait until none is.
final class WaitGroup: Sendable {
    private struct State: Sendable {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Protected(State())

    func begin() {
        state.withLock { $0.count += 1 }
    }

    func end() {
        let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count -= 1
            guard state.count == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in ready { continuation.resume() }
    }

    /// Waits until nothing is under way.
    func wait() async {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                if state.count == 0 { return false }
                state.waiting.append(continuation)
                return true
            }
            if !mustWait { continuation.resume() }
        }
    }
}
