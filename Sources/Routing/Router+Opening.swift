import Dispatchers

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Router {
    /// Opens a URL, and awaits guards and handlers on their actors.
    ///
    /// The best route is asked first: its guards, from the outermost group inwards, then its handler. When that declines,
    /// the next route that matches is asked in the same way. Guards and handlers run in the caller's task and see when it is
    /// cancelled. In a cancelled task no guard and no handler is called, and the outcome is failed with a `CancellationError`.
    ///
    /// Extras are values that hide those of the path and the query. A payload need not be text; see
    /// ``RouteMatch/payload(as:)``. Sticky items are what ``RouteOutcome/sticky`` was after the last URL of the same user.
    @discardableResult
    public func open(
        _ url: String, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        let request = OpenRequest(url: url, extras: extras, payload: payload, sticky: sticky, redirects: redirects)
        return await open(request, SourceLocation(fileID: fileID, line: line))
    }

    /// Opens a URL, and awaits guards and handlers on their actors.
    ///
    /// If one `%` of a text is malformed, `URL` encodes all of them again, so the results for text and `URL` may differ.
    @discardableResult
    public func open(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        await open(
            url.absoluteString, extras: extras, payload: payload, sticky: sticky, following: redirects, fileID: fileID,
            line: line)
    }

    /// Opens a path with its query and fragment, as a server receives it.
    ///
    /// It is opened as a URL of the router's first origin, or without a host. Patterns that name a host do not match.
    /// Redirects lead to paths, too, unless they name a whole URL. Otherwise it is the same as opening a URL.
    @discardableResult
    public func open(
        path: String, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        let request = OpenRequest(path: path, extras, payload, sticky, redirects)
        return await open(request, SourceLocation(fileID: fileID, line: line))
    }

    /// Opens a parked navigation again; all guards are asked again.
    ///
    /// A handler may resume the navigation that was parked for it. It should do so only if the guard will let it pass. When
    /// each of eight openings resumes inside of the one before, the last fails with a ``RedirectError``.
    @discardableResult
    public func resume(
        _ parked: ParkedNavigation, sticky: [String: String] = [:], following redirects: RedirectPolicy = .all,
        fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        var request = parked.request
        request.sticky = sticky
        request.redirects = redirects
        let outcome = await Resumption.run { [request] in
            await open(request, SourceLocation(fileID: fileID, line: line))
        }
        let error = RedirectError(reason: .tooManyResumptions, target: parked.url, parked: parked)
        return outcome ?? RouteOutcome(.failed(error), sticky: sticky)
    }
}

/// Opening for callers that cannot wait.
///
/// Routes are asked in their order, as long as nothing has to be awaited. The first that has a guard, an asynchronous handler or
/// one on another actor than the caller's ends the opening with ``RouteOutcome/Result/needsAwait``.
///
/// In an asynchronous function, `await` selects the asynchronous form. In the top-level code of a `main.swift` and in `async let`, the
/// compiler would select these forms, so they are an error there.
extension Router {
    /// Opens a URL for a caller that cannot wait; see ``RouteOutcome/Result/needsAwait``.
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        _ url: String, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        let request = OpenRequest(url: url, extras: extras, payload: payload, sticky: sticky, redirects: redirects)
        return open(request, SourceLocation(fileID: fileID, line: line), on: isolation)
    }

    /// Opens a URL for a caller that cannot wait; see ``RouteOutcome/Result/needsAwait``.
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        open(
            url.absoluteString, extras: extras, payload: payload, sticky: sticky, following: redirects,
            isolation: isolation, fileID: fileID, line: line)
    }

    /// Opens a path for a caller that cannot wait; see ``RouteOutcome/Result/needsAwait``.
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        path: String, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        let request = OpenRequest(path: path, extras, payload, sticky, redirects)
        return open(request, SourceLocation(fileID: fileID, line: line), on: isolation)
    }
}

extension Router {
    private func open(_ request: OpenRequest, _ location: SourceLocation) async -> RouteOutcome {
        let journey = Journey(request, from: self, at: location)
        guard trace.isOn else { return await finish(journey) }
        journey.trace = trace
        let event = trace.begin(Trace.Subject(.route, of: request.url, at: location, in: name))
        return await trace.run(event) {
            let outcome = await finish(journey)
            trace.mark(event, outcome.result.traced)
            return outcome
        }
    }

    private func open(
        _ request: OpenRequest, _ location: SourceLocation, on isolation: (any Actor)?
    ) -> RouteOutcome {
        let journey = Journey(request, from: self, at: location)
        guard trace.isOn else {
            _ = advance(journey, on: isolation)
            return journey.outcome
        }
        journey.trace = trace
        let event = trace.begin(Trace.Subject(.route, of: request.url, at: location, in: name))
        return trace.run(event) {
            _ = advance(journey, on: isolation)
            trace.mark(event, journey.outcome.result.traced)
            return journey.outcome
        }
    }

    /// Takes all steps of an opening.
    private func finish(_ journey: Journey) async -> RouteOutcome {
        while let step = advance(journey, on: #isolation) {
            do {
                try Task.checkCancellation()
                switch step {
                case .ask(let asked, let match):
                    try journey.take(await decision(of: asked, on: match, at: journey.location), of: asked)
                case .call(let handler, let match):
                    guard trace.isOn else {
                        try journey.take(await handler.run(match))
                        continue
                    }
                    try journey.take(
                        await trace.record(match.delivery(from: journey.location)) { try await handler.run(match) })
                case .report(let listener, let miss): try await listener.run(miss)
                }
            } catch {
                journey.take(error)
            }
        }
        return journey.outcome
    }

    private func decision(
        of asked: Guard, on match: RouteMatch, at location: SourceLocation
    ) async throws -> Guard.Decision {
        guard trace.isOn else { return try await asked.decide(match) }
        let event = trace.begin(Trace.Subject(.guard, of: asked.name, at: location, to: match.route.location, in: name))
        return try await trace.run(event) {
            let decision = try await asked.decide(match)
            switch decision {
            case .proceed: break
            case .refuse(let reason): trace.mark(event, .refused(reason))
            case .park: trace.mark(event, .parked(by: asked.name))
            case .redirect(let target): trace.mark(event, .redirected(to: target))
            }
            return decision
        }
    }

    /// Takes the steps that need no waiting where an isolation is current.
    ///
    /// - Returns: The first step that has to be awaited, or `nil` at the end.
    private func advance(_ journey: Journey, on isolation: (any Actor)?) -> Journey.Step? {
        while let step = journey.next() {
            do {
                switch step {
                case .ask: return step
                case .call(let handler, let match):
                    guard let handler = handler.inline(on: isolation) else { return step }
                    try Task.checkCancellation()
                    try journey.take(
                        trace.isOn
                            ? trace.record(match.delivery(from: journey.location)) { try handler(match) }
                            : handler(match))
                case .report(let listener, let miss):
                    guard let listener = listener.inline(on: isolation) else { return step }
                    try Task.checkCancellation()
                    try listener(miss)
                }
            } catch {
                journey.take(error)
            }
        }
        return nil
    }
}

extension OpenRequest {
    /// A path, whose first slash may be missing.
    fileprivate init(
        path: String, _ extras: [String: String], _ payload: (any Sendable)?, _ sticky: [String: String],
        _ redirects: RedirectPolicy
    ) {
        self.init(
            url: path.begins(with: "/") ? path : "/" + path, isPath: true, extras: extras, payload: payload,
            sticky: sticky, redirects: redirects)
    }
}

extension RouteMatch {
    /// The event of a handler that gets the match, from an opening at a location.
    fileprivate func delivery(from location: SourceLocation) -> Trace.Subject {
        Trace.Subject(.delivery, of: pattern.text, at: location, to: route.location)
    }
}

extension Router {
    /// Whether a route matches a URL, or the place that a redirect leads to.
    ///
    /// No guard and no handler is called. A redirect that a handler decides counts as matching, and so does a typed route
    /// whose pattern matches. A URL that leads to a handler at once is answered without an allocation.
    public func canOpen(_ url: String) -> Bool {
        guard let address = try? URLText(url), let route = route(of: address) else { return false }
        guard case .redirect = route.action else { return true }
        return Journey(OpenRequest(url: url), from: self).reachesHandler()
    }

    /// Whether a route matches a URL, or the place that a redirect leads to; see ``canOpen(_:)-(String)``.
    public func canOpen(_ url: URL) -> Bool { canOpen(url.absoluteString) }

    /// The route that a URL leads to first.
    private func route(of address: URLText) -> RegisteredRoute? {
        let table = snapshot.table
        let hit = addressing.path(of: address).flatMap { table.tree.best($0, of: address) }
        return hit.map { table.values[$0.route] } ?? fallback?.route(of: address)
    }
}

extension RouteOutcome.Result {
    /// How the event of an opening ends.
    fileprivate var traced: TraceEvent.Outcome {
        switch self {
        case .handled: .done
        case .declined: .declined
        case .notFound: .notFound
        case .parked(let navigation): .parked(by: navigation.guardName)
        case .redirected(let url): .redirected(to: url)
        case .refused(let reason): .refused(reason)
        case .failed(let error): .failed("\(error)")
        case .invalid(let error): .invalid("\(error)")
        case .needsAwait: .refused("it has to be awaited")
        }
    }
}
