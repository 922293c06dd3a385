/// A hook in a plan.
final class HookStep<Target, Arguments, Output>: Sendable {
    let entry: HookEntry
    let advice: HookAdvice<Target, Arguments, Output>

    /// The position among other hooks, from the outside in.
    let rank: (Int, PointcutLevel, UInt64)

    /// Whether the hook applies to a target, which is `inout` so that it is not copied; `nil` if it applies to all.
    private let condition: (@Sendable (inout Target) -> Bool)?

    /// Creates the step of a hook, whose advice is of the types of the join point.
    init(_ entry: HookEntry, at place: HookPlace) {
        let (rule, general) = (entry.terms.rule, entry.advice as? PointcutAdvice)
        let own = entry.advice as? HookAdvice<Target, Arguments, Output>
        guard let advice = own ?? general.map({ .begin($0, at: place) }) else {
            preconditionFailure("The advice of \(entry.terms.what) is of another shape")
        }
        let level = general == nil && rule.isAlways ? .type : rule.level(place)
        (self.entry, self.advice, rank) = (entry, advice, (-entry.terms.priority, level, entry.number))
        // If an override calls its method, a pointcut that names no class applies to the override alone.
        let isWide = general != nil && level <= .protocol
        let isSure = !isWide && rule.answer(place, nil) == true
        let asked: @Sendable (inout Target) -> Bool = {
            !(isWide && place.isOverridden(for: $0)) && rule.answer(place, $0) ?? true
        }
        condition = (rule.condition as? HookCondition<Target>)?.holds ?? (isSure ? nil : asked)
    }

    /// Whether the advice runs in a call on a target that begins now.
    func takesPart(in target: inout Target) -> Bool { condition?(&target) ?? true && entry.starts }
}

/// Advice of one hook, in the form in which calls run it: around the rest of the call, with errors of any type.
///
/// Every kind of advice becomes this form when it is registered. A function type that is generic in its error cannot take another
/// one: the compiler of 6.3 crashes. So errors are erased here, and converted where a call throws them.
struct HookAdvice<Target, Arguments, Output>: Sendable {
    typealias Sync = @Sendable (inout Target, Arguments, (inout Target, Arguments) throws -> Output) throws -> Output
    typealias Async = @Sendable (Target, Arguments, (Arguments) async throws -> Output) async throws -> Output

    /// The form of synchronous join points, of which only `mutating` ones change the target.
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

    static func before<Thrown: Error>(
        awaiting advice: @escaping @Sendable (Target, Arguments) async throws(Thrown) -> Void
    ) -> Self {
        Self(async: { target, arguments, proceed in
            try await advice(target, arguments)
            return try await proceed(arguments)
        })
    }

    static func after<Failure: Error, Thrown: Error>(
        awaiting advice: @escaping @Sendable (Target, Arguments, Result<Output, Failure>) async throws(Thrown) -> Void
    ) -> Self {
        Self(async: { target, arguments, proceed in
            let outcome: Result<Output, Failure>
            do { outcome = .success(try await proceed(arguments)) } catch { outcome = .failure(converted(error)) }
            try await advice(target, arguments, outcome)
            return try outcome.get()
        })
    }

    /// Advice of a pointcut, for calls of either form.
    static func begin(_ advice: PointcutAdvice, at place: HookPlace) -> Self {
        Self { target, arguments, proceed in
            let end = advice.begin(target, HookCall(arguments: arguments, place: place))
            let outcome = Result { try proceed(&target, arguments) }
            end(outcome.map { $0 })
            return try outcome.get()
        } async: { target, arguments, proceed in
            let end = advice.begin(target, HookCall(arguments: arguments, place: place))
            let outcome: Result<Output, any Error>
            do { outcome = .success(try await proceed(arguments)) } catch { outcome = .failure(error) }
            end(outcome.map { $0 })
            return try outcome.get()
        }
    }
}

/// Stops the program at an error where none can be thrown, which the type does not show.
func unexpected(_ error: any Error) -> Never { preconditionFailure("\(error)") }

/// Converts an error to the type that a method or its advice throws.
func converted<Failure: Error>(_ error: any Error) -> Failure {
    guard let failure = error as? Failure else {
        preconditionFailure("Advice threw \(error), and the method throws \(Failure.self) alone")
    }
    return failure
}
