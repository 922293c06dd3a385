public import Dispatchers

extension Pointcut {
    /// Runs advice before each call of any join point that matches, until the registration ends.
    ///
    /// Advice runs where each call does, so that it may touch no isolated state, also when it is written in a class of the
    /// main actor. Advice that is marked `@MainActor` may, and concerns join points of the main actor alone. Of a method and
    /// the overrides through which it is called, the outermost alone is concerned, unless the pointcut names a class.
    ///
    /// - Parameters:
    ///   - priority: The higher, the further outside.
    ///   - once: Whether the first call that it concerns ends it.
    ///   - everyOverride: Whether overrides of one method are all concerned.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do first.
    /// - Returns: What keeps the hook in place.
    public func before(
        priority: Int = 0, once: Bool = false, everyOverride: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Target, HookCall) -> Void
    ) -> Registration {
        add(.before(uncheckedAdvice(advice)), advice.isolation, priority, once, everyOverride, fileID, line)
    }

    /// Runs advice after each call of any join point that matches, whether it returned or threw, until the registration ends.
    ///
    /// Advice runs where each call does, so that it may touch no isolated state, also when it is written in a class of the
    /// main actor. Advice that is marked `@MainActor` may, and concerns join points of the main actor alone. Of a method and
    /// the overrides through which it is called, the outermost alone is concerned, unless the pointcut names a class.
    ///
    /// - Parameters:
    ///   - priority: The higher, the further outside.
    ///   - once: Whether the first call that it concerns ends it.
    ///   - everyOverride: Whether overrides of one method are all concerned.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do last.
    /// - Returns: What keeps the hook in place.
    public func after(
        priority: Int = 0, once: Bool = false, everyOverride: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Target, HookCall) -> Void
    ) -> Registration {
        add(.after(uncheckedAdvice(advice)), advice.isolation, priority, once, everyOverride, fileID, line)
    }

    /// Runs advice after each call of any join point that matches and returned, with the result, until the registration ends.
    ///
    /// Advice runs where each call does, so that it may touch no isolated state, also when it is written in a class of the
    /// main actor. Advice that is marked `@MainActor` may, and concerns join points of the main actor alone. Of a method and
    /// the overrides through which it is called, the outermost alone is concerned, unless the pointcut names a class.
    ///
    /// - Parameters:
    ///   - priority: The higher, the further outside.
    ///   - once: Whether the first call that it concerns ends it.
    ///   - everyOverride: Whether overrides of one method are all concerned.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do with the result.
    /// - Returns: What keeps the hook in place.
    public func afterReturning(
        priority: Int = 0, once: Bool = false, everyOverride: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Target, HookCall, Any) -> Void
    ) -> Registration {
        add(.afterReturning(uncheckedAdvice(advice)), advice.isolation, priority, once, everyOverride, fileID, line)
    }

    /// Runs advice after each call of any join point that matches and threw, with the error, until the registration ends.
    ///
    /// Advice runs where each call does, so that it may touch no isolated state, also when it is written in a class of the
    /// main actor. Advice that is marked `@MainActor` may, and concerns join points of the main actor alone. Of a method and
    /// the overrides through which it is called, the outermost alone is concerned, unless the pointcut names a class.
    ///
    /// - Parameters:
    ///   - priority: The higher, the further outside.
    ///   - once: Whether the first call that it concerns ends it.
    ///   - everyOverride: Whether overrides of one method are all concerned.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do about the error, which is thrown on.
    /// - Returns: What keeps the hook in place.
    public func afterThrowing(
        priority: Int = 0, once: Bool = false, everyOverride: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Target, HookCall, any Error) -> Void
    ) -> Registration {
        add(.afterThrowing(uncheckedAdvice(advice)), advice.isolation, priority, once, everyOverride, fileID, line)
    }

    /// Runs something at the beginning of each call and, if it answers that, something at the end.
    func around(
        _ fileID: StaticString, _ line: Int, _ begin: @escaping @Sendable (HookCall) -> ((HookOutcome) -> Void)?
    ) -> Registration {
        add(PointcutAdvice(kind: .around) { _, call in begin(call) }, nil, 0, false, false, fileID, line)
    }

    private func add(
        _ advice: PointcutAdvice<Target>, _ isolation: (any Actor)?, _ priority: Int, _ once: Bool,
        _ everyOverride: Bool, _ fileID: StaticString, _ line: Int
    ) -> Registration {
        let terms = HookTerms(isOnce: once, everyOverride: everyOverride)
        let location = SourceLocation(fileID: fileID, line: line)
        let hook = Hook(kind: advice.kind, subject: "\(self)", priority: priority, location: location)
        let general = GeneralAdvice { target, call in (target as? Target).flatMap { advice.begin($0, call) } }
        let entry = HookEntry(hook, ownRule(on: isolation), terms, .general, general)
        let registration = Registration(
            at: location, by: entry.registrar, end: HookRegistry.shared.add(entry, owner: nil))
        terms.bind { [weak registration] in registration?.cancel() }
        return registration
    }
}

// The owner forms hand the owner in beside the target: in one closure, so that its isolation is known when it is registered.

extension Pointcut {
    /// Runs advice before each call of any join point that matches, for as long as the owner lives.
    ///
    /// As the form without an owner; the owner is kept alive for the time of a call only, and ``cancel(by:)`` ends its hooks
    /// early.
    public func before<Owner: AnyObject & Sendable>(
        by owner: Owner, priority: Int = 0, once: Bool = false, everyOverride: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Owner, Target, HookCall) -> Void
    ) {
        let (isolation, advice) = (advice.isolation, uncheckedAdvice(advice))
        add(.before { advice($0.owner, $0.target, $1) }, owner, isolation, priority, once, everyOverride, fileID, line)
    }

    /// Runs advice after each call of any join point that matches, whether it returned or threw, while the owner lives.
    ///
    /// As the form without an owner; the owner is kept alive for the time of a call only, and ``cancel(by:)`` ends its hooks
    /// early.
    public func after<Owner: AnyObject & Sendable>(
        by owner: Owner, priority: Int = 0, once: Bool = false, everyOverride: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Owner, Target, HookCall) -> Void
    ) {
        let (isolation, advice) = (advice.isolation, uncheckedAdvice(advice))
        add(.after { advice($0.owner, $0.target, $1) }, owner, isolation, priority, once, everyOverride, fileID, line)
    }

    /// Runs advice after each call of any join point that matches and returned, for as long as the owner lives.
    ///
    /// As the form without an owner; the owner is kept alive for the time of a call only, and ``cancel(by:)`` ends its hooks
    /// early.
    public func afterReturning<Owner: AnyObject & Sendable>(
        by owner: Owner, priority: Int = 0, once: Bool = false, everyOverride: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Owner, Target, HookCall, Any) -> Void
    ) {
        let (isolation, advice) = (advice.isolation, uncheckedAdvice(advice))
        add(
            .afterReturning { advice($0.owner, $0.target, $1, $2) }, owner, isolation, priority, once, everyOverride,
            fileID, line)
    }

    /// Runs advice after each call of any join point that matches and threw, for as long as the owner lives.
    ///
    /// As the form without an owner; the owner is kept alive for the time of a call only, and ``cancel(by:)`` ends its hooks
    /// early.
    public func afterThrowing<Owner: AnyObject & Sendable>(
        by owner: Owner, priority: Int = 0, once: Bool = false, everyOverride: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Owner, Target, HookCall, any Error) -> Void
    ) {
        let (isolation, advice) = (advice.isolation, uncheckedAdvice(advice))
        add(
            .afterThrowing { advice($0.owner, $0.target, $1, $2) }, owner, isolation, priority, once, everyOverride,
            fileID, line)
    }

    /// Ends all hooks that an owner named itself for at pointcuts, whatever their targets.
    public static func cancel(by owner: AnyObject) {
        HookRegistry.shared.end(ownedBy: ObjectIdentifier(owner))
    }

    private func add<Owner: AnyObject & Sendable>(
        _ advice: PointcutAdvice<(owner: Owner, target: Target)>, _ owner: Owner, _ isolation: (any Actor)?,
        _ priority: Int, _ once: Bool, _ everyOverride: Bool, _ fileID: StaticString, _ line: Int
    ) {
        let terms = HookTerms(isOnce: once, everyOverride: everyOverride).owned(by: owner)
        let location = SourceLocation(fileID: fileID, line: line)
        let hook = Hook(kind: advice.kind, subject: "\(self)", priority: priority, location: location)
        let general = GeneralAdvice { [weak owner] target, call in
            guard let owner else { return terms.endWithOwner() }
            return (target as? Target).flatMap { advice.begin((owner, $0), call) }
        }
        let entry = HookEntry(hook, ownRule(on: isolation), terms, .general, general)
        terms.bind(HookRegistry.shared.add(entry, owner: ObjectIdentifier(owner)))
    }
}

/// What advice of a pointcut does at the beginning of a call, and answers to be done at its end.
///
/// The subject is the target, or the owner and the target.
private struct PointcutAdvice<Subject>: Sendable {
    let kind: Hook.Kind
    let begin: @Sendable (Subject, HookCall) -> ((HookOutcome) -> Void)?

    static func before(_ advice: @escaping @Sendable (Subject, HookCall) -> Void) -> Self {
        Self(kind: .before) { subject, call in
            advice(subject, call)
            return nil
        }
    }

    static func after(_ advice: @escaping @Sendable (Subject, HookCall) -> Void) -> Self {
        Self(kind: .after) { subject, call in { _ in advice(subject, call) } }
    }

    static func afterReturning(_ advice: @escaping @Sendable (Subject, HookCall, Any) -> Void) -> Self {
        Self(kind: .afterReturning) { subject, call in
            { outcome in if case .success(let output) = outcome { advice(subject, call, output) } }
        }
    }

    static func afterThrowing(_ advice: @escaping @Sendable (Subject, HookCall, any Error) -> Void) -> Self {
        Self(kind: .afterThrowing) { subject, call in
            { outcome in if case .failure(let error) = outcome { advice(subject, call, error) } }
        }
    }
}
