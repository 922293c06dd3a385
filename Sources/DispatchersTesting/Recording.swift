import Dispatchers

/// The values that a test has recorded, in order.
///
/// A center records into it, and so does a fake that you write:
///
/// ```swift
/// let added = center.record(ItemAdded.self)
/// cart.add("lamp")
/// await center.settled()
/// #expect(added.values == [ItemAdded(name: "lamp")])
/// ```
///
/// A recording ends when it is released. All members can be used from any thread.
public final class Recording<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var values: [Value] = []

        /// The calls of `first`, by identifiers.
        var waiting: [Int: Waiting] = [:]
        var lastID = 0

        /// The registration that records into it.
        var source: Registration?

        mutating func makeID() -> Int {
            lastID += 1
            return lastID
        }

        /// Removes and returns the calls that have enough values.
        mutating func takeReady() -> [Waiting] {
            let ready = waiting.filter { $0.value.count <= values.count }
            for id in ready.keys { waiting[id] = nil }
            return Array(ready.values)
        }
    }

    private struct Waiting: Sendable {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Protected(State())

    /// Creates an empty recording.
    public init() {}

    /// The recorded values, in order.
    public var values: [Value] { state.withLock { $0.values } }

    /// Records a value, as a fake does when it is called.
    public func append(_ value: Value) {
        let ready = state.withLock { state in
            state.values.append(value)
            return state.takeReady()
        }
        for waiting in ready { waiting.continuation.resume() }
    }

    /// Removes all recorded values.
    public func clear() {
        var values: [Value] = []
        state.withLock { swap(&$0.values, &values) }
    }

    /// Waits for values that come from work that no center knows of, such as a task that a handler starts.
    ///
    /// Give the test a time limit. It cancels the task, and then this method returns the values that are there.
    ///
    /// - Parameter count: The number of values to wait for.
    /// - Returns: The first values, as many as were asked for; fewer in a cancelled task.
    public func first(_ count: Int) async -> [Value] {
        let id = state.withLock { $0.makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    // Under the lock, so that a cancellation is seen here, or finds the continuation.
                    if Task.isCancelled || state.values.count >= count { return true }
                    state.waiting[id] = Waiting(count: count, continuation: continuation)
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { $0.waiting.removeValue(forKey: id) }
            waiting?.continuation.resume()
        }
        return Array(values.prefix(count))
    }

    func keep(_ source: Registration) { state.withLock { $0.source = source } }
}
