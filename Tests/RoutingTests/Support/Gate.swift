import Dispatchers

/// A gate that tasks wait at until it is open.
///
/// Cancelling the task does not end the wait, as in a guard that ignores it.
final class Gate: Sendable {
    private let state = Protected(State())

    private struct State: Sendable {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
