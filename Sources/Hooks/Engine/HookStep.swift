import SignalboxCore

/// A hook in a plan, with advice for the types of its join point.
final class HookStep<Target, Arguments, Output>: Sendable {
    typealias Advice = HookAdvice<Target, Arguments, Output>

    let entry: HookEntry
    let advice: Advice
    let rank: HookRank

    /// Returns a Boolean value that indicates whether the hook applies to a target; `nil` if it applies to all.
    ///
    /// The target is `inout` so that it is not copied.
    private let condition: (@Sendable (inout Target) -> Bool)?

    /// The join point, for reports.
    private let signature: JoinPointSignature?

    /// A Boolean value that indicates whether the advice may run wherever a call is made.
    private let runsAnywhere: Bool

    /// The registry that withdraws a hook that cannot run at the join point; `nil` if it can.
    private let withdrawing: PointcutRegistry?

    /// Creates the step of a moment's hook, which applies to all components of the plan.
    init(_ entry: HookEntry, _ advice: Advice, at level: PointcutLevel) {
        self.entry = entry
        self.advice = advice
        rank = HookRank(priority: entry.terms.priority, level: level, number: entry.number)
        condition = nil
        signature = nil
        withdrawing = nil
        runsAnywhere = true
    }

    /// Creates the step of a hook at a join point, whose advice is of the types of the join point or of a pointcut.
    init(_ entry: HookEntry, at signature: JoinPointSignature, among reached: PointcutRegistry) {
        let rule = entry.terms.rule
        let general = entry.advice as? PointcutAdvice
        let advice: Advice
        if let general {
            advice = general.advice(at: signature)
        } else if let own = entry.advice as? Advice {
            advice = own
        } else {
            preconditionFailure("The advice of \(entry.terms.what) is of another shape")
        }
        let rank = HookRank(of: entry, at: signature)
        self.entry = entry
        self.advice = advice
        self.signature = signature
        withdrawing = entry.canRun(at: signature) ? nil : reached
        runsAnywhere = entry.canRun(at: signature) && entry.terms.scope == nil && entry.terms.isolation == nil
        self.rank = rank
        // If an override calls its method, a pointcut that names no class applies to the override alone.
        let isWide = general != nil && rank.level <= .protocol
        let isSure = !isWide && rule.answer(signature, nil) == true
        if let condition = rule.condition as? HookCondition<Target> {
            self.condition = condition.holds
        } else if isSure {
            condition = nil
        } else {
            condition = { target in
                if isWide, reached.isOverridden(signature, for: target) { return false }
                return rule.answer(signature, target) ?? true
            }
        }
    }

    /// A Boolean value that indicates whether the hook applies to all targets.
    var isUnconditional: Bool { condition == nil }

    /// Returns a Boolean value that indicates whether the hook applies to a target.
    func applies(to target: inout Target) -> Bool { condition?(&target) ?? true }

    /// Begins a synchronous call of the advice.
    ///
    /// A call that was begun ends with `entry.finish()`.
    ///
    /// - Returns: `false` if the advice may not run: the hook has ended, the call is outside its scope, or it is made elsewhere
    ///   than on the actor of the advice. The last is reported.
    func begin() -> Bool { admitsCall() && entry.begin() }

    /// Makes a synchronous call of the advice, if it may run.
    @inline(__always)
    func call(_ advice: () throws -> Void) rethrows {
        guard begin() else { return }
        defer { entry.finish() }
        try advice()
    }

    /// Makes an asynchronous call of the advice on the caller's actor, if it may run.
    ///
    /// - Returns: `nil` if it may not.
    @discardableResult
    nonisolated(nonsending) func run<Value>(_ advice: () async throws -> Value) async rethrows -> Value? {
        admitsCall() ? try await entry.run(advice) : nil
    }

    /// Returns whether the advice may run where the call is made.
    ///
    /// If it may not, it is reported once. A hook that can run at no call of the join point is withdrawn from it.
    private func admitsCall() -> Bool {
        if runsAnywhere { return true }
        if let scope = entry.terms.scope, !scope.isCurrent { return false }
        if let withdrawing {
            SkippedHook.report(entry, at: signature, .joinPointElsewhere)
            withdrawing.withdraw(entry)
            return false
        }
        guard let isolation = entry.terms.isolation else { return true }
        guard let reason = SkippedHook.Reason(ofCallOn: isCurrent(isolation)) else { return true }
        SkippedHook.report(entry, at: signature, reason)
        return false
    }
}

/// The advice of one hook, in the form in which calls run it, with errors of any type.
///
/// A function type that is generic in its error cannot take another one: the compiler of 6.3 crashes. So errors are erased here,
/// and converted where a call throws them. Only `mutating` methods and their advice change the target.
enum HookAdvice<Target, Arguments, Output>: Sendable {
    typealias Around =
        @Sendable (inout Target, Arguments, (inout Target, Arguments) throws -> Output) throws -> Output
    typealias AwaitedAround = @Sendable (Target, Arguments, (Arguments) async throws -> Output) async throws -> Output

    case before(@Sendable (inout Target, Arguments) throws -> Void)

    /// Advice after a call that returned, and after one that threw.
    ///
    /// These are two functions, since a `Result` of a generic type has to be looked up in each call.
    case after(
        returned: @Sendable (inout Target, Arguments, Output) throws -> Void,
        failed: @Sendable (inout Target, Arguments, any Error) throws -> Void
    )
    case around(Around)

    /// Advice that begins with the call, and returns the code to run at its end.
    ///
    /// The code behind the call runs also if the hook was cancelled meanwhile, since it completes what began. Draining does not wait for it.
    case spanning(@Sendable (inout Target, Arguments) -> HookEnding)

    case awaitedBefore(@Sendable (Target, Arguments) async throws -> Void)
    case awaitedAfter(
        returned: @Sendable (Target, Arguments, Output) async throws -> Void,
        failed: @Sendable (Target, Arguments, any Error) async throws -> Void
    )
    case awaitedAround(AwaitedAround)

    /// A Boolean value that indicates whether it runs when the outcome of the call is known.
    var needsOutcome: Bool {
        switch self {
        case .after, .spanning, .awaitedAfter: true
        case .before, .around, .awaitedBefore, .awaitedAround: false
        }
    }
}

/// The part of advice that runs at the end of a call.
typealias HookEnding = (Result<Any, any Error>) -> Void

/// Stops the program at an error where none can be thrown, which the type does not show.
func unexpected(_ error: any Error) -> Never { preconditionFailure("\(error)") }

/// Returns a function that cannot throw as its type shows.
///
/// - Precondition: The types of the join point rule out that anything throws.
func quiet<Input, Output>(_ function: (Input) throws -> Output, _ input: Input) -> Output {
    do { return try function(input) } catch { unexpected(error) }
}

/// Converts an error to the type that a method or its advice throws.
func converted<Failure: Error>(_ error: any Error) -> Failure {
    guard let failure = error as? Failure else {
        preconditionFailure("Advice threw \(error), and the method throws \(Failure.self) alone")
    }
    return failure
}
