extension ProtocolDispatcherCenter {
    /// Calls those who are registered for a protocol, each on its actor, and makes one result of theirs.
    ///
    /// A receiver that is cancelled or dies before its turn is not called. Cancelling the task is passed on to the
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
    ///     applied when all have answered.
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
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ call: @escaping @Sendable (P) async throws -> Result
    ) async throws -> Output {
        let location = SourceLocation(fileID: fileID, line: line)
        let seats = receivers(of: type)
        let event = trace.begin(Trace.Subject(.call, of: type, at: location))
        defer { if let event { trace.end(event, .done) } }
        let asking = Asking(location: location, event: event)
        var tally = CallTally(rule, policy)
        if order == .oneByOne {
            for seat in seats where !tally.isEnough {
                try Task.checkCancellation()
                guard let outcome = await self.outcome(of: seat, call, asking) else { continue }
                try tally.add(outcome, failure(of: outcome, seat, location), onError)
            }
        } else {
            let outcomes = try await outcomes(of: seats, call, asking, stopping: policy.stops)
            for (seat, outcome) in zip(seats, outcomes) {
                if let outcome { try tally.add(outcome, failure(of: outcome, seat, location), onError) }
            }
        }
        try Task.checkCancellation()
        return try tally.output()
    }

    private typealias Outcome<Result> = Swift.Result<Result, any Error>

    /// The outcomes of all, in the order of the seats.
    private func outcomes<P, Result: Sendable>(
        of seats: [Listener], _ call: @escaping @Sendable (P) async throws -> Result, _ asking: Asking, stopping: Bool
    ) async throws -> [Outcome<Result>?] {
        try await withThrowingTaskGroup(of: (Int, Outcome<Result>?).self) { group in
            for (index, seat) in seats.enumerated() {
                group.addTask { (index, await self.outcome(of: seat, call, asking)) }
            }
            var outcomes = [Outcome<Result>?](repeating: nil, count: seats.count)
            for try await (index, outcome) in group {
                // Leaving the group cancels the others, and waits for them.
                if stopping, case .failure(let error)? = outcome { throw error }
                outcomes[index] = outcome
            }
            return outcomes
        }
    }

    /// Where it is asked, and what the trace says of it.
    private struct Asking: Sendable {
        let location: SourceLocation
        let event: Trace.Cause?
    }

    /// What a receiver answers, called on its actor; `nil` when there is none any more.
    private func outcome<P, Result: Sendable>(
        of seat: Listener, _ call: @escaping @Sendable (P) async throws -> Result, _ asking: Asking
    ) async -> Outcome<Result>? {
        guard let queue = seat.queue else { return await Self.outcome(of: seat, call, asking, in: self, on: nil) }
        guard let actor = queue.liveActor else { return nil }
        return await Self.outcome(of: seat, call, asking, in: self, on: actor)
    }

    private static func outcome<P, Result: Sendable>(
        of seat: Listener, _ call: @escaping @Sendable (P) async throws -> Result, _ asking: Asking,
        in center: ProtocolDispatcherCenter,
        on actor: isolated (any Actor)?
    ) async -> Outcome<Result>? {
        // What waits was called before.
        seat.queue?.flush()
        guard let running = seat.running else {
            return await countedOutcome(of: seat, call, asking, in: center, on: actor)
        }
        // Counted before it is looked whether it has ended: who ends it either finds it running, or is found.
        return await running.run { await countedOutcome(of: seat, call, asking, in: center, on: actor) }
    }

    private static func countedOutcome<P, Result: Sendable>(
        of seat: Listener, _ call: @escaping @Sendable (P) async throws -> Result, _ asking: Asking,
        in center: ProtocolDispatcherCenter,
        on actor: isolated (any Actor)?
    ) async -> Outcome<Result>? {
        guard seat.isActive else { return nil }
        do {
            var receiver: P?
            guard try seat.lendReceiver(to: { (lent: P) in receiver = lent }), let receiver else {
                center.listeners.purge(seat, on: ObjectIdentifier(seat.type))
                return nil
            }
            guard let event = asking.event else { return .success(try await call(receiver)) }
            let delivery = center.trace.begin(seat.subject(from: asking.location), because: event)
            let outcome: Outcome<Result>
            do {
                outcome = .success(try await center.trace.within(delivery) { try await call(receiver) })
                if let delivery { center.trace.end(delivery, .done) }
            } catch {
                outcome = .failure(error)
                if let delivery { center.trace.end(delivery, .failed("\(error)")) }
            }
            return outcome
        } catch {
            return .failure(error)
        }
    }
}

/// How several receivers run that are waited for.
public struct CallOrder: Sendable, Hashable {
    private let isSideBySide: Bool

    /// One after the other, in their order.
    public static let oneByOne = Self(isSideBySide: false)

    /// All at once.
    public static let sideBySide = Self(isSideBySide: true)
}
