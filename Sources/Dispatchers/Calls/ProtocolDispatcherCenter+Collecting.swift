extension ProtocolDispatcherCenter {
    /// Calls all receivers of a protocol, one after the other, and makes one result of theirs.
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
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        _ call: (P) throws(Failure) -> Result
    ) throws(Failure) -> Output {
        var (results, failure) = ([Result](), Failure?.none)
        visit(type, on: isolation, at: SourceLocation(fileID: fileID, line: line)) { receiver, _ in
            do throws(Failure) {
                let result = try call(receiver)
                results.append(result)
                return !rule.isEnough(result, results.count)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return rule.output(results)
    }

    /// Calls all receivers of a protocol, one after the other, whether some throw or not.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - rule: What to make of the results of those that did not throw.
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
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        _ call: (P) throws -> Result
    ) throws -> Output {
        let location = SourceLocation(fileID: fileID, line: line)
        var tally = CallTally(rule: rule, policy: policy, onError: onError)
        var failure: (any Error)?
        visit(type, on: isolation, at: location) { receiver, subscription in
            do {
                return try tally.add(Swift.Result { try call(receiver) }, of: subscription, from: location)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return try tally.output()
    }

    var trace: Trace { hub.trace }

    /// The receivers of a protocol, in the order in which they are called.
    func receivers(of type: any Any.Type) -> [Subscription] {
        guard let topic = hub.topic(ObjectIdentifier(type))?.takeUnretainedValue() else { return [] }
        return hub.subscriptions(of: topic)
    }

    /// Calls a body with each receiver that may be called on the current actor, until it returns `false`.
    private func visit<P>(
        _ type: P.Type, on actor: (any Actor)?, at location: SourceLocation, _ body: (P, Subscription) -> Bool
    ) {
        let event = trace.begin(Trace.Subject(.call, of: type, at: location, in: hub.name))
        let receivers = receivers(of: type)
        defer { if let event { trace.end(event, receivers.isEmpty ? .unreceived : .done) } }
        hub.readers.read {
            var goesOn = true
            for subscription in receivers where goesOn && subscription.isActive {
                do {
                    if let queue = subscription.queue {
                        guard let actor, queue.belongs(to: actor) else { throw CallIsolationError() }
                        // What waits was called before.
                        queue.flush()
                    }
                    try traced(subscription, event, location) {
                        try subscription.lend { (receiver: P) in goesOn = body(receiver, subscription) }
                    }
                } catch {
                    onError(DeliveryFailure(error, of: subscription, from: location))
                }
            }
        }
    }

    private func traced(
        _ subscription: Subscription, _ event: Trace.Cause?, _ location: SourceLocation, _ body: () throws -> Void
    ) throws {
        guard let event else { return try body() }
        let subject = Trace.Subject(.delivery, of: subscription.topic.type, at: location, to: subscription.location)
        try trace.record(subject, because: event) { () throws in try body() }
    }
}
