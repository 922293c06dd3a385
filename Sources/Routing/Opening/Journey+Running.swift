import Dispatchers

/// Takes the steps of an opening, and records them in the trace.
extension Journey {
    /// Takes all steps.
    func open() async -> RouteOutcome {
        // Without an event, no generic function is called.
        guard let event = begin(.route, of: request.url) else { return await finish() }
        return await trace.run(event) {
            let outcome = await finish()
            trace.mark(event, outcome.result.traced)
            return outcome
        }
    }

    /// Takes the steps that need no waiting where an isolation is current.
    func open(on isolation: (any Actor)?) -> RouteOutcome {
        let event = begin(.route, of: request.url)
        guard event != nil else {
            _ = advance(on: isolation)
            return outcome
        }
        return trace.run(event) {
            _ = advance(on: isolation)
            trace.mark(event, outcome.result.traced)
            return outcome
        }
    }

    /// Begins the event of a guard or a handler; a redirect is recorded as such, and the listener is not recorded.
    private func begin(_ step: Step) -> Trace.Cause? {
        switch step {
        case .ask(let asked, let match): begin(.guard, of: asked.name, to: match.route)
        case .call(let match):
            match.route.redirect == nil ? begin(.delivery, of: match.pattern.text, to: match.route) : nil
        case .report: nil
        }
    }

    private func finish() async -> RouteOutcome {
        while let step = advance(on: #isolation) {
            do {
                try Task.checkCancellation()
                let event = begin(step)
                try take(await trace.run(event) { try await answer(to: step, event) })
            } catch {
                take(error)
            }
        }
        return outcome
    }

    /// Awaits the answer to a step.
    private func answer(to step: Step, _ event: Trace.Cause?) async throws -> Answer {
        switch step {
        case .ask(let asked, let match):
            let decision = try await asked.decide(match)
            trace.mark(event, decision.traced(by: asked))
            return .decision(decision, of: asked)
        case .call(let match): return .reply(try await match.route.plan.handler.run(match))
        case .report(let listener, let miss):
            try await listener.run(miss)
            return .none
        }
    }

    /// Takes the steps that need no waiting where an isolation is current.
    ///
    /// - Returns: The first step that has to be awaited, or `nil` at the end.
    private func advance(on isolation: (any Actor)?) -> Step? {
        while let step = next() {
            do {
                switch step {
                case .ask: return step
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
        return nil
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
