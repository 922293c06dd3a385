import SignalboxCore

extension HookPlan {
    /// Runs a body inside the hooks, from one on, on the caller's actor.
    nonisolated(nonsending) func run<Target, Arguments, Output, Failure: Error>(
        from start: Int = 0, awaiting target: Target, _ arguments: Arguments,
        _ body: (Arguments) async throws(Failure) -> Output
    ) async throws -> Output {
        if start == count { return try await body(arguments) }
        var passed = PassedHooks(from: start)
        if !needsOutcome { return try await enter(&passed, awaiting: target, arguments, body) }
        let output: Output
        do {
            output = try await enter(&passed, awaiting: target, arguments, body)
        } catch {
            throw await leave(&passed, awaiting: target, arguments, failed: error, of: Output.self)
        }
        try await leave(&passed, awaiting: target, arguments, returned: output)
        return output
    }

    /// Runs the advice before the call, and the body, or the first advice around it.
    private nonisolated(nonsending) func enter<Target, Arguments, Output, Failure: Error>(
        _ passed: inout PassedHooks, awaiting target: Target, _ arguments: Arguments,
        _ body: (Arguments) async throws(Failure) -> Output
    ) async throws -> Output {
        while passed.position < count {
            let step: HookStep<Target, Arguments, Output> = step(at: passed.position)
            passed.position += 1
            guard lend(target, { step.applies(to: &$0) }) else { continue }
            switch step.advice {
            case .before(let advice):
                try step.call { try lend(target) { try advice(&$0, arguments) } }
            case .awaitedBefore(let advice):
                try await step.run { try await advice(target, arguments) }
            case .awaitedAround(let advice):
                let next = passed.position
                let output = try await step.run {
                    try await advice(target, arguments) { try await run(from: next, awaiting: target, $0, body) }
                }
                if let output { return output }
            case .after, .awaitedAfter:
                if !step.isUnconditional { passed.note() }
            case .spanning(let begin):
                step.call { lend(target) { passed.note(begin(&$0, arguments)) } }
            case .around:
                preconditionFailure("Advice of a synchronous method is awaited")
            }
        }
        return try await body(arguments)
    }

    /// Runs the advice after a call that returned.
    ///
    /// If advice throws, the hooks outside it meet a call that threw.
    private nonisolated(nonsending) func leave<Target, Arguments, Output>(
        _ passed: inout PassedHooks, awaiting target: Target, _ arguments: Arguments, returned output: Output
    ) async throws {
        while let (index, note) = passed.next() {
            let step: HookStep<Target, Arguments, Output> = step(at: index)
            do {
                switch step.advice {
                case .after(let advice, _) where step.isUnconditional || note != nil:
                    try step.call { try lend(target) { try advice(&$0, arguments, output) } }
                case .awaitedAfter(let advice, _) where step.isUnconditional || note != nil:
                    try await step.run { try await advice(target, arguments, output) }
                case .spanning: note?.ending?(.success(output))
                default: continue
                }
            } catch {
                throw await leave(&passed, awaiting: target, arguments, failed: error, of: Output.self)
            }
        }
    }

    /// Runs the advice after a call that threw.
    ///
    /// - Returns: The error of the call, or of the last advice that threw.
    private nonisolated(nonsending) func leave<Target, Arguments, Output>(
        _ passed: inout PassedHooks, awaiting target: Target, _ arguments: Arguments, failed error: any Error,
        of output: Output.Type
    ) async -> any Error {
        var outcome = error
        while let (index, note) = passed.next() {
            let step: HookStep<Target, Arguments, Output> = step(at: index)
            let error = outcome
            do {
                switch step.advice {
                case .after(_, let advice) where step.isUnconditional || note != nil:
                    try step.call { try lend(target) { try advice(&$0, arguments, error) } }
                case .awaitedAfter(_, let advice) where step.isUnconditional || note != nil:
                    try await step.run { try await advice(target, arguments, error) }
                case .spanning: note?.ending?(.failure(error))
                default: continue
                }
            } catch {
                outcome = error
            }
        }
        return outcome
    }
}
