import SignalboxCore

/// The receivers of an asynchronous call, and the way to ask each.
struct AsyncCollection<Value: Sendable>: Sendable {
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
