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
    private let recorded = WatchedValue<[Value]>([])

    /// The registration that records into it.
    private let source = Protected<Registration?>(nil)

    private let patience: Patience

    /// Creates an empty recording.
    public convenience init() {
        self.init(waitingWith: .usual)
    }

    package init(waitingWith patience: Patience) {
        self.patience = patience
    }

    /// The recorded values, in order.
    public var values: [Value] { recorded.withLock { $0 } }

    /// Records a value, as a fake does when it is called.
    public func append(_ value: Value) {
        recorded.withLock { $0.append(value) }
    }

    /// Removes all recorded values.
    public func clear() {
        var values: [Value] = []
        recorded.withLock { swap(&$0, &values) }
    }

    /// Waits for values that come from work that no center knows of, such as a task that a handler starts.
    ///
    /// Give the test a time limit. It cancels the task, and then this method returns the values that are there. After ten seconds, a
    /// warning of the test says how many are missing.
    ///
    /// - Parameters:
    ///   - count: The number of values to wait for.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: The first values, as many as were asked for; fewer in a cancelled task.
    public func first(_ count: Int, fileID: StaticString = #fileID, line: Int = #line) async -> [Value] {
        if values.count < count {
            let sentence: @Sendable () -> String = { [recorded] in
                "first(\(count)) of a Recording<\(Value.self)> waits; \(recorded.withLock { $0.count }) are recorded now."
            }
            await patience.wait(at: SourceLocation(fileID: fileID, line: line), for: sentence) {
                await recorded.wait { $0.count >= count }
            }
        }
        return Array(values.prefix(count))
    }

    func keep(_ source: Registration) { self.source.withLock { $0 = source } }
}
