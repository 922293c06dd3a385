import Dispatchers

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Router {
    /// Opens a URL, and waits for guards and handlers wherever they run.
    ///
    /// The best route is asked first: its guards, from the outermost group inwards, then its handler. When that declines,
    /// the next route that matches is asked in the same way. Guards and handlers run in the caller's task and see when it is
    /// cancelled. In a cancelled task no guard and no handler is called any more, and the outcome is failed with a
    /// `CancellationError`.
    ///
    /// Extras are values that hide those of the path and the query. A payload need not be text; see
    /// ``RouteMatch/payload(as:)``. Sticky items are what ``RouteOutcome/sticky`` was after the last URL of the same user.
    @discardableResult
    public func open(
        _ url: String, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        await open(OpenRequest(url, extras, payload, sticky, redirects), SourceLocation(fileID: fileID, line: line))
    }

    /// Opens a URL, and waits for guards and handlers wherever they run.
    ///
    /// `URL` encodes every `%` of a text anew once one of them is malformed, so that the two may differ there.
    @discardableResult
    public func open(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        let request = OpenRequest(url.absoluteString, extras, payload, sticky, redirects)
        return await open(request, SourceLocation(fileID: fileID, line: line))
    }

    /// Opens a path, which may have a query and a fragment, as a server gets it from a client.
    ///
    /// It is as if a URL of the router's first origin, or without a host, were opened: patterns that name a host do not match.
    /// Redirects lead to paths, too, unless they name a whole URL. In all else it is as opening a URL.
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
    /// A handler may resume what was parked for its own place, and should only do so when the guard will let it pass. When
    /// each of eight openings resumes inside of the one before, the last fails with a ``RedirectError``.
    @discardableResult
    public func resume(
        _ parked: ParkedNavigation, sticky: [String: String] = [:], following redirects: RedirectPolicy = .all,
        fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        guard let resumption = Resumption.next else {
            let error = RedirectError(reason: .tooManyResumptions, target: parked.url, parked: parked)
            return RouteOutcome(.failed(error), sticky: sticky)
        }
        defer { resumption.end() }
        var request = parked.request
        request.sticky = sticky
        request.redirects = redirects
        return await Resumption.$current.withValue(resumption) {
            await open(request, SourceLocation(fileID: fileID, line: line))
        }
    }

    private func open(_ request: OpenRequest, _ location: SourceLocation) async -> RouteOutcome {
        let journey = Journey(request, from: self)
        guard trace.isOn else { return await travel(journey) }
        return await trace.record(Trace.Subject(.route, of: request.url, at: location)) { await travel(journey) }
    }

    private func travel(_ journey: Journey) async -> RouteOutcome {
        while true {
            let step = journey.next()
            if case .end = step { return journey.outcome }
            do {
                try Task.checkCancellation()
                switch step {
                case .ask(let asked, let match): journey.take(try await asked.decide(match), of: asked)
                case .call(let handler, let match): journey.take(try await reply(of: handler, to: match))
                case .tell(let listener): try await listener.run(journey.miss)
                case .end: break
                }
            } catch {
                journey.take(error)
            }
        }
    }

    private func reply(of handler: RouteHandler, to match: RouteMatch) async throws -> RouteReply {
        guard trace.isOn else { return try await handler.run(match) }
        return try await trace.record(Trace.Subject(delivering: match)) { try await handler.run(match) }
    }
}

extension Trace.Subject {
    /// What a handler gets.
    fileprivate init(delivering match: RouteMatch) {
        self.init(.delivery, of: match.pattern.text, at: match.route.location, to: match.route.location)
    }
}

/// For callers that cannot wait.
///
/// Routes are asked in their order, as long as nothing has to be awaited. The first that has a guard, an asynchronous handler or
/// one on another actor than the caller's ends the opening with ``RouteOutcome/Result/needsAwait``.
///
/// In an asynchronous function `await` takes the other form. In the top-level code of a `main.swift` and in `async let` the
/// compiler would take these; they are an error there.
extension Router {
    /// Opens a URL for a caller that cannot wait; see ``RouteOutcome/Result/needsAwait``.
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        _ url: String, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        let request = OpenRequest(url, extras, payload, sticky, redirects)
        return open(request, SourceLocation(fileID: fileID, line: line), isolation)
    }

    /// Opens a URL for a caller that cannot wait; see ``RouteOutcome/Result/needsAwait``.
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        let request = OpenRequest(url.absoluteString, extras, payload, sticky, redirects)
        return open(request, SourceLocation(fileID: fileID, line: line), isolation)
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
        return open(request, SourceLocation(fileID: fileID, line: line), isolation)
    }

    private func open(
        _ request: OpenRequest, _ location: SourceLocation, _ isolation: isolated (any Actor)?
    ) -> RouteOutcome {
        let journey = Journey(request, from: self)
        guard trace.isOn else { return travel(journey, isolation) }
        return trace.record(Trace.Subject(.route, of: request.url, at: location)) { travel(journey, isolation) }
    }

    private func travel(_ journey: Journey, _ isolation: isolated (any Actor)?) -> RouteOutcome {
        while true {
            do {
                switch journey.next() {
                case .end, .ask: return journey.outcome
                case .call(let handler, let match):
                    guard let reply = try reply(of: handler, to: match, isolation) else { return journey.outcome }
                    journey.take(reply)
                case .tell(let listener):
                    guard try listener.runInline(journey.miss, isolation: isolation) != nil else {
                        return journey.outcome
                    }
                }
            } catch {
                journey.take(error)
            }
        }
    }

    private func reply(
        of handler: RouteHandler, to match: RouteMatch, _ isolation: isolated (any Actor)?
    ) throws -> RouteReply? {
        guard trace.isOn else { return try handler.runInline(match, isolation: isolation) }
        return try trace.record(Trace.Subject(delivering: match)) {
            try handler.runInline(match, isolation: isolation)
        }
    }
}

extension Router {
    /// Whether a route matches a URL, or the place that a redirect leads to.
    ///
    /// No guard and no handler is called. A redirect that a function decides counts as matching, and so does a typed route
    /// whose pattern matches. A URL that leads to a handler at once is answered without an allocation.
    public func canOpen(_ url: String) -> Bool {
        guard let address = try? URLText(url) else { return false }
        var router = self
        while true {
            if let path = router.addressing.path(of: address), let route = router.snapshot.best(path, of: address) {
                if case .redirect = route.action { return hasHandler(behindRedirectsOf: url) }
                return true
            }
            guard let fallback = router.fallback else { return false }
            router = fallback
        }
    }

    private func hasHandler(behindRedirectsOf url: String) -> Bool {
        let journey = Journey(OpenRequest(url), from: self)
        while true {
            switch journey.next() {
            case .ask(let asked, _): journey.take(.proceed, of: asked)
            case .call: return true
            case .tell, .end: return false
            }
        }
    }

    /// Whether a route matches a URL, or the place that a redirect leads to.
    ///
    /// No guard and no handler is called. A redirect that a function decides counts as matching, and so does a typed route
    /// whose pattern matches.
    public func canOpen(_ url: URL) -> Bool { canOpen(url.absoluteString) }
}

extension Router.State {
    /// The route that a URL leads to first.
    fileprivate func best(_ path: PathText, of address: URLText) -> RegisteredRoute? {
        table.index.matcher.best(path, of: address).map { table.values[$0.route] }
    }
}
