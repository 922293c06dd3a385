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
        return try collected.output(by: rule, failing: policy, in: hub)
    }
}
