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

    /// Calls all receivers of a protocol, each on its actor, and makes one result of theirs.
    ///
    /// A receiver that is cancelled or dies before it is reached is not called. Cancelling the task cancels the
    /// receivers that run, and no more are called; then this throws `CancellationError`.
    ///
    /// ```swift
    /// let prices = try await center.collect((any Shop).self, .all, running: .sideBySide) { try await $0.price(of: item) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - rule: What to make of the results, which come in the order of the receivers either way.
    ///   - order: Whether receivers run one after the other or side by side; then a rule that needs some results only is
    ///     applied when all have returned.
    ///   - policy: What becomes of the call when a receiver throws. Stopping cancels those that run.
    ///   - fileID: Where the call is written; leave it to the compiler.
    ///   - line: Where the call is written; leave it to the compiler.
    ///   - call: What to ask each; it begins on the receiver's actor.
    /// - Returns: What the rule makes of the results.
    /// - Throws: What a receiver throws, `CallFailures`, or `CancellationError`.
    @discardableResult
    public func collect<P, Result: Sendable, Output>(
        _ type: P.Type,
        _ rule: CallRule<Result, Output>,
        running order: CallOrder,
        failing policy: CallFailurePolicy = .stopAtFirst,
        fileID: StaticString = #fileID, line: Int = #line,
        _ call: @escaping @Sendable (P) async throws -> Result
    ) async throws -> Output {
        let location = SourceLocation(fileID: fileID, line: line)
        let event = trace.begin(Trace.Subject(.call, of: type, at: location, in: hub.name))
        let receivers = receivers(of: type)
        defer { if let event { trace.end(event, receivers.isEmpty ? .unreceived : .done) } }
        let asking = CallQuestion(hub: hub, location: location, event: event, call: call)
        var tally = CallTally(rule: rule, policy: policy, onError: onError)
        if order == .sideBySide {
            let outcomes = try await asking.outcomes(of: receivers, stopping: policy == .stopAtFirst)
            for (receiver, outcome) in zip(receivers, outcomes) {
                if let outcome { _ = try tally.add(outcome, of: receiver, from: location) }
            }
        } else {
            for receiver in receivers {
                try Task.checkCancellation()
                guard let outcome = await asking.outcome(of: receiver) else { continue }
                guard try tally.add(outcome, of: receiver, from: location) else { break }
            }
        }
        try Task.checkCancellation()
        return try tally.output()
    }

    var trace: Trace { hub.trace }

    /// The receivers of a protocol, in the order in which they are called.
    func receivers(of type: any Any.Type) -> [Subscription] {
        guard let topic = hub.topic(ObjectIdentifier(type))?.object else { return [] }
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
                    let subject = hub.subject(.delivery, subscription.topic, at: location, to: subscription.location)
                    try trace.record(subject, because: event) { () throws in
                        try subscription.lend { (receiver: P) in goesOn = body(receiver, subscription) }
                    }
                } catch {
                    onError(DeliveryFailure(error, of: subscription, from: location))
                }
            }
        }
    }
}

/// A question to the receivers of a protocol.
private struct CallQuestion<P, Result: Sendable>: Sendable {
    typealias Outcome = Swift.Result<Result, any Error>

    let hub: Hub
    let location: SourceLocation
    let event: Trace.Cause?
    let call: @Sendable (P) async throws -> Result

    /// The outcomes of all receivers, which run side by side, in their order; `nil` of those that have ended.
    func outcomes(of receivers: [Subscription], stopping: Bool) async throws -> [Outcome?] {
        try await withThrowingTaskGroup(of: (Int, Outcome?).self) { group in
            for (index, receiver) in receivers.enumerated() {
                group.addTask { (index, await outcome(of: receiver)) }
            }
            var outcomes = [Outcome?](repeating: nil, count: receivers.count)
            for try await (index, outcome) in group {
                // Leaving the group cancels the others, and waits for them.
                if stopping, case .failure(let error)? = outcome { throw error }
                outcomes[index] = outcome
            }
            return outcomes
        }
    }

    /// What a receiver returns or throws, called on its actor; `nil` if it has ended.
    func outcome(of receiver: Subscription) async -> Outcome? {
        guard let queue = receiver.queue else { return await outcome(of: receiver, on: nil) }
        guard let actor = queue.liveActor else { return nil }
        return await outcome(of: receiver, on: actor)
    }

    private func outcome(of receiver: Subscription, on actor: isolated (any Actor)?) async -> Outcome? {
        // What waits was called before.
        receiver.queue?.flush()
        // Counted before it is looked whether it has ended: a thread that cancels it either finds it running, or is found.
        let running = receiver.currentHandler?.running
        guard let running else { return await countedOutcome(of: receiver, on: actor) }
        return await running.run { await countedOutcome(of: receiver, on: actor) }
    }

    private func countedOutcome(of subscription: Subscription, on actor: isolated (any Actor)?) async -> Outcome? {
        do {
            var receiver: P?
            try hub.readers.read { () throws in try subscription.lend { (lent: P) in receiver = lent } }
            guard let receiver else { return nil }
            let subject = hub.subject(.delivery, subscription.topic, at: location, to: subscription.location)
            return .success(try await hub.trace.record(subject, because: event) { try await call(receiver) })
        } catch {
            return .failure(error)
        }
    }
}
