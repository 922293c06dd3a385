import Dispatchers

/// The values that handlers report, for which a test can wait instead of sleeping.
final class Probe<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var values: [Value] = []
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    // The thread sanitizer reports false races for a plain `Mutex`, see `Protected`.
    private let state = Protected(State())

    var values: [Value] { state.withLock { $0.values } }

    func report(_ value: Value) {
        let ready = state.withLock { state in
            state.values.append(value)
            let count = state.values.count
            let ready = state.waiters.filter { $0.count <= count }
            state.waiters.removeAll { $0.count <= count }
            return ready.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    /// Waits for `count` values and returns all values.
    func values(_ count: Int) async -> [Value] {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.values.count < count { state.waiters.append((count, continuation)) }
                return state.values.count >= count
            }
            if isReady { continuation.resume() }
        }
        return values
    }
}

/// An object that calls a closure in its deinit.
final class Canary: Sendable {
    private let onDeinit: @Sendable () -> Void

    init(onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }

    deinit { onDeinit() }
}
