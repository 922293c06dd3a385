import Synchronization

// What the centers, hooks and routers record.
extension Trace {
    /// The innermost event of this trace that the current task or thread is in, to be kept with work that is left for
    /// later.
    package var cause: Cause? { Self.current.flatMap { $0.trace == ObjectIdentifier(self) ? $0 : nil } }

    /// Begins an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - cause: Its cause, unless that is the event that the current task or thread is in.
    ///   - remote: The context that another process sent.
    /// - Returns: The event as a cause. `nil` while the trace is off.
    @inlinable
    package func begin(
        _ event: @autoclosure () -> TraceEvent, because cause: Cause? = nil, continuing remote: TraceContext? = nil
    ) -> Cause? {
        isOn ? record(event(), because: cause, continuing: remote) : nil
    }

    @usableFromInline
    package func record(_ event: TraceEvent, because cause: Cause?, continuing remote: TraceContext?) -> Cause? {
        guard Self.current?.id != Cause.log.id else { return nil }
        let cause = cause ?? self.cause
        if isMuting.load(ordering: .relaxed), muted.contains(event) { return cause?.muted }
        var event = event
        event.cause = cause?.id
        if let remote { event.values = [remote.traceparent] }
        event.time = now
        event.thread = ThreadNumber.current
        if cause == nil, isKeepingContexts.load(ordering: .relaxed) {
            event.caller = callerContext?().map { CallerContext($0) }
        }
        let parent = remote ?? cause?.context
        // The context of an overwritten event is released outside of the lock.
        let (begun, _) = state.withLock { state -> (Cause?, CallerContext?) in
            guard let id = state.ring?.nextID else { return (nil, nil) }
            let span = firstSpan + id
            event.id = id
            event.context = parent?.child(span) ?? TraceContext(high: number, low: span, span: span)
            let overwritten = state.ring?.begin(event)
            return (Cause(trace: ObjectIdentifier(self), id: id, context: event.context), overwritten)
        }
        return begun
    }

    /// Ends an event, unless it never began.
    package func end(_ event: Cause?, _ outcome: TraceEvent.Outcome = .done) {
        guard let event, !event.isMuted else { return }
        let time = now
        let logged = state.withLock { state -> (TraceEvent, [TraceLog])? in
            state.ring?.end(event.id, outcome, at: time)
            if state.logs.isEmpty { return nil }
            return state.ring?.event(event.id).map { ($0, state.logs) }
        }
        guard let (ended, logs) = logged else { return }
        Self.$current.withValue(.log) {
            for log in logs { log.receive(ended) }
        }
    }

    /// Notes how an event will have ended.
    ///
    /// The end of the event as done does not replace that outcome.
    package func mark(_ event: Cause?, _ outcome: TraceEvent.Outcome) {
        guard let event, !event.isMuted else { return }
        state.withLock { $0.ring?.end(event.id, outcome) }
    }

    /// Adds some values to an event as texts, if the trace describes values.
    package func describe(_ event: Cause?, _ values: @autoclosure () -> [any Sendable]) {
        guard let event, !event.isMuted else { return }
        let details = state.withLock { $0.details }
        if details.limit == 0 { return }
        let texts = values().map(details.text(of:))
        state.withLock { $0.ring?.describe(event.id, texts) }
    }

    /// Returns the text of an error or of another value that is an outcome, as the trace describes values.
    package func text(of value: any Sendable) -> String {
        state.withLock { $0.details }.outcomes.text(of: value)
    }

    /// Calls a body inside of an event, which is the cause of all that happens in the body.
    @inlinable
    package func within<Result>(_ event: Cause?, _ body: () throws -> Result) rethrows -> Result {
        guard let event else { return try body() }
        return try enter(event, body)
    }

    @usableFromInline
    package func enter<Result>(_ event: Cause, _ body: () throws -> Result) rethrows -> Result {
        try Self.$current.withValue(event, operation: body)
    }
}

/// Events around a body.
extension Trace {
    /// The context of the current event; `nil` outside of all events, and while the trace is off.
    public var context: TraceContext? { isOn ? cause?.context : nil }

    /// Records a body as an event of your own, the cause of all that happens in it.
    ///
    /// - Parameters:
    ///   - name: The name of the work of the body.
    ///   - context: The context that another process sent. The event belongs to that trace then, and the context is its detail.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: The body to record. An error that it throws is the outcome.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    public func span<Result, Failure>(
        _ name: String, continuing context: TraceContext? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let event = TraceEvent(.span, of: name, at: SourceLocation(fileID: fileID, line: line))
        return try run(begin(event, continuing: context), body)
    }

    /// Records an asynchronous body as an event of your own, the cause of all that happens in it.
    ///
    /// - Parameters:
    ///   - name: The name of the work of the body.
    ///   - context: The context that another process sent. The event belongs to that trace then, and the context is its detail.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: The body to record, which runs on the caller's actor. An error that it throws is the outcome.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    public nonisolated(nonsending) func span<Result>(
        _ name: String, continuing context: TraceContext? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let event = TraceEvent(.span, of: name, at: SourceLocation(fileID: fileID, line: line))
        return try await run(begin(event, continuing: context), body)
    }

    /// Calls a body inside of an event that has begun, and ends the event.
    ///
    /// An error of the body is the outcome.
    ///
    /// Work that the body leaves for later has to keep its cause itself.
    @inlinable
    package func run<Result, Failure: Error>(
        _ event: Cause?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let event else { return try body() }
        return try runRecorded(event, body)
    }

    @usableFromInline
    package func runRecorded<Result, Failure: Error>(
        _ event: Cause, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // `withValue` does not say which error is thrown, so none is thrown through it.
        let result = Self.$current.withValue(event) { Swift.Result { () throws(Failure) in try body() } }
        switch result {
        case .success: end(event)
        case .failure(let error): end(event, .failed(text(of: error)))
        }
        return try result.get()
    }

    /// Calls an asynchronous body inside of an event that has begun, and ends the event.
    package nonisolated(nonsending) func run<Result>(
        _ event: Cause?, _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        guard let event else { return try await body() }
        do {
            let value = try await Self.with(event, isolation: #isolation, body)
            end(event)
            return value
        } catch {
            end(event, .failed(text(of: error)))
            throw error
        }
    }

    /// Calls a body with an event as the current one.
    ///
    /// The closure captures the isolation. Without that it would leave the actor of the caller.
    private static func with<Result>(
        _ event: Cause, isolation: isolated (any Actor)?, _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await $current.withValue(event) {
            _ = isolation
            return try await body()
        }
    }
}

/// A function that a trace calls with every event as it ends.
final class TraceLog: Cancellable {
    let location: SourceLocation
    private let write: @Sendable (TraceEvent) -> Void
    private let remove: @Sendable (TraceLog) -> Void
    private let isCancelled = Atomic(false)
    private let running = RunningCalls()

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - location: The source location of the log.
    ///   - write: Called with each event.
    ///   - remove: Removes the log from its trace.
    init(
        at location: SourceLocation, _ write: @escaping @Sendable (TraceEvent) -> Void,
        removing remove: @escaping @Sendable (TraceLog) -> Void
    ) {
        self.location = location
        self.write = write
        self.remove = remove
    }

    /// Calls the function with an event, unless the log was cancelled.
    func receive(_ event: TraceEvent) {
        // The call counts before the flag is read: a thread that cancels either prevents the call, or waits for it.
        running.counting {
            if !isCancelled.load(ordering: .sequentiallyConsistent) { write(event) }
        }
    }

    func cancel() {
        isCancelled.store(true, ordering: .sequentiallyConsistent)
        remove(self)
    }

    func drain() async { await running.wait() }
}
