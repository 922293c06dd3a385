import SignalboxCore

extension Router {
    /// Opens what is requested, and records the opening in the trace.
    func open(_ request: OpenRequest, at location: SourceLocation) async -> RouteOutcome {
        var journey = Journey(request, from: self, at: location)
        let event = journey.begin(.route, of: journey.request.url)
        // A fast path: without an event, the generic `run` is not called.
        if event == nil { return await journey.finish() }
        return await trace.run(event) {
            trace.mark(event, await journey.finish().result.traced)
            return journey.outcome
        }
    }

    /// Opens what is requested, as far as nothing has to be awaited where an isolation is current.
    func open(_ request: OpenRequest, at location: SourceLocation, on isolation: (any Actor)?) -> RouteOutcome {
        var journey = Journey(request, from: self, at: location)
        let event = journey.begin(.route, of: journey.request.url)
        trace.within(event) { _ = journey.advance(on: isolation) }
        trace.end(event, journey.outcome.result.traced)
        return journey.outcome
    }
}

/// Takes the steps of an opening.
extension Journey {
    /// Begins the event of a guard or a handler; a redirect is recorded as such, and the listener is not recorded.
    private func begin(_ step: Step) -> Trace.Cause? {
        switch step {
        case .ask(let asked, let match): begin(.guard, of: asked.name, to: match.route)
        case .call(let match):
            match.route.redirect == nil ? begin(.delivery, of: match.pattern.text, to: match.route) : nil
        case .report, .end: nil
        }
    }

    fileprivate mutating func finish() async -> RouteOutcome {
        while true {
            let step = advance(on: #isolation)
            if case .end = step { return outcome }
            do {
                try Task.checkCancellation()
                let event = begin(step)
                var answer = Answer.none
                try await trace.run(event) { answer = try await self.answer(to: step, event) }
                try take(answer)
            } catch {
                take(error)
            }
        }
    }

    /// Awaits the answer to a step.
    private func answer(to step: Step, _ event: Trace.Cause?) async throws -> Answer {
        switch step {
        case .ask(let asked, let match):
            let decision = try await asked.decide(match)
            trace.mark(event, decision.traced(by: asked))
            return .decision(decision, guardName: asked.name)
        case .call(let match): return .reply(try await match.route.plan.handler.run(match))
        case .report(let listener, let miss):
            try await listener.run(miss)
            return .none
        case .end: return .none
        }
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
                case .call(let match):
                    guard let handler = match.route.plan.handler.inline(on: isolation) else { return step }
                    try Task.checkCancellation()
                    let event = begin(step)
                    try take(.reply(event == nil ? handler(match) : trace.run(event) { try handler(match) }))
                case .report(let listener, let miss):
                    guard let listener = listener.inline(on: isolation) else { return step }
                    try Task.checkCancellation()
                    try listener(miss)
                }
            } catch {
                take(error)
            }
        }
    }
}

extension Guard.Decision {
    fileprivate func traced(by asked: Guard) -> TraceEvent.Outcome {
        switch self {
        case .proceed: .done
        case .refuse(let reason): .refused(reason)
        case .park: .parked(by: asked.name)
        case .redirect(let target): .redirected(to: target)
        }
    }
}

extension RouteOutcome.Result {
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
