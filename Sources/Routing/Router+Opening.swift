import Dispatchers

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
        let request = OpenRequest(url: url, extras: extras, payload: payload, sticky: sticky, redirects: redirects)
        return await open(request, at: SourceLocation(fileID: fileID, line: line))
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
        let request = OpenRequest(
            url: path.asPath, isPath: true, extras: extras, payload: payload, sticky: sticky, redirects: redirects)
        return await open(request, at: SourceLocation(fileID: fileID, line: line))
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
            await open(request, at: SourceLocation(fileID: fileID, line: line))
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
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        _ url: String, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        let request = OpenRequest(url: url, extras: extras, payload: payload, sticky: sticky, redirects: redirects)
        return open(request, at: SourceLocation(fileID: fileID, line: line), isolation)
    }

    /// Opens a path for a caller that cannot wait.
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        path: String, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        let request = OpenRequest(
            url: path.asPath, isPath: true, extras: extras, payload: payload, sticky: sticky, redirects: redirects)
        return open(request, at: SourceLocation(fileID: fileID, line: line), isolation)
    }

    private func open(
        _ request: OpenRequest, at location: SourceLocation, _ isolation: isolated (any Actor)?
    ) -> RouteOutcome {
        guard trace.isOn else { return travelAtOnce(request, isolation) }
        return trace.record(Trace.Subject(.route, of: request.url, at: location)) { travelAtOnce(request, isolation) }
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
}

extension String {
    /// The path with the slash at its beginning, which may be left out.
    fileprivate var asPath: String { begins(with: "/") ? self : "/" + self }
}
