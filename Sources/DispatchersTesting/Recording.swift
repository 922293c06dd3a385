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
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        /// The registration that records into it.
        var source: Registration?
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
            let ready = state.waiting.filter { $0.count <= state.values.count }
            state.waiting.removeAll { $0.count <= state.values.count }
            return ready.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    /// Removes all recorded values.
    public func clear() {
        var values: [Value] = []
        state.withLock { swap(&$0.values, &values) }
    }

    /// Waits for values that come from work that no center knows of, such as a task that a handler starts.
    ///
    /// This method does not return before the values are there: give the test a time limit.
    ///
    /// - Parameter count: The number of values to wait for.
    /// - Returns: The first values, as many as were asked for.
    public func first(_ count: Int) async -> [Value] {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                let isReady = state.values.count >= count
                if !isReady { state.waiting.append((count, continuation)) }
                return isReady
            }
            if isReady { continuation.resume() }
        }
        return Array(values.prefix(count))
    }

    func keep(_ source: Registration) { state.withLock { $0.source = source } }
}
