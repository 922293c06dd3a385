public import Synchronization

/// A record of what happens in a program, as causes and effects: posts, deliveries, sets, calls, requests, hooks and routes.
///
/// A trace that is off, as it is until it is started, costs what is traced one atomic load. While it is on, each event
/// is written into a ring buffer. What happens inside of an event, on its thread, in a task that it starts or on an actor
/// that it leaves something to, has that event as its cause.
///
/// ```swift
/// Trace.shared.start()
/// center.post(ItemAdded(name: "lamp"))
/// print(Trace.shared.tree)
/// ```
///
/// `chromeJSON` is the content of a file that Perfetto opens, `feed()` has what is recorded from now on, and `log(_:)` prints
/// every event as it ends.
public final class Trace: Sendable {
    /// The default of all centers, hooks and routers.
    public static let shared = Trace()

    /// The cause of what happens now in this task or on this thread.
    @TaskLocal static var current: Cause?

    @usableFromInline let isStarted = Atomic(false)
    private let now: @Sendable () -> Duration

    // Those of other traces are not likely to have the same.
    private let number = UInt64.random(in: 1 ... .max)
    private let firstSpan = UInt64.random(in: 0 ... .max / 2)

    private let capacity: Int
    private let state = Protected(State())

    /// An event as the cause of others.
    package struct Cause: Sendable {
        fileprivate let trace: ObjectIdentifier?
        fileprivate let id: UInt64
        let context: TraceContext

        /// That of a log, whose effects are not recorded.
        fileprivate static let log = Cause(trace: nil, id: 0, context: .none)
    }

    private struct State: Sendable {
        /// `nil` until the trace is started for the first time.
        var ring: TraceRing?
        var details = TraceDetails.none
        var logs: [Log] = []
    }

    private final class Log: Sendable {
        let write: @Sendable (TraceEvent) -> Void

        init(_ write: @escaping @Sendable (TraceEvent) -> Void) { self.write = write }
    }

    /// Creates a trace that is off.
    ///
    /// - Parameters:
    ///   - capacity: How many events it holds; later ones overwrite the first. They take a quarter of a kilobyte each, once
    ///     the trace is started.
    ///   - now: The time that has passed, for tests; called on any thread, under no lock.
    public init(capacity: Int = 16_384, now: (@Sendable () -> Duration)? = nil) {
        precondition(capacity > 0, "a trace holds at least one event, and not \(capacity)")
        let start = ContinuousClock.now
        self.capacity = capacity
        self.now = now ?? { .now - start }
    }

    /// Whether it records.
    @inlinable package var isOn: Bool { isStarted.load(ordering: .relaxed) }

    /// The events that it holds, in the order in which they began.
    ///
    /// Takes time linear in their number.
    public var events: [TraceEvent] { state.withLock { $0.ring?.events ?? [] } }

    /// Begins to record.
    ///
    /// - Parameter details: How values are described. Unless they are, nothing but their types is recorded.
    public func start(describing details: TraceDetails = .none) {
        // The details before are released outside of the lock.
        var details = details
        state.withLock { state in
            swap(&state.details, &details)
            if state.ring == nil { state.ring = TraceRing(capacity: capacity) }
        }
        isStarted.store(true, ordering: .relaxed)
    }

    /// Records no more; what was recorded stays.
    public func stop() { isStarted.store(false, ordering: .relaxed) }

    /// Forgets what was recorded.
    public func clear() { state.withLock { $0.ring?.clear() } }

    /// What begins and ends from now on, in batches.
    ///
    /// There can be any number of feeds. One that is read slowly costs what is traced nothing: what is not read in time is
    /// overwritten, the oldest first, and counted as lost. A feed ends when its task is cancelled, and not when the trace
    /// stops. It neither starts nor stops the trace. What a reader does is recorded as everything is.
    ///
    /// ```swift
    /// for await batch in Trace.shared.feed() { show(batch.began, batch.ended, lost: batch.lost) }
    /// ```
    ///
    /// - Parameter interval: How often a reader that waits looks for events.
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

    /// Calls a function with every event as it ends, on the thread where it does, beside all feeds and other logs.
    ///
    /// It neither starts nor stops the trace. What the function causes is not recorded.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - write: Called with each event; it writes a line to standard error unless given.
    /// - Returns: The token of the log, which ends with it.
    public func log(
        fileID: StaticString = #fileID, line: Int = #line,
        _ write: (@Sendable (TraceEvent) -> Void)? = nil
    ) -> Registration {
        let log = Log(write ?? { writeToStandardError("\($0)") })
        state.withLock { $0.logs.append(log) }
        return Registration(at: SourceLocation(fileID: fileID, line: line)) { [self] in
            state.withLock { $0.logs.removeAll { $0 === log } }
        }
    }
}

extension Trace {
    /// The cause of what happens now: to be kept with what is left for later.
    package var cause: Cause? { Self.current.flatMap { $0.trace == ObjectIdentifier(self) ? $0 : nil } }

    /// Begins an event; `nil` while the trace is off.
    package func begin(
        _ event: @autoclosure () -> TraceEvent, because cause: Cause? = nil, continuing remote: TraceContext? = nil
    ) -> Cause? {
        guard isOn, Self.current?.id != 0 else { return nil }
        var event = event()
        let cause = cause ?? self.cause
        (event.cause, event.detail) = (cause?.id, remote?.traceparent)
        (event.time, event.thread) = (now(), CurrentThread.current.number)
        return state.withLock { state in
            guard let id = state.ring?.nextID else { return nil }
            let span = firstSpan + id
            event.id = id
            event.context =
                (remote ?? cause?.context)?.child(span) ?? TraceContext(high: number, low: span, span: span)
            state.ring?.begin(event)
            return Cause(trace: ObjectIdentifier(self), id: id, context: event.context)
        }
    }

    /// Ends an event, unless that never began.
    package func end(_ event: Cause?, _ outcome: TraceEvent.Outcome = .done) {
        guard let event else { return }
        let time = now()
        let logged = state.withLock { state -> (TraceEvent, [Log])? in
            state.ring?.end(event.id, outcome, at: time)
            return state.logs.isEmpty ? nil : state.ring?.event(event.id).map { ($0, state.logs) }
        }
        guard let (ended, logs) = logged else { return }
        Self.$current.withValue(.log) {
            for log in logs { log.write(ended) }
        }
    }

    /// Notes how an event will have ended; its end as done does not hide that.
    package func mark(_ event: Cause?, _ outcome: TraceEvent.Outcome) {
        guard let event else { return }
        state.withLock { $0.ring?.end(event.id, outcome) }
    }

    /// Adds what an event is about, as text, if values are described.
    package func describe(_ event: Cause?, _ values: @autoclosure () -> [any Sendable]) {
        guard let event else { return }
        let details = state.withLock { $0.details }
        if details.limit == 0 { return }
        let text = details.text(of: values())
        state.withLock { $0.ring?.describe(event.id, text) }
    }

    /// Makes an event the cause of what happens in a body.
    package func within<Result>(_ event: Cause?, _ body: () throws -> Result) rethrows -> Result {
        guard let event else { return try body() }
        return try Self.$current.withValue(event, operation: body)
    }
}
