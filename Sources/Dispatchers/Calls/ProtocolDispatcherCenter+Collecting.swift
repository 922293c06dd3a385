extension ProtocolDispatcherCenter {
    /// Calls all receivers of a protocol, one after the other, and makes one result of theirs.
    ///
    /// A receiver that runs on another actor than this is called on is not called but reported to the center's error
    /// handler; `collect(_:_:running:)` reaches it. When a receiver throws, no more are called, and the error is thrown on. A
    /// call to which too many others led is refused and reported: then no receiver is called.
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
        var errors: [Failure] = []
        do {
            return try collect(type, rule, failing: .stopAtFirst, isolation: isolation, fileID: fileID, line: line) {
                do throws(Failure) {
                    return try call($0)
                } catch {
                    errors.append(error)
                    throw error
                }
            }
        } catch {
            throw errors[0]
        }
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
        var (results, failures) = ([Result](), [DeliveryFailure]())
        visit(type, on: isolation, at: location) { receiver in
            let result = try call(receiver)
            results.append(result)
            if rule.ends(with: result) { hub.consume() }
        } onError: { error, receiver in
            hub.fail(error)
            failures.append(DeliveryFailure(error, of: "\(type)", for: receiver, from: location))
            if policy == .stopAtFirst { hub.consume() }
        }
        return try rule.output(of: results, failures, policy, in: hub)
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
        var (results, failures) = ([Result](), [DeliveryFailure]())
        let event = trace.begin(TraceEvent(.call, of: type, at: location, in: hub.name))
        let receivers = hub.topics[ObjectIdentifier(type)].map { hub.subscriptions(of: $0.object) } ?? []
        defer { trace.end(event, receivers.isEmpty ? .unreceived : .done) }
        typealias Outcome = Swift.Result<Result, any Error>
        let ask = { @Sendable [hub] (receiver: Subscription) async -> Outcome? in
            let delivery = hub.subject(.delivery, receiver.topic, at: location, to: receiver.location)
            return await receiver.outcome(on: receiver.queue?.liveActor) { (receiver: P) in
                try await hub.trace.run(hub.trace.begin(delivery, because: event)) { try await call(receiver) }
            }
        }
        // Leaving the group cancels those that run, and waits for them.
        let outcomes = try await withThrowingTaskGroup(of: (Int, Outcome?).self) { group in
            var outcomes: [Int: Outcome] = [:]
            for (index, receiver) in receivers.enumerated() {
                try Task.checkCancellation()
                group.addTask { (index, await ask(receiver)) }
                if order == .sideBySide, index < receivers.count - 1 { continue }
                for try await (index, outcome) in group {
                    if policy == .stopAtFirst, case .failure(let error)? = outcome { throw error }
                    outcomes[index] = outcome
                }
                if order == .oneByOne, case .success(let result)? = outcomes[index], rule.ends(with: result) { break }
            }
            return outcomes
        }
        for (index, receiver) in receivers.enumerated() {
            switch outcomes[index] {
            case .success(let result)?: results.append(result)
            case .failure(let error)?: failures.append(DeliveryFailure(error, of: receiver, from: location))
            case nil: continue
            }
        }
        try Task.checkCancellation()
        return try rule.output(of: results, failures, policy, in: hub)
    }

    /// Calls all receivers that may be called on the current actor with closures that do not escape.
    private func visit<P>(
        _ type: P.Type, on actor: (any Actor)?, at location: SourceLocation, _ body: (P) throws -> Void,
        onError: (any Error, SourceLocation) -> Void
    ) {
        withoutActuallyEscaping(body) { body in
            withoutActuallyEscaping(onError) { onError in
                let call = Call<P>(body: body, onError: onError)
                Lent.lend(call) { hub.call($0, to: type, on: actor, isConfined: true, at: location) }
            }
        }
    }
}

/// How the results of several receivers are combined.
public struct CallRule<Result, Output>: Sendable {
    /// Whether to stop after this result; `nil` where all are needed.
    var isEnough: (@Sendable (Result) -> Bool)?
    let output: @Sendable ([Result]) -> Output

    /// Whether no more receivers need be called.
    fileprivate func ends(with result: Result) -> Bool { isEnough?(result) ?? false }

    /// What it makes of the results, unless the policy is to throw what receivers threw.
    fileprivate func output(
        of results: [Result], _ failures: [DeliveryFailure], _ policy: CallFailurePolicy, in hub: Hub
    ) throws -> Output {
        if policy == .stopAtFirst, let first = failures.first { throw first.error }
        if policy == .throwAtEnd, !failures.isEmpty { throw CallFailures(failures: failures) }
        for failure in failures { hub.policy.onError(failure) }
        return output(results)
    }

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
