import Synchronization

/// A place at which calls wait while it is closed, also if their task is cancelled.
final class Gate: Sendable {
    private struct State: Sendable {
        var isClosed = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Lets no call pass from now on.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Lets all calls pass.
    func open() {
        let waiting = state.withLock { state in
            defer { state = State() }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits while it is closed.
    func pass() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if state.isClosed { state.waiting.append(continuation) }
                return state.isClosed
            }
            if !isClosed { continuation.resume() }
        }
    }
}
