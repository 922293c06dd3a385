import SignalboxCore

/// The hooks of one join point at one time, in the order in which a call meets them.
///
/// A plan has no generic parameters: generic code would look up its type in each call.
final class HookPlan: Sendable {
    private let steps: [any AnyObject & Sendable]

    /// A Boolean value that indicates whether any advice runs when the outcome of the call is known.
    let needsOutcome: Bool

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
        if start == steps.count { return try body(&target, arguments) }
        var passed = PassedHooks(from: start)
        if !needsOutcome { return try enter(&passed, &target, arguments, body) }
        let output: Output
        do {
            output = try enter(&passed, &target, arguments, body)
        } catch {
            throw leave(&passed, &target, arguments, failed: error, of: Output.self)
        }
        try leave(&passed, &target, arguments, returned: output)
        return output
    }

    /// Runs the advice before the call, and the body, or the first advice around it.
    private func enter<Target, Arguments, Output>(
        _ passed: inout PassedHooks, _ target: inout Target, _ arguments: Arguments,
        _ body: (inout Target, Arguments) throws -> Output
    ) throws -> Output {
        while passed.position < steps.count {
            let step: HookStep<Target, Arguments, Output> = step(at: passed.position)
            passed.position += 1
            guard step.applies(to: &target) else { continue }
            switch step.advice {
            case .before(let advice):
                try step.call { try advice(&target, arguments) }
            case .around(let advice):
                guard step.begin() else { continue }
                defer { step.entry.finish() }
                let next = passed.position
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

    /// Runs the advice after a call that returned.
    ///
    /// If advice throws, the hooks outside it meet a call that threw.
    private func leave<Target, Arguments, Output>(
        _ passed: inout PassedHooks, _ target: inout Target, _ arguments: Arguments, returned output: Output
    ) throws {
        while let (index, note) = passed.next() {
            let step: HookStep<Target, Arguments, Output> = step(at: index)
            switch step.advice {
            case .after(let advice, _) where step.isUnconditional || note != nil:
                do {
                    try step.call { try advice(&target, arguments, output) }
                } catch {
                    throw leave(&passed, &target, arguments, failed: error, of: Output.self)
                }
            case .spanning: note?.ending?(.success(output))
            default: continue
            }
        }
    }

    /// Runs the advice after a call that threw.
    ///
    /// - Returns: The error of the call, or of the last advice that threw.
    private func leave<Target, Arguments, Output>(
        _ passed: inout PassedHooks, _ target: inout Target, _ arguments: Arguments, failed error: any Error,
        of output: Output.Type
    ) -> any Error {
        var error = error
        while let (index, note) = passed.next() {
            let step: HookStep<Target, Arguments, Output> = step(at: index)
            switch step.advice {
            case .after(_, let advice) where step.isUnconditional || note != nil:
                let outcome = error
                do { try step.call { try advice(&target, arguments, outcome) } } catch let other { error = other }
            case .spanning: note?.ending?(.failure(error))
            default: continue
            }
        }
        return error
    }

    /// Returns one hook as the type that it has.
    ///
    /// Sound, since a plan is asked for by its join point or moment alone, with the types that its steps were made of. A checked
    /// cast would take most of the time of a call.
    func step<Target, Arguments, Output>(at index: Int) -> HookStep<Target, Arguments, Output> {
        unsafe unsafeDowncast(steps[index], to: HookStep<Target, Arguments, Output>.self)
    }
}
