import SignalboxCore

extension ObserverCenter {
    /// The current value and the later ones, as an asynchronous sequence that keeps the latest.
    ///
    /// The sequence observes from now on: a value that is set before it is iterated is not missed, unless another one
    /// follows. The sequence finishes when the center is closed or released; it ends the observation when its last copy
    /// and its last iterator are released, or when a task that iterates it is cancelled. Several iterators share the
    /// values.
    ///
    /// ```swift
    /// for await volume in center.values(of: .volume) { await speaker.play(at: volume) }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - options: The changes that are not delivered.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: The sequence, which observes already.
    public func values<Value>(
        of path: StatePath<Value>,
        options: StateOptions = [],
        fileID: StaticString = #fileID, line: Int = #line
    ) -> AsyncStream<Value> {
        let values = StateValues<Value>()
        let subscription = observe(
            path, StateValuesHandler(values), options,
            Subscription.Terms(location: SourceLocation(fileID: fileID, line: line)))
        // Released with the last copy and the last iterator of the stream.
        let registration = Registration(of: subscription, watched: false)
        return AsyncStream {
            let value = await values.next()
            if value == nil { registration.cancel() }
            return value
        }
    }
}

/// The latest value for the iterators of a sequence.
private final class StateValues<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value?
        var readers: [CheckedContinuation<Value?, Never>] = []
        var isFinished = false
        var droppedCount = 0
    }

    private let state = Protected(State())

    /// The number of values that wait, and of those that a newer one replaced.
    var counts: (waiting: Int, dropped: Int) { state.withLock { ($0.value == nil ? 0 : 1, $0.droppedCount) } }

    /// Gives a value to a waiting reader, or keeps it instead of the one before.
    func put(_ value: Value) {
        var old: Value?
        let reader = state.withLock { state -> CheckedContinuation<Value?, Never>? in
            if state.isFinished { return nil }
            if !state.readers.isEmpty { return state.readers.removeFirst() }
            if state.value != nil { state.droppedCount += 1 }
            old = state.value
            state.value = value
            return nil
        }
        reader?.resume(returning: value)
        withExtendedLifetime(old) {}
    }

    /// Returns the value that waits, or the next one; `nil` when there will be none any more.
    func next() async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let value = state.withLock { state -> Value?? in
                    if let value = state.value.take() { return value }
                    if state.isFinished { return .some(nil) }
                    state.readers.append(reader)
                    return nil
                }
                if let value { reader.resume(returning: value) }
            }
        } onCancel: {
            finish()
        }
    }

    /// Ends the sequence.
    ///
    /// A value that waits is still returned.
    func finish() {
        let readers = state.withLock { state in
            state.isFinished = true
            defer { state.readers = [] }
            return state.readers
        }
        for reader in readers { reader.resume(returning: nil) }
    }
}

/// The handler that gives values to a sequence.
private final class StateValuesHandler<Value: Sendable>: Handler {
    private let values: StateValues<Value>

    init(_ values: StateValues<Value>) {
        self.values = values
    }

    override func receive(_ value: ValueAddress) throws -> Bool {
        values.put(value.lend(as: StateChange<Value>.self) { $0.new })
        return true
    }

    override func describe(_ info: inout ObservationInfo) {
        let counts = values.counts
        info.form = .sequence
        info.waiting += counts.waiting
        info.dropped += counts.dropped
    }

    override func end() {
        values.finish()
    }
}
