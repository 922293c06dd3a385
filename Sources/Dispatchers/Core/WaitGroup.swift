/// Counts what is under way, so that others can wait until nothing is: the asynchronous calls of a handler, or the messages
/// that a message led to.
///
/// Synchronous calls need none: the thread that makes them is counted as a reader.
final class WaitGroup: Sendable {
    private struct State: Sendable {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The groups inside of whose calls the current task runs.
    @TaskLocal private static var outer: [ObjectIdentifier] = []

    private let state = Protected(State())

    /// Counts one more.
    func begin() { state.withLock { $0.count += 1 } }

    /// Counts one less.
    func end() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count -= 1
            if state.count > 0 { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Makes a call, which counts until it has returned.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ call: () async throws -> Result
    ) async rethrows -> Result {
        begin()
        defer { end() }
        return try await Self.$outer.withValue(Self.outer + [ObjectIdentifier(self)], operation: call)
    }

    /// Waits until nothing is under way; asked inside of one of the calls it does not wait.
    func wait() async {
        if Self.outer.contains(ObjectIdentifier(self)) { return }
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count > 0
            }
            if !mustWait { continuation.resume() }
        }
    }
}
