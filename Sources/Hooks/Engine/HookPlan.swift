import SignalboxCore

/// The hooks of one join point at one time, in the order in which a call meets them.
///
/// A plan has no generic parameters: generic code would look up its type in each call.
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
        if start == count { return try body(&target, arguments) }
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
        while passed.position < count {
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
    private func step<Target, Arguments, Output>(at index: Int) -> HookStep<Target, Arguments, Output> {
        unsafe unsafeDowncast(steps[index], to: HookStep<Target, Arguments, Output>.self)
    }
}

/// The hooks that a call has passed on its way in, which it meets again on its way out, the last first.
private struct PassedHooks {
    /// A mark that a hook takes part in the call.
    struct Note {
        let index: Int

        /// The part of the advice that is left to run.
        let ending: HookEnding?
    }

    /// The index of the first hook that the call has not passed.
    var position: Int

    private let start: Int

    /// The notes on hooks that apply to some targets only, or that have an ending; the others need none.
    private var notes: [Note] = []

    /// Begins the way in at a hook.
    init(from start: Int) {
        self.start = start
        position = start
    }

    /// Notes that the hook passed last takes part.
    mutating func note(_ ending: HookEnding? = nil) { notes.append(Note(index: position - 1, ending: ending)) }

    /// Returns the next hook on the way out, and the note on it.
    mutating func next() -> (index: Int, note: Note?)? {
        guard position > start else { return nil }
        position -= 1
        return (position, notes.last?.index == position ? notes.removeLast() : nil)
    }
}

/// Calls of asynchronous methods, whose advice may be asynchronous.
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

/// Lends a value as `inout` to a body that does not change it, without a copy.
///
/// Sound, since nothing changes the target of a call but a `mutating` method and its advice, which have it as `inout` themselves.
func lend<Value, Output>(_ value: Value, _ body: (inout Value) throws -> Output) rethrows -> Output {
    try unsafe withUnsafePointer(to: value) { try unsafe body(&UnsafeMutablePointer(mutating: $0).pointee) }
}
