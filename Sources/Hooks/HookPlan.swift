import Synchronization

/// Hooks at one time, in the order in which a call meets them; each call retains it.
///
/// It has no generic parameters: generic code would look up its type in each call.
final class HookPlan: Sendable {
    let entries: [HookEntry]

    /// The first hook that a call meets.
    let first: HookCursor
    private let steps: [any AnyObject & Sendable]
    private let identifiers: [ObjectIdentifier]

    /// Retains entries for calls, whose hooks are in plans that do not retain them.
    convenience init(retaining entries: [HookEntry]) { self.init(entries, [ChainedHook<Void, Void, Void>]()) }

    /// Orders hooks by priority, then level, then order of registration.
    init<Target, Arguments, Output>(
        _ entries: [HookEntry], _ hooks: [ChainedHook<Target, Arguments, Output>]
    ) {
        func rank(_ hook: ChainedHook<Target, Arguments, Output>) -> (Int, PointcutLevel, UInt64) {
            (-hook.entry.terms.priority, hook.level, hook.entry.number)
        }
        var steps: [HookStep<Target, Arguments, Output>] = []
        for hook in hooks.sorted(by: { rank($0) > rank($1) }) {
            steps.append(HookStep(hook, before: HookCursor(before: steps.last)))
        }
        (self.entries, self.steps, first) = (entries, steps, HookCursor(before: steps.last))
        identifiers = entries.map { ObjectIdentifier($0) }
    }

    /// Runs an asynchronous call inside of which the current task is in these hooks.
    nonisolated(nonsending) func enclose<Output>(_ call: () async throws -> Output) async rethrows -> Output {
        defer { withExtendedLifetime(self) {} }
        let outer = HookEntry.enclosing
        let hooks = outer.isEmpty ? identifiers : outer + identifiers
        return try await withTaskLocal(HookEntry.$enclosing, hooks, isolation: #isolation, call)
    }
}

/// A hook as a plan takes it.
struct ChainedHook<Target, Arguments, Output> {
    let entry: HookEntry
    let level: PointcutLevel
    var advice: HookAdvice<Target, Arguments, Output>
    /// Whether the hook concerns a target, if it does not concern all.
    var condition: (@Sendable (Target) -> Bool)?
}

/// The plan that calls read and changes drop, if there is one.
final class PublishedPlan: Sendable {
    // The lock is not `Protected`: that is generic code of another module, which would take most of the time of a call.
    private let stored = Mutex<HookPlan?>(nil)
    /// Shows the thread sanitizer of Linux the order that the lock makes.
    private let edge = Atomic(false)

    var plan: HookPlan? {
        get { withLock { $0 } }
        set { withLock { $0 = newValue } }
    }

    func take() -> HookPlan? { withLock { $0.take() } }

    /// Drops the plan; what it alone retains is released after unlocking.
    func drop() { _ = take() }

    private func withLock<Result>(_ body: (inout HookPlan?) -> Result) -> Result {
        stored.withLock { plan in
            _ = edge.load(ordering: .acquiring)
            defer { edge.store(true, ordering: .releasing) }
            return body(&plan)
        }
    }
}

extension ChainedHook {
    /// A hook at a join point and the methods that override its own.
    init(_ entry: HookEntry, at place: HookPlace, overriddenBy overrides: [HookPlace]) {
        let (rule, general) = (entry.terms.rule, entry.advice as? PointcutAdvice)
        let own = entry.advice as? HookAdvice<Target, Arguments, Output>
        guard let advice = own ?? general.map({ HookAdvice($0, at: place) }) else {
            preconditionFailure("The advice of \(entry.terms.what) is of another shape")
        }
        (self.entry, self.advice) = (entry, advice)
        level = general == nil && rule.isAlways ? .type : rule.level(place)
        if general != nil, level <= .protocol, !overrides.isEmpty {
            // Of a method and the overrides that call it, the outermost alone is concerned.
            condition = { target in
                !overrides.contains { $0.contains(target) } && rule.answer(place, target) ?? true
            }
        } else if let condition = rule.condition as? HookCondition<Target> {
            self.condition = condition.holds
        } else if rule.answer(place, nil) != true {
            condition = { target in rule.answer(place, target) ?? true }
        }
    }
}

/// Advice of one hook, in the form in which calls run it: around the rest of the call, with errors of any type.
///
/// Every kind becomes this form when it is registered. A function type that is generic in its error cannot take another
/// one: the compiler of 6.3 crashes. So errors are erased here, and converted where they leave.
struct HookAdvice<Target, Arguments, Output>: Sendable {
    typealias Sync =
        @Sendable (inout Target, Arguments, (inout Target, Arguments) throws -> Output) throws -> Output
    typealias Async =
        nonisolated(nonsending) @Sendable (
            Target, Arguments, nonisolated(nonsending) (Arguments) async throws -> Output
        ) async throws -> Output

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
            let outcome: Result<Output, Thrown>
            do { outcome = .success(try proceed(&target, arguments)) } catch { outcome = .failure(converted(error)) }
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

    static func before(
        awaiting advice: nonisolated(nonsending) @escaping @Sendable (Target, Arguments) async throws -> Void
    ) -> Self {
        Self(async: { target, arguments, proceed in
            try await advice(target, arguments)
            return try await proceed(arguments)
        })
    }

    static func after<Thrown: Error>(
        awaiting advice:
            nonisolated(nonsending) @escaping @Sendable (Target, Arguments, Result<Output, Thrown>) async throws -> Void
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
            guard let end else { return try proceed(&target, arguments) }
            let outcome = Result { try proceed(&target, arguments) }
            end(outcome.map { $0 })
            return try outcome.get()
        }
        async = { target, arguments, proceed in
            let end = advice.begin(target, HookCall(arguments: arguments, place: place))
            guard let end else { return try await proceed(arguments) }
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
