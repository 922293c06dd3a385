import Dispatchers

/// Takes the steps of an opening, and records them in the trace.
extension Journey {
    /// Takes all steps.
    func open() async -> RouteOutcome {
        await recording(event) {
            await finish()
        } as: {
            $0.result.traced
        }
    }

    /// Takes the steps that need no waiting where an isolation is current.
    func open(on isolation: (any Actor)?) -> RouteOutcome {
        let event = trace?.begin(event)
        guard let trace else {
            _ = advance(on: isolation)
            return outcome
        }
        return trace.run(event) {
            _ = advance(on: isolation)
            trace.mark(event, outcome.result.traced)
            return outcome
        }
    }

    /// The event of a handler that gets a match.
    private func event(for match: RouteMatch) -> Trace.Subject {
        event(.delivery, of: match.pattern.text, to: match.route)
    }

    private func finish() async -> RouteOutcome {
        while let step = advance(on: #isolation) {
            do {
                try Task.checkCancellation()
                switch step {
                case .ask(let asked, let match):
                    let decision = try await recording(event(.guard, of: asked.name, to: match.route)) {
                        try await asked.decide(match)
                    } as: {
                        $0.traced(by: asked)
                    }
                    try take(decision, of: asked)
                case .call(let handler, let match):
                    try take(
                        await recording(event(for: match)) {
                            try await handler.run(match)
                        } as: { _ in
                            .done
                        })
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
                    try take(trace?.record(event(for: match)) { try handler(match) } ?? handler(match))
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

    /// Runs a body as an event of the trace, whose outcome depends on the result.
    private func recording<Result>(
        _ subject: @autoclosure () -> Trace.Subject, _ body: nonisolated(nonsending) () async throws -> Result,
        as outcome: (Result) -> TraceEvent.Outcome
    ) async rethrows -> Result {
        guard let trace else { return try await body() }
        let event = trace.begin(subject())
        return try await trace.run(event) {
            let result = try await body()
            trace.mark(event, outcome(result))
            return result
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
