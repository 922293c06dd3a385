import SignalboxCore

extension ProtocolDispatcherCenter {
    /// Calls all receivers of a protocol, each on its actor, and combines their results.
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
    ///   - rule: The rule that combines the results, which come in the order of the receivers either way.
    ///   - order: The order of receivers, one after the other or side by side; then a rule that needs some results only
    ///     is applied when all have returned.
    ///   - policy: The effect of a receiver that throws. Stopping cancels those that run.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - call: Asks a receiver. It begins on the receiver's actor.
    /// - Returns: The combined results.
    /// - Throws: The error of a receiver, `CallFailures`, or `CancellationError`.
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
        let event = trace.begin(TraceEvent(.call, of: type, at: location, in: hub.name))
        let receivers = hub.topics[ObjectIdentifier(type)].map { hub.subscriptions(of: $0.object) } ?? []
        defer { trace.end(event, receivers.isEmpty ? .unreceived : .done) }
        let trace = hub.trace
        let collection = AsyncCollection<Result>(receivers: receivers, location: location) { subscription in
            let delivery = subscription.hub.event(
                .delivery, of: subscription.topic, at: location, to: subscription.location)
            return await subscription.ask { (receiver: P) in
                try await trace.run(trace.begin(delivery, because: event)) { try await call(receiver) }
            }
        }
        let collected =
            switch order {
            case .oneByOne: await collection.askOneByOne(until: rule.ends, failing: policy)
            case .sideBySide: try await collection.askSideBySide(failing: policy)
            }
        try Task.checkCancellation()
        return try collected.output(by: rule, failing: policy) { hub.report($0, ofCallTo: type, at: location) }
    }
}

/// The order of asynchronous receivers.
public enum CallOrder: Sendable {
    /// One after the other, in their order.
    case oneByOne

    /// All at the same time.
    case sideBySide
}

/// The receivers of an asynchronous call, and the way to ask each.
private struct AsyncCollection<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, any Error>

    let receivers: [Subscription]
    let location: SourceLocation

    /// Asks a receiver; `nil` if its registration has ended.
    let ask: @Sendable (Subscription) async -> Outcome?

    /// Asks one receiver after the other.
    ///
    /// - Parameters:
    ///   - isEnough: Returns whether no other receiver need be asked after a result.
    ///   - policy: The effect of a receiver that throws.
    /// - Returns: The results and errors of the receivers that were asked.
    func askOneByOne(
        until isEnough: (Value) -> Bool, failing policy: CallFailurePolicy
    ) async -> CollectedResults<Value> {
        var collected = CollectedResults<Value>()
        var delivery = Delivery(to: .subscriptions(receivers), by: .direct, on: nil)
        await delivery.visit(about: nil) { receiver in
            if Task.isCancelled { return Delivery.Answer(isConsumed: true) }
            guard let outcome = await ask(receiver) else { return Delivery.Answer() }
            collected.add(outcome, of: receiver, from: location)
            switch outcome {
            case .success(let value): return Delivery.Answer(isReceived: true, isConsumed: isEnough(value))
            case .failure: return Delivery.Answer(isReceived: true, isConsumed: policy == .stopAtFirst)
            }
        }
        return collected
    }

    /// Asks all receivers at the same time.
    ///
    /// - Throws: The first error, if the policy is to stop there. The other receivers are cancelled then.
    func askSideBySide(failing policy: CallFailurePolicy) async throws -> CollectedResults<Value> {
        // Leaving the group cancels the receivers that run, and waits for them.
        let outcomes = try await withThrowingTaskGroup(of: (Int, Outcome?).self) { group in
            var outcomes: [Int: Outcome] = [:]
            for (index, receiver) in receivers.enumerated() { group.addTask { (index, await ask(receiver)) } }
            for try await (index, outcome) in group {
                if policy == .stopAtFirst, case .failure(let error)? = outcome { throw error }
                outcomes[index] = outcome
            }
            return outcomes
        }
        var collected = CollectedResults<Value>()
        for (index, receiver) in receivers.enumerated() {
            if let outcome = outcomes[index] { collected.add(outcome, of: receiver, from: location) }
        }
        return collected
    }
}

extension CollectedResults {
    fileprivate mutating func add(
        _ outcome: Swift.Result<Result, any Error>, of receiver: Subscription, from location: SourceLocation
    ) {
        switch outcome {
        case .success(let value): results.append(value)
        case .failure(let error): failures.append(DeliveryFailure(error, of: receiver, from: location))
        }
    }
}
