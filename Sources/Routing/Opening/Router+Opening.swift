import SignalboxCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// The files of this folder:
//
// - `Router+Opening`: how a URL is opened, step by step. `Journey` decides which step is next.
// - `RouteMatch`: what guards and handlers get. `RouteOutcome`: how an opening ends.
// - `RedirectTarget`: where a redirect leads. `ParkedNavigation`: what is opened later.
// - `Navigation`: how an opening affects others that have not ended.
// - `Router+Blocking`: what may stop an opening. `Router+Holding`: how links wait for the routes.
// - `Router+Observing`: what gets every opening that has ended. `Listener`: the functions that blocks and observers are.
// - `Router+Asking`: how a screen returns a result to the code that opened it.
// - `Router+Unmatched`: what gets a URL that no handler handles. `Router+Stack`: which screens are below a URL.

extension Router {
    /// Opens a URL, and awaits guards and handlers on their actors.
    ///
    /// The best route is asked first: its guards, from the outermost group inwards, then its handler. When that
    /// declines, the next route that matches is asked in the same way. Guards and handlers run in the caller's task and
    /// see when it is cancelled. In a cancelled task no guard and no handler is called, and the outcome is failed with
    /// a `CancellationError`.
    ///
    /// Extras are values that hide those of the path and the query. A payload need not be text; see
    /// ``RouteMatch/payload(as:)``.
    @discardableResult
    public func open(
        _ url: String, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        following redirects: RedirectPolicy = .all, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        let request = OpenRequest(url: url, extras: extras, payload: payload, redirects: redirects)
        return await open(request, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Opens a URL, and awaits guards and handlers on their actors.
    ///
    /// `URL(string:)` escapes every `%` of a string again if the string has a malformed escape or a character that no URL
    /// has, such as a raw `é` or `<`. So the results for a string and for its `URL` may differ.
    @discardableResult
    public func open(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        following redirects: RedirectPolicy = .all, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        await open(
            url.absoluteString, extras: extras, payload: payload, following: redirects, fileID: fileID,
            line: line)
    }

    /// Opens a path with its query and fragment, as a server receives it.
    ///
    /// The path is opened as a URL of the router's first origin, or without a host. Patterns that name a host do not
    /// match. Redirects lead to paths, too, unless they name a whole URL.
    @discardableResult
    public func open(
        path: String, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        following redirects: RedirectPolicy = .all, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        let request = OpenRequest(
            path: path, extras: extras, payload: payload, redirects: redirects)
        return await open(request, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Opens a parked navigation again, as it was opened; all guards are asked again.
    ///
    /// Redirects are followed as by the opening that was parked. The navigation has the name of the router that was
    /// opened, for an app with several.
    ///
    /// A handler may resume the navigation that was parked for it. It should do so only if the guard will let it pass.
    /// Otherwise it is parked again. Sixteen resumptions may be nested in this way, also if the navigation is stored
    /// and read in between; the next one does not open it, and its outcome has a ``RedirectError``.
    @discardableResult
    public func resume(
        _ parked: ParkedNavigation, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        await resume(parked, following: parked.redirectPolicy, fileID: fileID, line: line)
    }

    /// Opens a parked navigation again, with another policy of redirects than it was opened with.
    @discardableResult
    public func resume(
        _ parked: ParkedNavigation, following redirects: RedirectPolicy,
        fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        var request = parked.request
        request.redirects = redirects
        let location = SourceLocation(fileID: fileID, line: line)
        guard request.resumptionCount <= ParkedNavigation.maximumResumptions else {
            let error = RedirectError(reason: .tooManyResumptions, target: parked.url, parked: parked)
            return await observing(request, at: location) { RouteOutcome(result: .failed(error)) }
        }
        return await open(request, at: location)
    }
}

/// Opening for callers that cannot wait.
///
/// Routes are asked in their order, as long as nothing has to be awaited. The first that has a guard, an asynchronous
/// handler or one on another actor than the caller's ends the opening with ``RouteOutcome/Result/needsAwait``.
///
/// In an asynchronous function, call `await router.open(url)` instead, which asks all of them.
extension Router {
    /// Opens a URL for a caller that cannot wait; see ``RouteOutcome/Result/needsAwait``.
    @available(*, noasync, message: "call `await router.open(…)`, which can wait for guards and handlers")
    @discardableResult
    public func openNow(
        _ url: String, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        let request = OpenRequest(url: url, extras: extras, payload: payload, redirects: redirects)
        return open(request, at: SourceLocation(fileID: fileID, line: line), on: isolation)
    }

    /// Opens a URL for a caller that cannot wait; see ``RouteOutcome/Result/needsAwait``.
    @available(*, noasync, message: "call `await router.open(…)`, which can wait for guards and handlers")
    @discardableResult
    public func openNow(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        openNow(
            url.absoluteString, extras: extras, payload: payload, following: redirects,
            isolation: isolation, fileID: fileID, line: line)
    }

    /// Opens a path for a caller that cannot wait; see ``RouteOutcome/Result/needsAwait``.
    @available(*, noasync, message: "call `await router.open(…)`, which can wait for guards and handlers")
    @discardableResult
    public func openNow(
        path: String, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        let request = OpenRequest(
            path: path, extras: extras, payload: payload, redirects: redirects)
        return open(request, at: SourceLocation(fileID: fileID, line: line), on: isolation)
    }
}

extension Router {
    /// Returns whether a route of the router, or of its fallback, matches a URL.
    ///
    /// No guard and no handler is called, and a redirect counts as any other route. Allocates nothing if the URL has no
    /// escapes.
    public func canOpen(_ url: String) -> Bool {
        guard let address = try? URLText(url) else { return false }
        return chain.contains { $0.matches(address) }
    }

    /// Returns whether a route matches a URL; see ``canOpen(_:)-(String)``.
    public func canOpen(_ url: URL) -> Bool { canOpen(url.absoluteString) }

    private func matches(_ address: URLText) -> Bool {
        addressing.path(of: address).flatMap { table.tree.best($0, of: address) } != nil
    }
}

extension Router {
    /// Opens what is requested, and records the opening in the trace.
    ///
    /// Calls the observers, unless the caller does.
    func open(
        _ request: OpenRequest, at location: SourceLocation, observed isObserved: Bool = true
    ) async -> RouteOutcome {
        if isObserved, !outcomeObservers.isEmpty {
            return await observing(request, at: location) { await open(request, at: location, observed: false) }
        }
        if let heldOpenings, let outcome = hold(request, in: heldOpenings, at: location) { return outcome }
        var journey = Journey(request, from: self, at: location)
        let event = journey.begin(.route, of: journey.request.url)
        // A fast path: without an event, the generic `run` is not called.
        if event == nil { return await journey.finish() }
        return await trace.run(event) {
            trace.mark(event, await journey.finish().result.traced(in: trace))
            return journey.outcome
        }
    }

    /// Opens what is requested, as far as nothing has to be awaited where an isolation is current.
    ///
    /// Calls the observers, unless the caller does.
    private func open(
        _ request: OpenRequest, at location: SourceLocation, on isolation: (any Actor)?,
        observed isObserved: Bool = true
    ) -> RouteOutcome {
        if isObserved, !outcomeObservers.isEmpty {
            return observing(request, at: location, on: isolation) {
                open(request, at: location, on: isolation, observed: false)
            }
        }
        if let heldOpenings, let outcome = hold(request, in: heldOpenings, at: location) { return outcome }
        var journey = Journey(request, from: self, at: location)
        let event = journey.begin(.route, of: journey.request.url)
        trace.within(event) { _ = journey.advance(on: isolation) }
        journey.conclude()
        if let event { trace.end(event, journey.outcome.result.traced(in: trace)) }
        return journey.outcome
    }
}

/// The steps of an opening, as they are taken.
extension Journey {
    /// Begins the trace event of a block, a guard or a handler.
    ///
    /// A redirect records an event of its own, and the `onUnmatched` function has none.
    private func beginEvent(of step: Step) -> Trace.Cause? {
        switch step {
        case .leave(let block, _): begin(.guard, of: block.blockName, to: block.location)
        case .ask(let asked, _): begin(.guard, of: asked.name, to: asked.location)
        case .call(let match):
            match.route.redirect == nil ? begin(.delivery, of: match.pattern.text, to: match.route.location) : nil
        case .report, .end: nil
        }
    }

    fileprivate mutating func finish() async -> RouteOutcome {
        while true {
            let step = advance(on: #isolation)
            if case .end = step {
                conclude()
                return outcome
            }
            do {
                try Task.checkCancellation()
                try startNavigation(before: step)
                let event = beginEvent(of: step)
                try take(try await answer(to: step, event))
            } catch {
                take(error)
            }
        }
    }

    /// Awaits the answer to a step, in the navigation if there is one.
    private func answer(to step: Step, _ event: Trace.Cause?) async throws -> Answer {
        var answer = Answer.none
        guard let navigation else {
            try await trace.run(event) { answer = try await step.answer(event, in: trace, of: nil) }
            return answer
        }
        try await trace.run(event) { [trace] in
            do {
                answer = try await navigation.run { try await step.answer(event, in: trace, of: navigation) }
            } catch is Navigation.Superseded {
                trace.mark(event, .refused("superseded by \(navigation.supersedingURL ?? "")"))
            }
        }
        return answer
    }

    /// Takes the steps that need no waiting where an isolation is current.
    ///
    /// - Returns: The first step that has to be awaited, or the end.
    fileprivate mutating func advance(on isolation: (any Actor)?) -> Step {
        while true {
            let step = next()
            do {
                switch step {
                case .ask, .end: return step
                case .leave(let block, let url):
                    guard let mayLeave = block.handler.inline(on: isolation) else { return step }
                    try Task.checkCancellation()
                    try startNavigation(before: step)
                    let event = beginEvent(of: step)
                    let isLeaving = try inline(event) { [trace] in
                        let isLeaving = try mayLeave(url)
                        trace.mark(event, isLeaving.traced)
                        return isLeaving
                    }
                    try take(.leaving(isLeaving, block))
                case .call(let match):
                    guard let handler = match.route.plan.handler.inline(on: isolation) else { return step }
                    try Task.checkCancellation()
                    try startNavigation(before: step)
                    let event = beginEvent(of: step)
                    try take(.reply(inline(event) { try reply { try handler(match) } }))
                case .report(let listener, let miss):
                    guard let listener = listener.inline(on: isolation) else { return step }
                    try Task.checkCancellation()
                    try startNavigation(before: step)
                    try inline(nil) { try listener(miss) }
                }
            } catch {
                take(error)
            }
        }
    }

    /// Calls a function in an event and in the navigation, if there are any.
    private func inline<Result>(_ event: Trace.Cause?, _ body: () throws -> Result) throws -> Result {
        guard let navigation else { return event == nil ? try body() : try trace.run(event, body) }
        return try Navigation.$current.withValue(navigation) {
            event == nil ? try body() : try trace.run(event, body)
        }
    }
}

extension Journey.Step {
    /// Awaits the answer to the step.
    ///
    /// - Throws: An error if a newer opening supersedes the navigation before the function begins.
    fileprivate func answer(
        _ event: Trace.Cause?, in trace: Trace, of navigation: Navigation?
    ) async throws -> Journey.Answer {
        let check: @Sendable () throws -> Void = { try navigation?.ensureNotSuperseded() }
        switch self {
        case .leave(let block, let url):
            let isLeaving = try await block.handler.run(url, after: check)
            trace.mark(event, isLeaving.traced)
            return .leaving(isLeaving, block)
        case .ask(let asked, let match):
            let decision = try await asked.decide.run(match, after: check)
            if let event { trace.mark(event, decision.traced(by: asked, in: trace)) }
            return .decision(decision, guardName: asked.name)
        case .call(let match):
            do {
                return .reply(try await match.route.plan.handler.run(match, after: check))
            } catch let reply as RouteReply {
                return .reply(reply)
            }
        case .report(let listener, let miss):
            try await listener.run(miss, after: check)
            return .none
        case .end: return .none
        }
    }
}

/// Returns the reply of a handler, which may be thrown.
private func reply(_ handler: () throws -> RouteReply) throws -> RouteReply {
    do {
        return try handler()
    } catch let reply as RouteReply {
        return reply
    }
}

extension Bool {
    /// The outcome of a block's event in the trace, for the value that the block returned.
    fileprivate var traced: TraceEvent.Outcome { self ? .done : .refused("it does not let the opening leave") }
}

extension Guard.Decision {
    fileprivate func traced(by asked: Guard, in trace: Trace) -> TraceEvent.Outcome {
        switch self {
        case .proceed: .done
        case .refuse(let reason): .refused(reason)
        case .park: .parked(by: asked.name)
        case .redirect(let target): .redirected(to: trace.text(of: target))
        }
    }
}

extension RouteOutcome.Result {
    func traced(in trace: Trace) -> TraceEvent.Outcome {
        switch self {
        case .handled: .done
        case .held: .held
        case .declined: .declined
        case .notFound: .notFound
        case .parked(let navigation): .parked(by: navigation.guardName)
        case .redirected(let url): .redirected(to: url)
        case .refused(let reason): .refused(reason)
        case .blocked(let location): .refused("blocked by \(location)")
        case .superseded(let url): .refused("superseded by \(url)")
        case .failed(let error): .failed(trace.text(of: error))
        case .invalid(let error): .invalid(trace.text(of: error))
        case .needsAwait: .refused("it has to be awaited")
        }
    }
}
