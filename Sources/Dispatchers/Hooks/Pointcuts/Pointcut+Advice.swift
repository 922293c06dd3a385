extension Pointcut {
    /// Runs advice before each call of any join point that matches, until the registration ends.
    ///
    /// Of a method and the overrides through which it is called, the outermost alone is concerned, unless the pointcut
    /// names a class. Advice of the main actor concerns join points of the main actor alone, since only there it can run.
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
        @_inheritActorContext _ advice: @escaping @isolated(any) @Sendable (Target, HookCall) -> Void
    ) -> Registration {
        let call = uncheckedAdvice(advice)
        let terms = HookTerms(isOnce: once, everyOverride: everyOverride)
        return add(.before, priority, terms, SourceLocation(fileID: fileID, line: line), advice.isolation) {
            target, hookCall in
            call(target, hookCall)
            return nil
        }
    }

    /// Runs advice after each call of any join point that matches, whether it returned or threw, until the registration ends.
    ///
    /// Of a method and the overrides through which it is called, the outermost alone is concerned, unless the pointcut
    /// names a class. Advice of the main actor concerns join points of the main actor alone, since only there it can run.
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
        @_inheritActorContext _ advice: @escaping @isolated(any) @Sendable (Target, HookCall) -> Void
    ) -> Registration {
        let call = uncheckedAdvice(advice)
        let terms = HookTerms(isOnce: once, everyOverride: everyOverride)
        return add(.after, priority, terms, SourceLocation(fileID: fileID, line: line), advice.isolation) {
            target, hookCall in { _ in call(target, hookCall) }
        }
    }

    /// Runs advice after each call of any join point that matches and returned, with the result, until the registration ends.
    ///
    /// Of a method and the overrides through which it is called, the outermost alone is concerned, unless the pointcut
    /// names a class. Advice of the main actor concerns join points of the main actor alone, since only there it can run.
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
        @_inheritActorContext _ advice: @escaping @isolated(any) @Sendable (Target, HookCall, Any) -> Void
    ) -> Registration {
        let call = uncheckedAdvice(advice)
        let terms = HookTerms(isOnce: once, everyOverride: everyOverride)
        return add(.afterReturning, priority, terms, SourceLocation(fileID: fileID, line: line), advice.isolation) {
            target, hookCall in
            { outcome in if case .success(let output) = outcome { call(target, hookCall, output) } }
        }
    }

    /// Runs advice after each call of any join point that matches and threw, with the error, until the registration ends.
    ///
    /// Of a method and the overrides through which it is called, the outermost alone is concerned, unless the pointcut
    /// names a class. Advice of the main actor concerns join points of the main actor alone, since only there it can run.
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
        @_inheritActorContext _ advice: @escaping @isolated(any) @Sendable (Target, HookCall, any Error) -> Void
    ) -> Registration {
        let call = uncheckedAdvice(advice)
        let terms = HookTerms(isOnce: once, everyOverride: everyOverride)
        return add(.afterThrowing, priority, terms, SourceLocation(fileID: fileID, line: line), advice.isolation) {
            target, hookCall in { outcome in if case .failure(let error) = outcome { call(target, hookCall, error) } }
        }
    }

    /// Runs something at the beginning of each call and, if it answers that, something at the end.
    func around(
        at location: SourceLocation, _ begin: @escaping @Sendable (HookCall) -> ((HookOutcome) -> Void)?
    ) -> Registration {
        add(.around, 0, HookTerms(), location, nil) { _, call in begin(call) }
    }

    private func add(
        _ kind: Hook.Kind, _ priority: Int, _ terms: HookTerms, _ location: SourceLocation,
        _ isolation: (any Actor)?, _ begin: @escaping @Sendable (Target, HookCall) -> ((HookOutcome) -> Void)?
    ) -> Registration {
        let hook = Hook(kind: kind, subject: "\(self)", priority: priority, location: location)
        let entry = GeneralAdvice(hook, ownRule(on: isolation), terms) { target, call in
            (target as? Target).flatMap { begin($0, call) }
        }
        let registration = Registration(at: location, end: HookBoard.shared.add(entry, owner: nil))
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
        @_inheritActorContext _ advice: @escaping @isolated(any) @Sendable (Owner, Target, HookCall) -> Void
    ) {
        let call = uncheckedAdvice(advice)
        let terms = HookTerms(isOnce: once, everyOverride: everyOverride)
        let location = SourceLocation(fileID: fileID, line: line)
        add(.before, by: owner, priority, terms, location, advice.isolation) {
            owner, target, hookCall in
            call(owner, target, hookCall)
            return nil
        }
    }

    /// Runs advice after each call of any join point that matches, whether it returned or threw, while the owner lives.
    ///
    /// As the form without an owner; the owner is kept alive for the time of a call only, and ``cancel(by:)`` ends its hooks
    /// early.
    public func after<Owner: AnyObject & Sendable>(
        by owner: Owner, priority: Int = 0, once: Bool = false, everyOverride: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice: @escaping @isolated(any) @Sendable (Owner, Target, HookCall) -> Void
    ) {
        let call = uncheckedAdvice(advice)
        let terms = HookTerms(isOnce: once, everyOverride: everyOverride)
        let location = SourceLocation(fileID: fileID, line: line)
        add(.after, by: owner, priority, terms, location, advice.isolation) {
            owner, target, hookCall in { _ in call(owner, target, hookCall) }
        }
    }

    /// Runs advice after each call of any join point that matches and returned, for as long as the owner lives.
    ///
    /// As the form without an owner; the owner is kept alive for the time of a call only, and ``cancel(by:)`` ends its hooks
    /// early.
    public func afterReturning<Owner: AnyObject & Sendable>(
        by owner: Owner, priority: Int = 0, once: Bool = false, everyOverride: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice: @escaping @isolated(any) @Sendable (Owner, Target, HookCall, Any) -> Void
    ) {
        let call = uncheckedAdvice(advice)
        let terms = HookTerms(isOnce: once, everyOverride: everyOverride)
        let location = SourceLocation(fileID: fileID, line: line)
        add(.afterReturning, by: owner, priority, terms, location, advice.isolation) {
            owner, target, hookCall in
            { outcome in if case .success(let output) = outcome { call(owner, target, hookCall, output) } }
        }
    }

    /// Runs advice after each call of any join point that matches and threw, for as long as the owner lives.
    ///
    /// As the form without an owner; the owner is kept alive for the time of a call only, and ``cancel(by:)`` ends its hooks
    /// early.
    public func afterThrowing<Owner: AnyObject & Sendable>(
        by owner: Owner, priority: Int = 0, once: Bool = false, everyOverride: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice: @escaping @isolated(any) @Sendable (Owner, Target, HookCall, any Error) -> Void
    ) {
        let call = uncheckedAdvice(advice)
        let terms = HookTerms(isOnce: once, everyOverride: everyOverride)
        let location = SourceLocation(fileID: fileID, line: line)
        add(.afterThrowing, by: owner, priority, terms, location, advice.isolation) {
            owner, target, hookCall in
            { outcome in if case .failure(let error) = outcome { call(owner, target, hookCall, error) } }
        }
    }

    /// Ends all hooks that an owner named itself for at pointcuts, whatever their targets.
    public static func cancel(by owner: AnyObject) {
        HookBoard.shared.end(ownedBy: ObjectIdentifier(owner))
    }

    private func add<Owner: AnyObject & Sendable>(
        _ kind: Hook.Kind, by owner: Owner, _ priority: Int, _ terms: HookTerms, _ location: SourceLocation,
        _ isolation: (any Actor)?, _ begin: @escaping @Sendable (Owner, Target, HookCall) -> ((HookOutcome) -> Void)?
    ) {
        let hook = Hook(kind: kind, subject: "\(self)", priority: priority, location: location)
        let terms = terms.owned(by: owner)
        let entry = GeneralAdvice(hook, ownRule(on: isolation), terms) { [weak owner] target, call in
            guard let owner else { return terms.endWithOwner() }
            return (target as? Target).flatMap { begin(owner, $0, call) }
        }
        terms.bind(HookBoard.shared.add(entry, owner: ObjectIdentifier(owner)))
    }
}
