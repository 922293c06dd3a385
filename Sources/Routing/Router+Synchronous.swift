extension Router {
    /// Opens a URL for a caller that cannot wait.
    ///
    /// Routes are asked in their order, as long as nothing has to be awaited. The first that has a guard, an asynchronous
    /// handler or one on another actor than the caller's ends the opening with ``RouteOutcome/needsAwait``.
    ///
    /// An asynchronous caller means the form that waits. Where the compiler would take this one all the same, in the
    /// top-level code of a `main.swift` and in `async let`, it says so: call it from an asynchronous function there.
    ///
    /// - Parameters:
    ///   - url: The URL as text.
    ///   - extras: Values that hide those of the path and the query.
    ///   - isolation: Where the caller runs.
    /// - Returns: What became of it.
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        _ url: String, extras: [String: String] = [:], isolation: isolated (any Actor)? = #isolation
    ) -> RouteOutcome {
        let request = OpenRequest(url: url, extras: extras)
        switch opening(of: request) {
        case .failure(let error): return .invalid(error)
        case .success(let opening):
            do {
                return try walk(opening, request, isolation: isolation)
            } catch {
                return .failed(error)
            }
        }
    }

    /// Whether a route fits a URL.
    ///
    /// No guard and no handler is asked.
    public func canOpen(_ url: String) -> Bool {
        guard case .success(let opening) = opening(of: OpenRequest(url: url, extras: [:])) else { return false }
        return opening.matches.first { _ in true } != nil
    }

    private func walk(
        _ opening: Opening, _ request: OpenRequest, isolation: isolated (any Actor)?
    ) throws -> RouteOutcome {
        var isDeclined = false
        for match in opening.matches {
            guard match.route.guards.isEmpty,
                let reply = try match.route.handler.runInline(match, isolation: isolation)
            else { return .needsAwait }
            guard reply == .declined else { return .handled }
            isDeclined = true
        }
        let miss = RouteMiss(url: request.url, extras: request.extras, isDeclined: isDeclined)
        if let unmatched = opening.unmatched, try unmatched.runInline(miss, isolation: isolation) == nil {
            return .needsAwait
        }
        return isDeclined ? .declined : .notFound
    }
}
