extension Trace {
    /// Runs a body as an event that has begun, and ends that.
    package func run<Result, Failure: Error>(
        _ event: Cause?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let event else { return try body() }
        // `withValue` does not say which error is thrown, so none is thrown through it.
        let result = Self.$current.withValue(event) { Swift.Result { () throws(Failure) in try body() } }
        switch result {
        case .success: end(event)
        case .failure(let error): end(event, .failed(TraceDetails.errors.text(of: [error])))
        }
        return try result.get()
    }

    /// Runs an asynchronous body as an event that has begun, and ends that.
    package nonisolated(nonsending) func run<Result>(
        _ event: Cause?, _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        guard let event else { return try await body() }
        do {
            let value = try await Self.with(event, isolation: #isolation, body)
            end(event)
            return value
        } catch {
            end(event, .failed(TraceDetails.errors.text(of: [error])))
            throw error
        }
    }

    /// Calls a body with an event as the current one.
    ///
    /// The closure captures the isolation: without that it would leave the actor of the caller.
    private static func with<Result>(
        _ event: Cause, isolation: isolated (any Actor)?, _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await $current.withValue(event) {
            _ = isolation
            return try await body()
        }
    }
}
