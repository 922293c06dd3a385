extension ProtocolDispatcherCenter {
    /// Calls those who are registered for a protocol, one after the other, and makes one result of theirs.
    ///
    /// A receiver that runs on another actor than this is called on is not called but reported to the center's error
    /// handler; `collect(_:_:running:)` reaches it. When a receiver throws, no more are called, and the error is thrown on.
    ///
    /// ```swift
    /// let isValid = center.collect((any Validator).self, .reduce(true) { $0 && $1 }) { $0.validate(form) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - rule: What to make of the results: `.all`, `.first`, `.firstNonNil()` or `.reduce`.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the call is written; leave it to the compiler.
    ///   - line: Where the call is written; leave it to the compiler.
    ///   - call: What to ask each.
    /// - Returns: What the rule makes of the results.
    /// - Throws: What the first receiver that throws does.
    @discardableResult
    public func collect<P, Result, Output, Failure: Error>(
        _ type: P.Type,
        _ rule: CallRule<Result, Output>,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ call: (P) throws(Failure) -> Result
    ) throws(Failure) -> Output {
        var results: [Result] = []
        let location = SourceLocation(fileID: fileID, line: line)
        let event = trace.begin(Trace.Subject(.call, of: type, at: location))
        defer { if let event { trace.end(event, .done) } }
        for listener in receivers(of: type) where isReady(listener, on: isolation, location) {
            var outcome: Swift.Result<Result, Failure>?
            ask(listener, location, event) { (receiver: P) in
                outcome = Swift.Result { () throws(Failure) in try call(receiver) }
            }
            guard let result = try outcome?.get() else { continue }
            results.append(result)
            if rule.isEnough(result, results.count) { break }
        }
        return rule.output(results)
    }

    /// Calls those who are registered for a protocol, one after the other, whether some throw or not.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - rule: What to make of the results of those who did not throw.
    ///   - policy: What becomes of the call when a receiver throws.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the call is written; leave it to the compiler.
    ///   - line: Where the call is written; leave it to the compiler.
    ///   - call: What to ask each.
    /// - Returns: What the rule makes of the results.
    /// - Throws: What a receiver throws, or `CallFailures`.
    @discardableResult
    public func collect<P, Result, Output>(
        _ type: P.Type,
        _ rule: CallRule<Result, Output>,
        failing policy: CallFailurePolicy,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ call: (P) throws -> Result
    ) throws -> Output {
        var tally = CallTally(rule, policy)
        let location = SourceLocation(fileID: fileID, line: line)
        let event = trace.begin(Trace.Subject(.call, of: type, at: location))
        defer { if let event { trace.end(event, .done) } }
        for listener in receivers(of: type) where !tally.isEnough && isReady(listener, on: isolation, location) {
            var outcome: Swift.Result<Result, any Error>?
            ask(listener, location, event) { (receiver: P) in outcome = Swift.Result { try call(receiver) } }
            if let outcome { try tally.add(outcome, failure(of: outcome, listener, location), onError) }
        }
        return try tally.output()
    }

    func failure<Result>(
        of outcome: Swift.Result<Result, any Error>, _ listener: Listener, _ location: SourceLocation
    ) -> CallFailure? {
        guard case .failure(let error) = outcome else { return nil }
        return failure(error, of: listener, from: location)
    }

    /// Whether a receiver may be called by whoever stands on this actor.
    private func isReady(_ listener: Listener, on actor: (any Actor)?, _ location: SourceLocation) -> Bool {
        guard listener.isActive else { return false }
        guard let queue = listener.queue else { return true }
        guard let actor, ObjectIdentifier(actor) == queue.actorID else {
            report(CallIsolationError(), of: listener, from: location)
            return false
        }
        // What waits was called before.
        queue.flush()
        return listener.isActive
    }

    /// Hands the receiver to the body, which does not throw; what lending throws is reported.
    private func ask<P>(
        _ listener: Listener, _ location: SourceLocation, _ event: Trace.Cause?, _ body: (P) -> Void
    ) {
        do {
            let isAlive = try listeners.readers.read {
                try event == nil
                    ? listener.lendReceiver(to: body)
                    : trace.record(listener.subject(from: location), because: event) { () throws in
                        try listener.lendReceiver(to: body)
                    }
            }
            if !isAlive { listeners.purge(listener, on: ObjectIdentifier(listener.type)) }
        } catch {
            report(error, of: listener, from: location)
        }
    }
}
