public import Synchronization

// The files of this folder:
//
// - `Trace`: what a trace records, and who reads it. `TraceEvent`: what an event has.
// - `Trace+Recording`: how an event begins and ends. `TraceRing`: which events are kept.
// - `TraceContext`: how a trace goes on in another process.
// - `Trace+Tree`, `ChromeTrace`: how events are printed and written to files.

/// A record of what happens in a program, as causes and effects: posts, deliveries, sets, calls, requests, hooks and
/// routes.
///
/// A trace is off until it is started. A trace that is off costs one atomic load for each operation. While it is on,
/// each event is written into a ring buffer. The cause of an event is the event inside of which it happens: on the same
/// thread, in a task that is started there, or on an actor for which something was queued there.
///
/// ```swift
/// Trace.shared.start()
/// center.post(ItemAdded(name: "lamp"))
/// print(Trace.shared.tree)
/// ```
///
/// `chromeJSON` is the content of a file that Perfetto opens, `feed()` has the events from now on, and `log(_:)` prints
/// every event as it ends.
public final class Trace: Sendable {
    /// The default of all centers, hooks and routers.
    public static let shared = Trace()

    /// The innermost event of the current task or thread.
    @TaskLocal static var current: Cause?

    @usableFromInline let isStarted = Atomic(false)
    private let clock: @Sendable () -> Duration

    /// The time at which the trace was created, since the beginning of 1970 in UTC.
    ///
    /// An event began at `startTime + event.time`, unless the clock of the device was set since or the trace was given a clock.
    public let startTime: Duration

    /// The upper half of the identifier of all its events as a trace of several processes, and the number of its first span.
    ///
    /// Both are random: those of other traces are not likely to be the same.
    let number = UInt64.random(in: 1 ... .max)
    let firstSpan = UInt64.random(in: 0 ... .max / 2)

    private let capacity: Int
    let state = Protected(State())

    /// An event as the cause of others.
    @usableFromInline
    package struct Cause: Sendable {
        let trace: ObjectIdentifier?
        package let id: UInt64
        let context: TraceContext

        /// A Boolean value that indicates whether the event itself is muted, and this is its cause.
        var isMuted = false

        /// The cause of what a log does, which is not recorded.
        static let log = Cause(trace: nil, id: 0, context: .none)

        /// The cause of what a muted event with this cause leads to.
        var muted: Cause {
            var cause = self
            cause.isMuted = true
            return cause
        }
    }

    struct State: Sendable {
        /// `nil` until the trace is started for the first time.
        var ring: TraceRing?
        var details = TraceDetails.none
        var logs: [TraceLog] = []
        var muted = TraceMute()
        var callerContext: (@Sendable () -> (any Sendable)?)?
    }

    /// A Boolean value that indicates whether some events are muted.
    let isMuting = Atomic(false)

    /// A Boolean value that indicates whether events keep the context of their caller.
    let isKeepingContexts = Atomic(false)

    /// Creates a trace that is off.
    ///
    /// - Parameters:
    ///   - capacity: The number of events that are kept. Later ones overwrite the first. They take a quarter of a
    ///     kilobyte each, once the trace is started.
    ///   - now: The time that has passed, for tests. It is called on any thread, under no lock.
    public init(capacity: Int = 16_384, now: (@Sendable () -> Duration)? = nil) {
        precondition(capacity > 0, "a trace holds at least one event, and not \(capacity)")
        let start = ContinuousClock.now
        self.capacity = capacity
        clock = now ?? { .now - start }
        startTime = WallClock.now
    }

    /// The time that has passed since the trace was created, by the clock of its events.
    public var now: Duration { clock() }

    /// A Boolean value that indicates whether it records.
    @inlinable package var isOn: Bool { isStarted.load(ordering: .relaxed) }

    /// The events that it holds, in the order in which they began.
    ///
    /// Takes time linear in their number.
    public var events: [TraceEvent] { events(after: 0) }

    /// Returns the events that began after one of them, in the order in which they began.
    ///
    /// Takes time linear in their number. Events that were overwritten or cleared are missing.
    ///
    /// ```swift
    /// let id = trace.lastID
    /// messages.post(ItemAdded(name: "lamp"))
    /// let events = trace.events(after: id)
    /// ```
    ///
    /// - Parameter id: The number of the event; 0 for all events.
    /// - Returns: The events.
    public func events(after id: UInt64) -> [TraceEvent] {
        state.withLock { $0.ring?.events(after: id) ?? [] }
    }

    /// The number of the event that began last; 0 before the first one.
    ///
    /// Unlike `events`, it is not affected by `clear()`.
    public var lastID: UInt64 { state.withLock { $0.ring?.lastID ?? 0 } }

    /// Begins to record.
    ///
    /// - Parameter details: The description of values. By default, only the names of types and states are recorded.
    public func start(describing details: TraceDetails = .none) {
        // The details before are released outside of the lock.
        var details = details
        state.withLock { state in
            swap(&state.details, &details)
            if state.ring == nil { state.ring = TraceRing(capacity: capacity) }
        }
        isStarted.store(true, ordering: .relaxed)
    }

    /// Stops recording.
    ///
    /// Recorded events stay.
    public func stop() {
        isStarted.store(false, ordering: .relaxed)
    }

    /// Removes all recorded events.
    public func clear() {
        // The contexts of callers are released outside of the lock.
        _ = state.withLock { $0.ring?.clear() }
    }

    /// The events that are not recorded from now on.
    ///
    /// Events that follow from them are recorded, with the cause of the muted event as their cause. A muted event costs
    /// a fraction of a recorded one. Events that have begun already end as usual.
    public var muted: TraceMute {
        get { state.withLock { $0.muted } }
        set {
            isMuting.store(!newValue.isEmpty, ordering: .relaxed)
            // The sets before are released outside of the lock.
            var muted = newValue
            state.withLock { swap(&$0.muted, &muted) }
        }
    }

    /// Returns the context in which a caller runs, such as the span of a request in another tracing system.
    ///
    /// The trace calls it when an event without a cause begins, on the thread of that event and under no lock. The event keeps the
    /// result as its `callerContext`. By default it is `nil`, and costs nothing.
    ///
    /// ```swift
    /// Trace.shared.callerContext = { ServiceContext.current }
    /// ```
    public var callerContext: (@Sendable () -> (any Sendable)?)? {
        get { state.withLock { $0.callerContext } }
        set {
            isKeepingContexts.store(newValue != nil, ordering: .relaxed)
            // The closure before is released outside of the lock.
            var context = newValue
            state.withLock { swap(&$0.callerContext, &context) }
        }
    }

    /// The events that begin and end from now on, in batches.
    ///
    /// There can be any number of feeds. A feed that is read slowly does not slow down the traced code: events that are
    /// not read in time are overwritten, the oldest first, and counted as lost. A feed ends when its task is cancelled,
    /// and not when the trace stops. It neither starts nor stops the trace. Operations of a reader are recorded like
    /// all others.
    ///
    /// ```swift
    /// for await batch in Trace.shared.feed() { show(batch.began, batch.ended, lost: batch.lost) }
    /// ```
    ///
    /// - Parameter interval: The time after which a waiting reader looks for events again.
    /// - Returns: The feed, which begins here.
    public func feed(every interval: Duration = .milliseconds(50)) -> AsyncStream<TraceBatch> {
        let position = Protected(state.withLock { $0.ring?.changeCount ?? 0 })
        return AsyncStream { [self] in
            while !Task.isCancelled {
                let batch = position.withLock { position in
                    state.withLock { $0.ring?.batch(after: &position) ?? TraceBatch() }
                }
                if !batch.isEmpty { return batch }
                try? await Task.sleep(for: interval)
            }
            return nil
        }
    }

    /// Calls a function with every event as it ends, on the thread where it ends, beside all feeds and other logs.
    ///
    /// A log neither starts nor stops the trace. Operations of the function are not recorded.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - write: Called with each event. By default, a line is written to standard error.
    /// - Returns: The token of the log. The log ends when it is cancelled or released.
    public func log(
        fileID: StaticString = #fileID, line: Int = #line,
        _ write: (@Sendable (TraceEvent) -> Void)? = nil
    ) -> Registration {
        let location = SourceLocation(fileID: fileID, line: line)
        let log = TraceLog(at: location, write ?? { writeToStandardError("\($0)") }) { [self] log in
            state.withLock { $0.logs.removeAll { $0 === log } }
        }
        state.withLock { $0.logs.append(log) }
        return Registration(of: log)
    }
}

/// The way in which a trace describes the values that it records.
///
/// ```swift
/// Trace.shared.start(describing: .short)
/// ```
///
/// A text is made on the thread that posts or sets, outside of all locks. A value is printed as `print` does, and cut
/// at the limit. For a large value, such as a state of 10 MB, write a description of your own that prints less.
public struct TraceDetails: Sendable {
    /// Describes no values.
    public static let none = TraceDetails(limit: 0)

    /// Prints at most 200 bytes of each value.
    public static let short = TraceDetails(limit: 200)

    /// The number of bytes of an error, which is recorded also by a trace that describes no values.
    private static let outcomeLimit = 1_000

    let limit: Int
    private let describe: @Sendable (any Sendable) -> String?

    /// Creates a description of your own.
    ///
    /// - Parameters:
    ///   - limit: The largest number of bytes of UTF-8 of each value, without the mark of what was cut.
    ///   - describe: Returns the text for a value, such as that of a secret, or `nil` for the usual one.
    public init(limit: Int, _ describe: @escaping @Sendable (any Sendable) -> String? = { _ in nil }) {
        precondition(limit >= 0, "a text of \(limit) bytes cannot be made")
        self.limit = limit
        self.describe = describe
    }

    /// The descriptions of errors and other outcomes, with a limit of their own.
    var outcomes: TraceDetails { TraceDetails(limit: Self.outcomeLimit, describe) }

    /// Returns the text of a value, cut at the limit.
    func text(of value: any Sendable) -> String {
        let text = describe(value) ?? "\(value)"
        guard text.utf8.count > limit else { return text }
        // The slice ends before a character that would be cut in two.
        return text[..<text.utf8.index(text.startIndex, offsetBy: limit)] + "…"
    }
}

/// The events that a trace leaves out.
///
/// ```swift
/// Trace.shared.muted = TraceMute(kinds: [.delivery], subjects: ["Tick"])
/// ```
public struct TraceMute: Sendable, Hashable {
    /// The kinds of events that are not recorded.
    public var kinds: Set<TraceEvent.Kind>

    /// The subjects whose events are not recorded, as `TraceEvent.subject` has them.
    public var subjects: Set<String>

    /// Leaves out the events of some kinds, and those of some subjects.
    public init(kinds: Set<TraceEvent.Kind> = [], subjects: Set<String> = []) {
        self.kinds = kinds
        self.subjects = subjects
    }

    var isEmpty: Bool { kinds.isEmpty && subjects.isEmpty }

    /// Returns whether it leaves out an event.
    func contains(_ event: TraceEvent) -> Bool {
        kinds.contains(event.kind) || !subjects.isEmpty && subjects.contains(event.subject)
    }
}
