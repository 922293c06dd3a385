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
