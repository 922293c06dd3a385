/// Hooks at one time, in the order in which a call meets them; each call retains it.
///
/// It has no generic parameters: generic code would look up its type in each call.
final class HookPlan: Sendable {
    /// A `HookStep` of the join point's types for each hook.
    private let steps: [any AnyObject & Sendable]
    let identifiers: [ObjectIdentifier]

    /// Orders hooks by priority, then level, then order of registration.
    init<Target, Arguments, Output>(_ steps: [HookStep<Target, Arguments, Output>]) {
        self.steps = steps.sorted { $0.rank < $1.rank }
        identifiers = steps.map { ObjectIdentifier($0.entry) }
    }

    /// Runs a body inside the hooks, from one on.
    func run<Target, Arguments, Output>(
        from start: Int = 0, _ target: inout Target, _ arguments: Arguments,
        _ body: (inout Target, Arguments) throws -> Output
    ) throws -> Output {
        for index in start..<steps.count {
            let step: HookStep<Target, Arguments, Output> = step(steps[index])
            guard step.takesPart(in: target) else { continue }
            return try step.advice.sync(&target, arguments) { try run(from: index + 1, &$0, $1, body) }
        }
        return try body(&target, arguments)
    }

    /// Runs a body inside the hooks, from one on, on the caller's actor.
    nonisolated(nonsending) func run<Target, Arguments, Output>(
        from start: Int = 0, awaiting target: Target, _ arguments: Arguments, _ body: (Arguments) async throws -> Output
    ) async throws -> Output {
        for index in start..<steps.count {
            let step: HookStep<Target, Arguments, Output> = step(steps[index])
            guard step.takesPart(in: target) else { continue }
            return try await step.advice.async(target, arguments) {
                try await run(from: index + 1, awaiting: target, $0, body)
            }
        }
        return try await body(arguments)
    }
}

/// A hook in a plan.
final class HookStep<Target, Arguments, Output>: Sendable {
    let entry: HookEntry
    let advice: HookAdvice<Target, Arguments, Output>

    /// Compared when a plan is made: from the outside in.
    let rank: (Int, PointcutLevel, UInt64)

    /// Whether the hook concerns a target, if it does not concern all.
    private let condition: (@Sendable (Target) -> Bool)?

    /// A hook at a join point, whose advice is of its types.
    init(_ entry: HookEntry, at place: HookPlace) {
        let (rule, general) = (entry.terms.rule, entry.advice as? PointcutAdvice)
        let own = entry.advice as? HookAdvice<Target, Arguments, Output>
        guard let advice = own ?? general.map({ HookAdvice($0, at: place) }) else {
            preconditionFailure("The advice of \(entry.terms.what) is of another shape")
        }
        let level = general == nil && rule.isAlways ? .type : rule.level(place)
        (self.entry, self.advice, rank) = (entry, advice, (-entry.terms.priority, level, entry.number))
        // Of a method and the overrides that call it, what names no class concerns the outermost alone.
        let isWide = general != nil && level <= .protocol
        let isSure = !isWide && rule.answer(place, nil) == true
        let asked: @Sendable (Target) -> Bool = {
            !(isWide && place.isOverridden(for: $0)) && rule.answer(place, $0) ?? true
        }
        condition = (rule.condition as? HookCondition<Target>)?.holds ?? (isSure ? nil : asked)
    }

    /// Whether the hook takes part in a call on a target that begins now.
    func takesPart(in target: Target) -> Bool { condition?(target) ?? true && entry.starts }
}

/// Advice of one hook, in the form in which calls run it: around the rest of the call, with errors of any type.
///
/// Every kind becomes this form when it is registered. A function type that is generic in its error cannot take another
/// one: the compiler of 6.3 crashes. So errors are erased here, and converted where they leave.
struct HookAdvice<Target, Arguments, Output>: Sendable {
    typealias Sync = @Sendable (inout Target, Arguments, (inout Target, Arguments) throws -> Output) throws -> Output
    typealias Async = @Sendable (Target, Arguments, (Arguments) async throws -> Output) async throws -> Output

    /// The form of synchronous join points, which all may change their target.
    var sync: Sync = { _, _, _ in preconditionFailure("Advice of an asynchronous method is not awaited") }
    /// The form of asynchronous ones.
    var async: Async = { _, _, _ in preconditionFailure("Advice of a synchronous method is awaited") }

    static func before(_ advice: @escaping @Sendable (inout Target, Arguments) throws -> Void) -> Self {
        Self(sync: { target, arguments, proceed in
            try advice(&target, arguments)
            return try proceed(&target, arguments)
        })
    }

    static func after<Thrown: Error>(
        _ advice: @escaping @Sendable (inout Target, Arguments, Result<Output, Thrown>) throws -> Void
    ) -> Self {
        Self(sync: { target, arguments, proceed in
            let outcome = Result { try proceed(&target, arguments) }.mapError { converted($0) as Thrown }
            try advice(&target, arguments, outcome)
            return try outcome.get()
        })
    }

    static func around(
        _ advice: @escaping @Sendable (inout Target, Arguments, (inout Target, Arguments) -> Output) -> Output
    ) -> Self {
        Self(sync: { target, arguments, proceed in
            advice(&target, arguments) { target, arguments in
                do { return try proceed(&target, arguments) } catch { unexpected(error) }
            }
        })
    }

    static func before(awaiting advice: @escaping @Sendable (Target, Arguments) async throws -> Void) -> Self {
        Self(async: { target, arguments, proceed in
            try await advice(target, arguments)
            return try await proceed(arguments)
        })
    }

    static func after<Thrown: Error>(
        awaiting advice: @escaping @Sendable (Target, Arguments, Result<Output, Thrown>) async throws -> Void
    ) -> Self {
        Self(async: { target, arguments, proceed in
            let outcome: Result<Output, Thrown>
            do { outcome = .success(try await proceed(arguments)) } catch { outcome = .failure(converted(error)) }
            try await advice(target, arguments, outcome)
            return try outcome.get()
        })
    }
}

extension HookAdvice {
    /// Advice of a pointcut, for calls of either form.
    init(_ advice: PointcutAdvice, at place: HookPlace) {
        sync = { target, arguments, proceed in
            let end = advice.begin(target, HookCall(arguments: arguments, place: place))
            let outcome = Result { try proceed(&target, arguments) }
            end(outcome.map { $0 })
            return try outcome.get()
        }
        async = { target, arguments, proceed in
            let end = advice.begin(target, HookCall(arguments: arguments, place: place))
            let outcome: Result<Output, any Error>
            do { outcome = .success(try await proceed(arguments)) } catch { outcome = .failure(error) }
            end(outcome.map { $0 })
            return try outcome.get()
        }
    }
}

/// Stops the program at an error of what does not throw, though its type does not tell.
func unexpected(_ error: any Error) -> Never { preconditionFailure("\(error)") }

/// An error as the type that a method or its advice throws.
func converted<Failure: Error>(_ error: any Error) -> Failure {
    guard let failure = error as? Failure else {
        preconditionFailure("Advice threw \(error), and the method throws \(Failure.self) alone")
    }
    return failure
}
