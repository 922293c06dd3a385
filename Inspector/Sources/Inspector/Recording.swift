import Dispatchers
import Hooks
import Synchronization

/// The recording of one trace, which pages read and control.
final class Recording: Sendable {
    /// The number of bytes that are kept of each value.
    static let valueLimit = 2_000

    let trace: Trace

    /// The streams that may be open at once.
    let streams = Places(4)
    private let state: Mutex<State>

    private struct State: Sendable {
        var recorder: Recorder

        /// The time at which it began to record; `nil` while it does not.
        var startTime: Duration?

        /// The hook that records calls of join points, while it runs.
        var joinPoints: Registration?

        /// Changes with everything that pages show of the recording.
        var version = 0
        var rate = CommandRate()
    }

    init(of trace: Trace, into recorder: Recorder = Recorder()) {
        self.trace = trace
        state = Mutex(State(recorder: recorder))
    }

    /// A Boolean value that indicates whether events are recorded.
    var isRunning: Bool { startTime != nil }

    /// The time at which it began to record; `nil` while it does not.
    var startTime: Duration? { state.withLock { $0.startTime } }

    /// The time since the beginning of the trace.
    var now: Duration { trace.now }

    /// The number of changes of what pages show of the recording.
    var version: Int { state.withLock { $0.version } }

    /// Begins to record at the source.
    func start() {
        trace.start(describing: Self.details)
        let startTime = now
        replaceHook(by: Pointcut<Any>.all.tracing(in: trace)) { state in
            state.startTime = state.startTime ?? startTime
        }
    }

    /// Stops recording at the source: the app pays for nothing any more.
    func stop() {
        trace.stop()
        replaceHook(by: nil) { state in state.startTime = nil }
    }

    /// Changes the state together with the hook that records calls of join points.
    private func replaceHook(by hook: Registration?, _ change: (inout State) -> Void) {
        var hook = hook
        state.withLock { state in
            swap(&state.joinPoints, &hook)
            state.version += 1
            change(&state)
        }
        // Outside of the lock: cancelling calls other code.
        hook?.cancel()
    }

    /// Removes all events, also those that have begun and are not taken from the trace yet.
    func clear() {
        let last = trace.lastID
        trace.clear()
        state.withLock { $0.recorder.clear(upTo: last) }
    }

    /// The recorded events as the content of a file.
    var chromeJSON: String {
        let events = state.withLock { $0.recorder.events }
        return Trace.chromeJSON(of: events.map(\.record), since: trace.startTime)
    }

    /// Leaves out events at the source.
    func mute(_ muted: TraceMute) {
        trace.muted = muted
        state.withLock { $0.version += 1 }
    }

    /// Reads the trace until the task is cancelled.
    func follow(_ feed: AsyncStream<TraceBatch>) async {
        for await batch in feed { state.withLock { $0.recorder.take(batch) } }
    }

    /// The position before the oldest event.
    var oldestPosition: Recorder.Position { state.withLock { $0.recorder.start } }

    /// Returns the changes after a position.
    func changes(after position: inout Recorder.Position) -> Recorder.Changes {
        var next = position
        let changes = state.withLock { $0.recorder.changes(after: &next) }
        position = next
        return changes
    }

    /// The event of a number, unless it was overwritten.
    func event(_ id: UInt64) -> RecordedEvent? { state.withLock { $0.recorder.event(id) } }

    /// Counts a command.
    ///
    /// - Returns: Whether it may be carried out.
    func admitCommand(at now: Duration) -> Bool { state.withLock { $0.rate.admit(at: now) } }

    /// The texts of values: within a limit, and without what is redacted.
    private static let details = TraceDetails(limit: valueLimit + 3) { value in
        ValuePrinter.text(of: value, limit: valueLimit)
    }
}
