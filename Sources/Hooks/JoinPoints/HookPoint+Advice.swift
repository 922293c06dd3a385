public import Dispatchers

extension HookPoint {
    /// Runs advice before each call, until the registration ends.
    ///
    /// - Parameters:
    ///   - pointcut: The targets concerned.
    ///   - priority: The higher, the further outside.
    ///   - once: Whether the first call that it concerns ends it.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do first. Where the method may throw it may too, and the method is not called.
    /// - Returns: What keeps the hook in place.
    public func before(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: Observe
    ) -> Registration {
        let hook = hook(.before, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        return add(.before(advice), hook, pointcut, HookTerms(isOnce: once))
    }

    /// Runs advice after each call, whether it returned or threw, until the registration ends.
    ///
    /// - Parameters:
    ///   - pointcut: The targets concerned.
    ///   - priority: The higher, the further outside.
    ///   - once: Whether the first call that it concerns ends it.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do last.
    /// - Returns: What keeps the hook in place.
    public func after(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: Observe
    ) -> Registration {
        let hook = hook(.after, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        return add(.after(advice), hook, pointcut, HookTerms(isOnce: once))
    }

    /// Runs advice after each call that returned, with the result, until the registration ends.
    ///
    /// - Parameters:
    ///   - pointcut: The targets concerned.
    ///   - priority: The higher, the further outside.
    ///   - once: Whether the first call that it concerns ends it.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do with the result; `around` replaces it.
    /// - Returns: What keeps the hook in place.
    public func afterReturning(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: Returned
    ) -> Registration {
        let hook = hook(.afterReturning, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        return add(.afterReturning(advice), hook, pointcut, HookTerms(isOnce: once))
    }

    /// Runs advice after each call that threw, with the error, until the registration ends.
    ///
    /// - Parameters:
    ///   - pointcut: The targets concerned.
    ///   - priority: The higher, the further outside.
    ///   - once: Whether the first call that it concerns ends it.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do about the error, which is thrown on; `around` catches it.
    /// - Returns: What keeps the hook in place.
    public func afterThrowing(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: Thrown
    ) -> Registration {
        let hook = hook(.afterThrowing, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        return add(.afterThrowing(advice), hook, pointcut, HookTerms(isOnce: once))
    }

    /// Runs advice in place of each call, until the registration ends.
    ///
    /// - Parameters:
    ///   - pointcut: The targets concerned.
    ///   - priority: The higher, the further outside.
    ///   - once: Whether the first call that it concerns ends it.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do instead. Its last parameter proceeds: not at all, once or often, with any arguments.
    /// - Returns: What keeps the hook in place.
    public func around(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: Around
    ) -> Registration {
        let hook = hook(.around, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        return add(.around(advice), hook, pointcut, HookTerms(isOnce: once))
    }

    private func add(
        _ layer: HookLayer<Around, Observe, Returned, Thrown>, _ hook: Hook, _ pointcut: Pointcut<Target>,
        _ terms: HookTerms
    ) -> Registration {
        let entry =
            if case .before(let advice) = layer {
                HookEntry(hook, pointcut.rule, terms, .before, advice)
            } else {
                HookEntry(hook, pointcut.rule, terms, .layer, layer)
            }
        let registration = Registration(at: hook.location, by: entry.registrar, end: core.add(entry, owner: nil))
        terms.bind { [weak registration] in registration?.cancel() }
        return registration
    }

    func hook(
        _ kind: Hook.Kind, _ pointcut: Pointcut<Target>, _ priority: Int, _ location: SourceLocation
    ) -> Hook {
        let subject = pointcut.rule.isAlways ? "\(Target.self)" : "\(Target.self), \(pointcut)"
        return Hook(kind: kind, subject: subject, priority: priority, location: location)
    }
}

// The owner forms are written once for each shape: no generic can put an owner before the parameters of a function type.

extension HookPoint {
    typealias Layer = HookLayer<Around, Observe, Returned, Thrown>

    func add<Owner: AnyObject & Sendable, A, O, R, T>(
        _ hook: Hook, _ pointcut: Pointcut<Target>, by owner: Owner, _ once: Bool,
        _ layer: @escaping @Sendable (Owner) -> HookLayer<A, O, R, T>
    ) {
        let terms = HookTerms(isOnce: once).owned(by: owner)
        let owned: HookLayer<A, O, R, T> = .owned { [weak owner] in
            guard let owner else { return terms.endWithOwner() }
            return layer(owner)
        }
        let entry = HookEntry(hook, pointcut.rule, terms, .layer, owned)
        terms.bind(core.add(entry, owner: ObjectIdentifier(owner)))
    }
}

extension Hook {
    /// Stops the program where advice of an actor would run elsewhere.
    ///
    /// A synchronous call cannot wait for the actor, and its target may belong to another one.
    func expect(_ isolation: (any Actor)?) {
        isolation?.preconditionIsolated("The hook \(self) touches state of an actor that the call is not made on.")
    }
}
