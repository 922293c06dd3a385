import Dispatchers
public import Foundation

extension Router {
    /// Opens a URL, and waits for guards and handlers wherever they run.
    ///
    /// The best route is asked first: its guards, from the outermost group inwards, then its handler. When that declines,
    /// the next route that fits is asked in the same way. Guards and handlers run in the caller's task and see when it is
    /// cancelled; one that does not look keeps the caller waiting. In a cancelled task nobody is asked or told any more,
    /// and the outcome is failed with a `CancellationError`.
    ///
    /// - Parameters:
    ///   - url: The URL as text.
    ///   - extras: Values that hide those of the path and the query.
    ///   - payload: A value for the handler that need not be text; see ``RouteMatch/payload(as:)``.
    ///   - fileID: Where it is opened, for the trace; leave it to the compiler.
    ///   - line: Where it is opened, for the trace; leave it to the compiler.
    /// - Returns: What became of it.
    @discardableResult
    public func open(
        _ url: String, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        let request = OpenRequest(url: url, extras: extras, payload: payload)
        return await open(request, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Opens a parked navigation again; all guards are asked again.
    ///
    /// A handler may resume what was parked for its own place, and should only do so when the guard will let it pass. When
    /// each of eight openings resumes inside of the one before, the last fails with a ``RedirectError``.
    ///
    /// - Parameters:
    ///   - parked: The navigation, from an outcome or from ``RouteMatch/parked``.
    ///   - fileID: Where it is resumed, for the trace; leave it to the compiler.
    ///   - line: Where it is resumed, for the trace; leave it to the compiler.
    /// - Returns: What became of it.
    @discardableResult
    public func resume(
        _ parked: ParkedNavigation, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        guard let resumption = Resumption.next else {
            let error = RedirectError(reason: .tooManyResumptions, target: parked.url, parked: parked)
            return RouteOutcome(.failed(error), redirects: [])
        }
        defer { resumption.end() }
        return await Resumption.$current.withValue(resumption) {
            await open(parked.request, at: SourceLocation(fileID: fileID, line: line))
        }
    }

    @inline(never)
    private func open(_ request: OpenRequest, at location: SourceLocation) async -> RouteOutcome {
        let journey = Journey(request, from: self)
        guard trace.isOn else { return await travel(journey) }
        return await trace.record(Trace.Subject(.route, of: request.url, at: location)) { await travel(journey) }
    }

    @inline(never)
    private func travel(_ journey: Journey) async -> RouteOutcome {
        while await takesStep(journey) {}
        return journey.outcome
    }

    /// Does what is to be done next, unless the journey is over.
    ///
    /// Not the loop itself: each place where a function waits becomes a function of its own, with all that may follow.
    @inline(never)
    private func takesStep(_ journey: Journey) async -> Bool {
        let step = journey.next()
        if case .end = step { return false }
        do {
            try Task.checkCancellation()
            switch step {
            case .ask(let sentinel, let match): journey.take(try await sentinel.decide(match), of: sentinel)
            case .call(let handler, let match): journey.take(try await reply(of: handler, to: match))
            case .tell(let listener): try await listener.run(journey.miss)
            case .end: break
            }
        } catch {
            journey.take(error)
        }
        return true
    }

    @inline(never)
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
    ///   - fileID: Where it is opened, for the trace; leave it to the compiler.
    ///   - line: Where it is opened, for the trace; leave it to the compiler.
    /// - Returns: What became of it.
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        _ url: String, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        let request = OpenRequest(url: url, extras: extras, payload: payload)
        guard trace.isOn else { return travelAtOnce(request, isolation) }
        let subject = Trace.Subject(.route, of: url, at: SourceLocation(fileID: fileID, line: line))
        return trace.record(subject) { travelAtOnce(request, isolation) }
    }

    private func travelAtOnce(_ request: OpenRequest, _ isolation: isolated (any Actor)?) -> RouteOutcome {
        let journey = Journey(request, from: self)
        while true {
            do {
                switch journey.next() {
                case .end, .ask: return journey.outcome
                case .call(let handler, let match):
                    guard let reply = try replyAtOnce(of: handler, to: match, isolation) else { return journey.outcome }
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

    private func replyAtOnce(
        of handler: RouteHandler, to match: RouteMatch, _ isolation: isolated (any Actor)?
    ) throws -> RouteReply? {
        guard trace.isOn else { return try handler.runInline(match, isolation: isolation) }
        return try trace.record(Trace.Subject(delivering: match)) {
            try handler.runInline(match, isolation: isolation)
        }
    }

    /// Whether a route fits a URL, or the place that a redirect leads to.
    ///
    /// No guard and no handler is asked, and nothing is remembered. A redirect that a function decides counts as fitting, and so
    /// does a typed route whose pattern fits.
    public func canOpen(_ url: String) -> Bool {
        guard let address = try? URLText(url) else { return false }
        var router = self
        while true {
            // A URL that leads to a handler at once needs no journey, and nothing is allocated.
            switch router.leadsToHandler(address) {
            case true?: return true
            case false?: return hasHandler(behindRedirectsOf: url)
            case nil: break
            }
            guard let fallback = router.fallback else { return false }
            router = fallback
        }
    }

    /// Whether the best route has a handler, and not a redirect; `nil` when there is none.
    private func leadsToHandler(_ address: URLText) -> Bool? {
        let table = snapshot.table
        guard let path = addressing.path(of: address), let hit = table.index.best(path, of: address) else { return nil }
        if case .redirect = table.routes[hit.route].value.action { return false }
        return true
    }

    private func hasHandler(behindRedirectsOf url: String) -> Bool {
        let journey = Journey(OpenRequest(url: url), from: self)
        while true {
            switch journey.next() {
            case .ask(let sentinel, _): journey.take(.proceed, of: sentinel)
            case .call: return true
            case .tell, .end: return false
            }
        }
    }
}

extension Router {
    /// Opens a URL, and waits for guards and handlers wherever they run.
    ///
    /// `URL` encodes every `%` of a text anew once one of them is malformed, so that the two may differ there.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - extras: Values that hide those of the path and the query.
    ///   - payload: A value for the handler that need not be text; see ``RouteMatch/payload(as:)``.
    ///   - fileID: Where it is opened, for the trace; leave it to the compiler.
    ///   - line: Where it is opened, for the trace; leave it to the compiler.
    /// - Returns: What became of it.
    @discardableResult
    public func open(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        let request = OpenRequest(url: url.absoluteString, extras: extras, payload: payload)
        return await open(request, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Opens a URL for a caller that cannot wait.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - extras: Values that hide those of the path and the query.
    ///   - payload: A value for the handler that need not be text; see ``RouteMatch/payload(as:)``.
    ///   - isolation: Where the caller runs.
    ///   - fileID: Where it is opened, for the trace; leave it to the compiler.
    ///   - line: Where it is opened, for the trace; leave it to the compiler.
    /// - Returns: What became of it.
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        open(
            url.absoluteString, extras: extras, payload: payload, isolation: isolation, fileID: fileID, line: line)
    }

    /// Whether a route fits a URL, or the place that a redirect leads to.
    ///
    /// No guard and no handler is asked, and nothing is remembered. A redirect that a function decides counts as fitting, and so
    /// does a typed route whose pattern fits.
    public func canOpen(_ url: URL) -> Bool {
        canOpen(url.absoluteString)
    }
}
