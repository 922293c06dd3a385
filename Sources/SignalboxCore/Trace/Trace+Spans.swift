extension Trace {
    /// The context of the current event; `nil` outside of all events, and while the trace is off.
    public var context: TraceContext? { isOn ? cause?.context : nil }

    /// Records a body as an event of your own, the cause of all that happens in it.
    ///
    /// - Parameters:
    ///   - name: The name of the work of the body.
    ///   - context: The context that another process sent. The event belongs to that trace then, and the context is its detail.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: The body to record. An error that it throws is the outcome.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    public func span<Result, Failure>(
        _ name: String, continuing context: TraceContext? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let event = TraceEvent(.span, of: name, at: SourceLocation(fileID: fileID, line: line))
        return try run(begin(event, continuing: context), body)
    }

    /// Records an asynchronous body as an event of your own, the cause of all that happens in it.
    ///
    /// - Parameters:
    ///   - name: The name of the work of the body.
    ///   - context: The context that another process sent. The event belongs to that trace then, and the context is its detail.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: The body to record, which runs on the caller's actor. An error that it throws is the outcome.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    public nonisolated(nonsending) func span<Result>(
        _ name: String, continuing context: TraceContext? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let event = TraceEvent(.span, of: name, at: SourceLocation(fileID: fileID, line: line))
        return try await run(begin(event, continuing: context), body)
    }

    /// Calls a body inside of an event that has begun, and ends the event.
    ///
    /// An error of the body is the outcome.
    ///
    /// Work that the body leaves for later has to keep its cause itself.
    @inlinable
    package func run<Result, Failure: Error>(
        _ event: Cause?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let event else { return try body() }
        return try runRecorded(event, body)
    }

    @usableFromInline
    package func runRecorded<Result, Failure: Error>(
        _ event: Cause, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // `withValue` does not say which error is thrown, so none is thrown through it.
        let result = Self.$current.withValue(event) { Swift.Result { () throws(Failure) in try body() } }
        switch result {
        case .success: end(event)
        case .failure(let error): end(event, .failed(text(of: error)))
        }
        return try result.get()
    }

    /// Calls an asynchronous body inside of an event that has begun, and ends the event.
    package nonisolated(nonsending) func run<Result>(
        _ event: Cause?, _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        guard let event else { return try await body() }
        do {
            let value = try await Self.with(event, isolation: #isolation, body)
            end(event)
            return value
        } catch {
            end(event, .failed(text(of: error)))
            throw error
        }
    }

    /// Calls a body with an event as the current one.
    ///
    /// The closure captures the isolation. Without that it would leave the actor of the caller.
    private static func with<Result>(
        _ event: Cause, isolation: isolated (any Actor)?, _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await $current.withValue(event) {
            _ = isolation
            return try await body()
        }
    }
}
