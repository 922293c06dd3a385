extension Router {
    /// Opens a URL, and waits for guards and handlers wherever they run.
    ///
    /// The best route is asked first: its guards, from the outermost group inwards, then its handler. When that declines,
    /// the next route that fits is asked in the same way. Guards and handlers run in the caller's task and see when it is
    /// cancelled; in a cancelled task none of them is begun, and the outcome is failed with a `CancellationError`.
    ///
    /// - Parameters:
    ///   - url: The URL as text.
    ///   - extras: Values that hide those of the path and the query.
    ///   - payload: A value for the handler that need not be text; see ``RouteMatch/payload(as:)``.
    /// - Returns: What became of it.
    @discardableResult
    public func open(
        _ url: String, extras: [String: String] = [:], payload: (any Sendable)? = nil
    ) async -> RouteOutcome {
        await open(OpenRequest(url: url, extras: extras, payload: payload))
    }

    /// Opens a parked navigation afresh; all guards are asked again.
    @discardableResult
    public func resume(_ parked: ParkedNavigation) async -> RouteOutcome {
        await open(
            OpenRequest(url: parked.url, extras: parked.extras, payload: parked.payload, parked: parked.parked))
    }

    private func open(_ request: OpenRequest) async -> RouteOutcome {
        var journey = Journey(request, from: self)
        while true {
            do {
                switch journey.next() {
                case .end(let outcome):
                    return outcome
                case .ask(let sentinel, let match):
                    try Task.checkCancellation()
                    journey.take(try await sentinel.decide(match), of: sentinel)
                case .call(let handler, let match):
                    try Task.checkCancellation()
                    journey.take(try await handler.run(match))
                case .tell(let listener, let miss):
                    try await listener.run(miss)
                }
            } catch {
                journey.take(error)
            }
        }
    }
}
