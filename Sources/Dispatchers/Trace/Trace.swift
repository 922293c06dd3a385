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
/// `chromeJSON` is the content of a file that Perfetto opens, `traffic(of:)` lists senders and receivers, and
/// `start(logging:)` prints every event as it ends.
public final class Trace: Sendable {
    /// The default of all centers, hooks and routers.
    public static let shared = Trace()

    /// The cause of what happens now in this task or on this thread.
    @TaskLocal private static var current: Cause?

    @usableFromInline let isStarted = Atomic(false)
    private let now: @Sendable () -> Duration
    private let state: Protected<State>

    /// An event as the cause of others.
    package struct Cause: Sendable {
        fileprivate let trace: ObjectIdentifier
        fileprivate let id: UInt64
    }

    /// What an event is about.
    package struct Subject: Sendable {
        let kind: TraceEvent.Kind
        let name: String
        let location: SourceLocation
        let receiver: SourceLocation?

        package init(
            _ kind: TraceEvent.Kind, of name: String, at location: SourceLocation, to receiver: SourceLocation? = nil
        ) {
            (self.kind, self.name, self.location, self.receiver) = (kind, name, location, receiver)
        }

        package init(
            _ kind: TraceEvent.Kind, of type: any Any.Type, at location: SourceLocation,
            to receiver: SourceLocation? = nil
        ) {
            self.init(kind, of: String(describing: type), at: location, to: receiver)
        }
    }

    private struct State: Sendable {
        var ring: TraceRing
        var log: (@Sendable (TraceEvent) -> Void)?
    }

    /// Creates a trace that is off.
    ///
    /// - Parameter capacity: How many events it holds; later ones push out the first.
    public convenience init(capacity: Int = 4_096) {
        let clock = ContinuousClock()
        let start = clock.now
        self.init(capacity: capacity) { start.duration(to: clock.now) }
    }

    /// Creates a trace with a clock of one's own, as tests need it.
    ///
    /// - Parameters:
    ///   - capacity: How many events it holds; later ones push out the first.
    ///   - now: The time that has passed; called on any thread, under no lock.
    public init(capacity: Int = 4_096, now: @escaping @Sendable () -> Duration) {
        precondition(capacity > 0, "a trace holds at least one event, and not \(capacity)")
        self.now = now
        state = Protected(State(ring: TraceRing(capacity: capacity)))
    }

    /// Whether it records.
    @inline(__always)
    @inlinable package var isOn: Bool { isStarted.load(ordering: .relaxed) }

    /// The events that it holds, in the order in which they began.
    ///
    /// Takes time linear in their number.
    public var events: [TraceEvent] { state.withLock { $0.ring.events } }

    /// Begins to record.
    ///
    /// - Parameter log: Called with every event as it ends, on the thread where it does. What it causes is not recorded.
    public func start(logging log: (@Sendable (TraceEvent) -> Void)? = nil) {
        var log = log
        // The log before is released outside of the lock.
        state.withLock { swap(&$0.log, &log) }
        isStarted.store(true, ordering: .relaxed)
    }

    /// Begins to record, and writes a line to standard error for every event.
    public func startLogging() { start { writeToStandardError("\($0)") } }

    /// Records no more; what was recorded stays.
    public func stop() { isStarted.store(false, ordering: .relaxed) }

    /// Forgets what was recorded.
    public func clear() { state.withLock { $0.ring.clear() } }

    /// Who sent something and who received it, as far as it was recorded since the last `clear`, pushed out of the ring or
    /// not.
    ///
    /// - Parameter type: A message's type, a state's type, or a protocol as `(any P).self`.
    /// - Returns: Both, with how often each did; nobody where nothing was recorded.
    public func traffic(of type: any Any.Type) -> TraceTraffic { traffic(of: String(describing: type)) }

    /// Who sent something and who received it: the name of a type, of a hook, or a URL.
    public func traffic(of subject: String) -> TraceTraffic {
        state.withLock { $0.ring.traffic[subject] } ?? TraceTraffic(subject: subject)
    }
}

extension Trace {
    /// What is the cause of what happens now: to be kept with what is left for later.
    package var cause: Cause? {
        Self.current.flatMap { $0.trace == ObjectIdentifier(self) ? $0 : nil }
    }

    /// Records what a body does as one event, the cause of all that happens in it; an error that it throws is the outcome.
    ///
    /// What was left for later names its cause itself.
    package func record<Result, Failure: Error>(
        _ subject: Subject, because cause: Cause? = nil, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let event = begin(subject, because: cause) else { return try body() }
        // `withValue` does not say which error is thrown, so none is thrown through it.
        let result = Self.$current.withValue(event) { Swift.Result { () throws(Failure) in try body() } }
        switch result {
        case .success: end(event, .done)
        case .failure(let error): end(event, .failed("\(error)"))
        }
        return try result.get()
    }

    /// Records what an asynchronous body does as one event, the cause of all that happens in it.
    package nonisolated(nonsending) func record<Result>(
        _ subject: Subject, because cause: Cause? = nil,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        guard let event = begin(subject, because: cause) else { return try await body() }
        do {
            let value = try await within(event, body)
            end(event, .done)
            return value
        } catch {
            end(event, .failed("\(error)"))
            throw error
        }
    }

    /// Makes an event the cause of what happens in a body.
    package func within<Result>(_ event: Cause?, _ body: () throws -> Result) rethrows -> Result {
        guard let event else { return try body() }
        return try Self.$current.withValue(event, operation: body)
    }

    /// Makes an event the cause of what happens in an asynchronous body.
    package nonisolated(nonsending) func within<Result>(
        _ event: Cause?, _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        guard let event else { return try await body() }
        return try await Self.$current.withValue(event) { try await body() }
    }

    /// Records that something came to an end at the moment it began.
    package func note(_ subject: Subject, because cause: Cause? = nil, _ outcome: TraceEvent.Outcome) {
        if let event = begin(subject, because: cause) { end(event, outcome) }
    }

    /// Begins an event; `nil` while the trace is off.
    package func begin(_ subject: @autoclosure () -> Subject, because cause: Cause? = nil) -> Cause? {
        guard isOn, !TraceLog.isWriting else { return nil }
        let (subject, time, thread) = (subject(), now(), CurrentThread.Key.shared.current.number)
        let cause = (cause ?? self.cause)?.id
        let id = state.withLock { $0.ring.begin(subject, because: cause, at: time, on: thread) }
        return Cause(trace: ObjectIdentifier(self), id: id)
    }

    /// Ends an event.
    package func end(_ event: Cause, _ outcome: TraceEvent.Outcome) {
        let time = now()
        let (ended, log) = state.withLock { ($0.ring.end(event.id, outcome, at: time), $0.log) }
        guard let ended, let log else { return }
        TraceLog.$isWriting.withValue(true) { log(ended) }
    }
}

/// What keeps a log from being about itself.
private enum TraceLog {
    @TaskLocal static var isWriting = false
}
