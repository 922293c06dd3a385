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
        var results: [Result] = []
        try visit(type, on: isolation, at: SourceLocation(fileID: fileID, line: line)) {
            (receiver, _) throws(Failure) in
            let result = try call(receiver)
            results.append(result)
            return !rule.isEnough(result)
        }
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
        var tally = CallTally(rule: rule, policy: policy, hub: hub, location: location)
        try visit(type, on: isolation, at: location) { (receiver, subscription) throws(any Error) in
            try tally.add(Swift.Result { try call(receiver) }, of: subscription)
        }
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
        var tally = CallTally(rule: rule, policy: policy, hub: hub, location: location)
        let event = trace.begin(TraceEvent(.call, of: type, at: location, in: hub.name))
        let receivers = hub.receivers(of: type)
        defer { trace.end(event, receivers.isEmpty ? .unreceived : .done) }
        let ask = { @Sendable [hub] (receiver: Subscription) async -> Swift.Result<Result, any Error>? in
            let delivery = hub.subject(.delivery, receiver.topic, at: location, to: receiver.location)
            return await receiver.outcome(on: receiver.queue?.liveActor) { (receiver: P) in
                try await hub.trace.run(hub.trace.begin(delivery, because: event)) { try await call(receiver) }
            }
        }
        let isSideBySide = order == .sideBySide
        let outcomes = isSideBySide ? try await sideBySide(receivers, stopping: policy == .stopAtFirst, ask) : [:]
        for (index, receiver) in receivers.enumerated() {
            try Task.checkCancellation()
            guard let outcome = isSideBySide ? outcomes[index] : await ask(receiver) else { continue }
            if try !tally.add(outcome, of: receiver), !isSideBySide { break }
        }
        try Task.checkCancellation()
        return try tally.output()
    }

    /// Calls a body with each receiver that may be called on the current actor, until it returns `false` or throws.
    private func visit<P, Failure: Error>(
        _ type: P.Type, on actor: (any Actor)?, at location: SourceLocation,
        _ body: (P, Subscription) throws(Failure) -> Bool
    ) throws(Failure) {
        let event = trace.begin(TraceEvent(.call, of: type, at: location, in: hub.name))
        let receivers = hub.receivers(of: type)
        defer { trace.end(event, receivers.isEmpty ? .unreceived : .done) }
        let cause = DeliveryScope.current(on: CurrentThread.current)?.origin
        try hub.run(on: actor.map { ObjectIdentifier($0) }, because: cause) { _ throws(Failure) in
            var result = Swift.Result<Bool, Failure>.success(true)
            for subscription in receivers where subscription.isActive {
                if let queue = subscription.queue {
                    guard let actor, queue.liveActor === actor else {
                        let origin = Origin(of: subscription.topic, at: location, on: CurrentThread.current)
                        hub.reporting(origin) {
                            hub.policy.onError(DeliveryFailure(CallIsolationError(), of: subscription, from: location))
                        }
                        continue
                    }
                    // What waits in the queue was dispatched earlier.
                    queue.flush()
                }
                let delivery = hub.subject(.delivery, subscription.topic, at: location, to: subscription.location)
                try? trace.run(trace.begin(delivery, because: event)) { () throws in
                    try subscription.lend { (receiver: P) in
                        result = Swift.Result { () throws(Failure) in try body(receiver, subscription) }
                        _ = try result.get()
                    }
                }
                guard try result.get() else { return }
            }
        }
    }

    /// The outcomes of receivers that run at the same time, by their index.
    private func sideBySide<Value: Sendable>(
        _ receivers: [Subscription], stopping: Bool,
        _ ask: @escaping @Sendable (Subscription) async -> Result<Value, any Error>?
    ) async throws -> [Int: Result<Value, any Error>] {
        try await withThrowingTaskGroup { group in
            for (index, receiver) in receivers.enumerated() { group.addTask { (index, await ask(receiver)) } }
            var outcomes: [Int: Result<Value, any Error>] = [:]
            for try await (index, outcome) in group {
                // Leaving the group cancels the others, and waits for them.
                if stopping, case .failure(let error)? = outcome { throw error }
                outcomes[index] = outcome
            }
            return outcomes
        }
    }
}

/// How the results of several receivers are combined.
public struct CallRule<Result, Output>: Sendable {
    /// Whether to stop after this result.
    var isEnough: @Sendable (Result) -> Bool = { _ in false }
    let output: @Sendable ([Result]) -> Output

    /// Combines all results, in the order of the receivers.
    public static func reduce(
        _ initial: Output, _ combine: @escaping @Sendable (Output, Result) -> Output
    ) -> Self where Output: Sendable {
        Self(output: { $0.reduce(initial, combine) })
    }

    /// The first result that is not `nil`; later receivers are not called.
    public static func firstNonNil<Wrapped>() -> Self where Result == Wrapped?, Output == Wrapped? {
        Self(isEnough: { $0 != nil }, output: { $0.lazy.compactMap { $0 }.first })
    }
}

extension CallRule where Output == [Result] {
    /// All results, in the order of the receivers.
    public static var all: Self { Self(output: { $0 }) }
}

extension CallRule where Output == Result? {
    /// The result of the first receiver; others are not called.
    public static var first: Self { Self(isEnough: { _ in true }, output: { $0.first }) }
}

/// What happens when a receiver throws.
public enum CallFailurePolicy: Sendable {
    /// Calls no other receiver, and throws the error.
    case stopAtFirst

    /// Calls the others, and then throws `CallFailures`.
    case throwAtEnd

    /// Calls the others, and calls the center's error handler.
    case report
}

/// The order of asynchronous receivers.
public enum CallOrder: Sendable {
    /// One after the other, in their order.
    case oneByOne

    /// All at the same time.
    case sideBySide
}

/// The results of a call so far, and its failures.
private struct CallTally<Value, Output> {
    let rule: CallRule<Value, Output>
    let policy: CallFailurePolicy
    let hub: Hub
    let location: SourceLocation
    var results: [Value] = []
    var failures: [DeliveryFailure] = []

    /// Adds what a receiver returned or threw; throws that where the policy says so.
    ///
    /// - Returns: Whether more receivers need be called.
    mutating func add(_ outcome: Result<Value, any Error>, of subscription: Subscription) throws -> Bool {
        do {
            let result = try outcome.get()
            results.append(result)
            return !rule.isEnough(result)
        } catch {
            if policy == .stopAtFirst { throw error }
            failures.append(DeliveryFailure(error, of: subscription, from: location))
            return true
        }
    }

    /// What the rule makes of the results, unless the policy is to throw the failures.
    func output() throws -> Output {
        if policy == .throwAtEnd, !failures.isEmpty { throw CallFailures(failures: failures) }
        for failure in failures { hub.policy.onError(failure) }
        return rule.output(results)
    }
}
