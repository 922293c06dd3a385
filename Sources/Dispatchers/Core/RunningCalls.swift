/// The asynchronous calls of one receiver that are running, and who waits for their end.
///
/// Synchronous calls need none: the thread that makes them is counted as a reader.
final class RunningCalls: Sendable {
    private struct State: Sendable {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The receivers inside of whose calls the current task runs.
    @TaskLocal private static var outer: [ObjectIdentifier] = []

    private let state = Protected(State())

    /// Makes a call, which counts as running until it has returned.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ call: () async throws -> Result
    ) async rethrows -> Result {
        state.withLock { $0.count += 1 }
        defer { end() }
        return try await Self.$outer.withValue(Self.outer + [ObjectIdentifier(self)], operation: call)
    }

    /// Waits until no call is running; asked inside of one it does not wait.
    func drain() async {
        if Self.outer.contains(ObjectIdentifier(self)) { return }
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count > 0
            }
            if !mustWait { continuation.resume() }
        }
    }

    private func end() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count -= 1
            if state.count > 0 { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
