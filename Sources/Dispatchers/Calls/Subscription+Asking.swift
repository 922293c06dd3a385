import SignalboxCore

extension Subscription {
    /// Calls the receiver asynchronously, on its actor.
    ///
    /// Calls that wait for the actor were made earlier, and come first.
    ///
    /// - Returns: The result or error of the call; `nil` if the registration has ended.
    func ask<P, Value: Sendable>(
        _ call: @Sendable (P) async throws -> Value
    ) async -> Result<Value, any Error>? {
        guard let queue else { return await ask(on: nil, call) }
        await queue.waitForAll()
        guard let actor = queue.liveActor else { return nil }
        return await ask(on: actor, call)
    }

    private func ask<P, Value: Sendable>(
        on actor: isolated (any Actor)?, _ call: @Sendable (P) async throws -> Value
    ) async -> Result<Value, any Error>? {
        // Counted before it is looked whether the registration has ended: a thread that cancels either finds the call running, or
        // the call finds that it has ended.
        let calls = currentHandler?.runningCalls ?? RunningCalls()
        return await calls.run {
            do {
                guard let receiver: P = try borrowReceiver() else { return nil }
                return .success(try await call(receiver))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Returns the receiver; `nil` if the registration has ended, or its owner was released.
    private func borrowReceiver<P>() throws -> P? {
        var receiver: P?
        try hub.run(on: nil) { _ throws in
            guard let handler = handlerForReader as? CallHandler<P> else { return }
            if try !handler.lend(to: { receiver = $0 }) { cancel() }
        }
        return receiver
    }
}
