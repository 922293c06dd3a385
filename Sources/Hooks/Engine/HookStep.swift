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
