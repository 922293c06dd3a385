import SignalboxCore

/// The hooks of one join point at one time, in the order in which a call meets them.
///
/// It has no generic parameters: generic code would look up its type in each call.
final class HookPlan: Sendable {
    private let steps: [any AnyObject & Sendable]

    /// A Boolean value that indicates whether any advice runs when the outcome of the call is known.
    private let needsOutcome: Bool

    /// Creates a plan of steps in their order, all of one type.
    init(_ steps: [any AnyObject & Sendable], needsOutcome: Bool) {
        self.steps = steps
        self.needsOutcome = needsOutcome
    }

    /// The number of hooks.
    var count: Int { steps.count }

    /// Runs a body inside the hooks, from one on.
    ///
    /// Advice before and after a call takes no stack; advice around it calls the rest of the hooks.
    func run<Target, Arguments, Output>(
        from start: Int = 0, _ target: inout Target, _ arguments: Arguments,
        _ body: (inout Target, Arguments) throws -> Output
    ) throws -> Output {
        var passed = PassedHooks(from: start)
        if !needsOutcome { return try enter(&passed, &target, arguments, body) }
        var outcome: Result<Output, any Error>
        do {
            outcome = .success(try enter(&passed, &target, arguments, body))
        } catch {
            outcome = .failure(error)
        }
        while let (index, note) = passed.next() {
            let step: HookStep<Target, Arguments, Output> = step(at: index)
            do {
                try leave(step, note, &target, arguments, outcome)
            } catch {
                outcome = .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Runs a body inside the hooks, from one on, on the caller's actor.
    nonisolated(nonsending) func run<Target, Arguments, Output, Failure: Error>(
        from start: Int = 0, awaiting target: Target, _ arguments: Arguments,
        _ body: (Arguments) async throws(Failure) -> Output
    ) async throws -> Output {
        var passed = PassedHooks(from: start)
        if !needsOutcome { return try await enter(&passed, awaiting: target, arguments, body) }
        var outcome: Result<Output, any Error>
        do {
            outcome = .success(try await enter(&passed, awaiting: target, arguments, body))
        } catch {
            outcome = .failure(error)
        }
        while let (index, note) = passed.next() {
            let step: HookStep<Target, Arguments, Output> = step(at: index)
            do {
                try await leave(step, note, awaiting: target, arguments, outcome)
            } catch {
                outcome = .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Runs the advice before the call, and the body, or the first advice around it.
    private func enter<Target, Arguments, Output>(
        _ passed: inout PassedHooks, _ target: inout Target, _ arguments: Arguments,
        _ body: (inout Target, Arguments) throws -> Output
    ) throws -> Output {
        while passed.end < steps.count {
            let step: HookStep<Target, Arguments, Output> = step(at: passed.end)
            passed.end += 1
            guard step.applies(to: &target) else { continue }
            switch step.advice {
            case .before(let advice):
                try step.call { try advice(&target, arguments) }
            case .around(let advice):
                guard step.begin() else { continue }
                defer { step.entry.finish() }
                let next = passed.end
                return try advice(&target, arguments) { try run(from: next, &$0, $1, body) }
            case .after:
                if !step.isUnconditional { passed.note() }
            case .spanning(let begin):
                step.call { passed.note(begin(&target, arguments)) }
            case .awaitedBefore, .awaitedAfter, .awaitedAround:
                preconditionFailure("Advice of an asynchronous method is not awaited")
            }
        }
        return try body(&target, arguments)
    }

    /// Runs the advice of one hook after the call.
    private func leave<Target, Arguments, Output>(
        _ step: HookStep<Target, Arguments, Output>, _ note: PassedHooks.Note?, _ target: inout Target,
        _ arguments: Arguments, _ outcome: Result<Output, any Error>
    ) throws {
        switch step.advice {
        case .after(let advice) where step.isUnconditional || note != nil:
            try step.call { try advice(&target, arguments, outcome) }
        case .spanning:
            note?.ending?(outcome.map { $0 })
        default:
            return
        }
    }

    /// Runs the advice before the call, and the body, or the first advice around it, on the caller's actor.
    private nonisolated(nonsending) func enter<Target, Arguments, Output, Failure: Error>(
        _ passed: inout PassedHooks, awaiting target: Target, _ arguments: Arguments,
        _ body: (Arguments) async throws(Failure) -> Output
    ) async throws -> Output {
        while passed.end < steps.count {
            let step: HookStep<Target, Arguments, Output> = step(at: passed.end)
            passed.end += 1
            guard lend(target, { step.applies(to: &$0) }) else { continue }
            switch step.advice {
            case .before(let advice):
                try step.call { try lend(target) { try advice(&$0, arguments) } }
            case .awaitedBefore(let advice):
                if step.mayRun { try await step.entry.run { try await advice(target, arguments) } }
            case .awaitedAround(let advice):
                let next = passed.end
                let output = try await step.entry.run {
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

    /// Runs the advice of one hook after the call, on the caller's actor.
    private nonisolated(nonsending) func leave<Target, Arguments, Output>(
        _ step: HookStep<Target, Arguments, Output>, _ note: PassedHooks.Note?, awaiting target: Target,
        _ arguments: Arguments, _ outcome: Result<Output, any Error>
    ) async throws {
        switch step.advice {
        case .after(let advice) where step.isUnconditional || note != nil:
            try step.call { try lend(target) { try advice(&$0, arguments, outcome) } }
        case .awaitedAfter(let advice) where step.isUnconditional || note != nil:
            guard step.mayRun else { return }
            try await step.entry.run { try await advice(target, arguments, outcome) }
        case .spanning:
            note?.ending?(outcome.map { $0 })
        default:
            return
        }
    }

    /// Returns one hook as the type that it has.
    ///
    /// Sound, since a plan is asked for by its join point or moment alone, with the types that its steps were made of. A checked
    /// cast would take most of the time of a call.
    private func step<Target, Arguments, Output>(at index: Int) -> HookStep<Target, Arguments, Output> {
        unsafe unsafeDowncast(steps[index], to: HookStep<Target, Arguments, Output>.self)
    }
}
