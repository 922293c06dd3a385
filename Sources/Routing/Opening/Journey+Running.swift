import SignalboxCore

extension Router {
    /// Opens what is requested, and records the opening in the trace.
    func open(_ request: OpenRequest, at location: SourceLocation) async -> RouteOutcome {
        if let outcome = hold(request, at: location) { return outcome }
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
    func open(_ request: OpenRequest, at location: SourceLocation, on isolation: (any Actor)?) -> RouteOutcome {
        if let outcome = hold(request, at: location) { return outcome }
        var journey = Journey(request, from: self, at: location)
        let event = journey.begin(.route, of: journey.request.url)
        trace.within(event) { _ = journey.advance(on: isolation) }
        journey.conclude()
        if let event { trace.end(event, journey.outcome.result.traced(in: trace)) }
        return journey.outcome
    }
}

/// Takes the steps of an opening.
extension Journey {
    /// Begins the trace event of a block, a guard or a handler.
    ///
    /// A redirect records an event of its own, and the `onUnmatched` function has none.
    private func beginEvent(of step: Step) -> Trace.Cause? {
        switch step {
        case .leave(let block, _): begin(.guard, of: block.name, to: block.location)
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
                    guard let mayLeave = block.mayLeave.inline(on: isolation) else { return step }
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
            let isLeaving = try await block.mayLeave.run(url, after: check)
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
