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

    /// Begins the event of a handler; a redirect is recorded as such.
    private func begin(_ match: RouteMatch) -> Trace.Cause? {
        match.route.redirect == nil ? begin(.delivery, of: match.pattern.text, to: match.route) : nil
    }

    private func finish() async -> RouteOutcome {
        while let step = advance(on: #isolation) {
            do {
                try Task.checkCancellation()
                switch step {
                case .ask(let asked, let match):
                    let event = begin(.guard, of: asked.name, to: match.route)
                    let decision = try await trace.run(event) {
                        let decision = try await asked.decide(match)
                        trace.mark(event, decision.traced(by: asked))
                        return decision
                    }
                    try take(decision, of: asked)
                case .call(let handler, let match):
                    try take(await trace.run(begin(match)) { try await handler.run(match) })
                case .report(let listener, let miss): try await listener.run(miss)
                }
            } catch {
                take(error)
            }
        }
        return outcome
    }

    /// Takes the steps that need no waiting where an isolation is current.
    ///
    /// - Returns: The first step that has to be awaited, or `nil` at the end.
    private func advance(on isolation: (any Actor)?) -> Step? {
        while let step = next() {
            do {
                switch step {
                case .ask: return step
                case .call(let handler, let match):
                    guard let handler = handler.inline(on: isolation) else { return step }
                    try Task.checkCancellation()
                    let event = begin(match)
                    try take(event == nil ? handler(match) : trace.run(event) { try handler(match) })
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
