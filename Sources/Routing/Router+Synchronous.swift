extension Router {
    /// Opens a URL for a caller that cannot wait.
    ///
    /// Routes are asked in their order, as long as nothing has to be awaited. The first that has a guard, an asynchronous
    /// handler or one on another actor than the caller's ends the opening with ``RouteOutcome/Result/needsAwait``.
    ///
    /// An asynchronous caller means the form that waits. Where the compiler would take this one all the same, in the
    /// top-level code of a `main.swift` and in `async let`, it says so: call it from an asynchronous function there.
    ///
    /// - Parameters:
    ///   - url: The URL as text.
    ///   - extras: Values that hide those of the path and the query.
    ///   - payload: A value for the handler that need not be text; see ``RouteMatch/payload(as:)``.
    ///   - isolation: Where the caller runs.
    /// - Returns: What became of it.
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        _ url: String, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) -> RouteOutcome {
        var journey = Journey(OpenRequest(url: url, extras: extras, payload: payload), from: self)
        while true {
            do {
                switch journey.next() {
                case .end(let outcome):
                    return outcome
                case .ask:
                    return journey.interrupted
                case .call(let handler, let match):
                    guard let reply = try handler.runInline(match, isolation: isolation) else {
                        return journey.interrupted
                    }
                    journey.take(reply)
                case .tell(let listener, let miss):
                    guard try listener.runInline(miss, isolation: isolation) != nil else { return journey.interrupted }
                }
            } catch {
                journey.take(error)
            }
        }
    }

    /// Whether a route fits a URL, or the place that a redirect leads to.
    ///
    /// No guard and no handler is asked, and nothing is remembered. A redirect that a function decides counts as fitting, and so
    /// does a typed route whose pattern fits.
    public func canOpen(_ url: String) -> Bool {
        var journey = Journey(OpenRequest(url: url), from: self, isDryRun: true)
        while true {
            switch journey.next() {
            case .ask(let sentinel, _): journey.take(.proceed, of: sentinel)
            case .call: return true
            case .tell, .end: return false
            }
        }
    }
}
