public import Dispatchers

extension Lifecycle {
    /// Runs advice before a moment, until the registration ends.
    ///
    /// - Parameters:
    ///   - moment: What is hooked.
    ///   - type: Whose moments: a type, a superclass, or a protocol as `(any P).self`.
    ///   - priority: Hooks of higher priority run further outside.
    ///   - fileID: Where the hook is written.
    ///   - line: Where the hook is written.
    ///   - advice: What to do.
    /// - Returns: The token of the hook.
    public func before<Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Component, Payload) -> Void
    ) -> Registration {
        let advice = MomentAdvice.before(erased(advice))
        return add(advice, moment, type, priority, SourceLocation(fileID: fileID, line: line)).registration()
    }

    /// Runs advice after a moment, until the registration ends.
    ///
    /// - Parameters:
    ///   - moment: What is hooked.
    ///   - type: Whose moments: a type, a superclass, or a protocol as `(any P).self`.
    ///   - priority: Hooks of higher priority run further outside.
    ///   - fileID: Where the hook is written.
    ///   - line: Where the hook is written.
    ///   - advice: What to do.
    /// - Returns: The token of the hook.
    public func after<Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Component, Payload) -> Void
    ) -> Registration {
        let advice = MomentAdvice.after(erased(advice))
        return add(advice, moment, type, priority, SourceLocation(fileID: fileID, line: line)).registration()
    }

    /// Runs advice in place of a moment, whose last parameter proceeds, until the registration ends.
    ///
    /// - Parameters:
    ///   - moment: What is hooked.
    ///   - type: Whose moments: a type, a superclass, or a protocol as `(any P).self`.
    ///   - priority: Hooks of higher priority run further outside.
    ///   - fileID: Where the hook is written.
    ///   - line: Where the hook is written.
    ///   - advice: What to do.
    /// - Returns: The token of the hook.
    public func around<Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component, Payload, (Payload) -> Void) -> Void
    ) -> Registration {
        let advice = MomentAdvice.around(erased(advice))
        return add(advice, moment, type, priority, SourceLocation(fileID: fileID, line: line)).registration()
    }

    /// Runs advice before a moment, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func before<Component, Payload, Owner: AnyObject>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Owner, Component, Payload) -> Void
    ) {
        let advice = MomentAdvice.before(erased(owned(by: owner, advice)))
        _ = add(advice, moment, type, priority, SourceLocation(fileID: fileID, line: line), by: owner)
    }

    /// Runs advice after a moment, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func after<Component, Payload, Owner: AnyObject>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Owner, Component, Payload) -> Void
    ) {
        let advice = MomentAdvice.after(erased(owned(by: owner, advice)))
        _ = add(advice, moment, type, priority, SourceLocation(fileID: fileID, line: line), by: owner)
    }

    /// Runs advice in place of a moment, whose last parameter proceeds, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func around<Component, Payload, Owner: AnyObject>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Owner, Component, Payload, (Payload) -> Void) -> Void
    ) {
        let advice = MomentAdvice.around(
            erased { [weak owner] (component: Component, payload, proceed) in
                if let owner { advice(owner, component, payload, proceed) } else { proceed(payload) }
            })
        _ = add(advice, moment, type, priority, SourceLocation(fileID: fileID, line: line), by: owner)
    }

    /// Runs advice before each step of components' lives, until the registration ends.
    ///
    /// ```swift
    /// let members = lifecycle.beforeStep(of: (any MembersPage).self, through: ScreenStage.self) { page, step in
    ///     if step.to == .started, !session.isOpen { throw SignInNeeded() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: Whose steps: a type, a superclass, or a protocol as `(any P).self`.
    ///   - stages: The stages of their lives.
    ///   - priority: Hooks of higher priority run further outside.
    ///   - fileID: Where the hook is written.
    ///   - line: Where the hook is written.
    ///   - advice: What to do; throwing refuses the step, and no observer receives it then.
    /// - Returns: The token of the hook.
    public func beforeStep<Component, Stage>(
        of type: Component.Type, through stages: Stage.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component, LifeStep<Stage>) throws -> Void
    ) -> Registration {
        let location = SourceLocation(fileID: fileID, line: line)
        return add(.before(erased(advice)), .step(of: stages), type, priority, location).registration()
    }

    /// Runs advice after each step of components' lives, before their observers receive it, until the registration ends.
    ///
    /// Throwing takes the step back.
    public func afterStep<Component, Stage>(
        of type: Component.Type, through stages: Stage.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component, LifeStep<Stage>) throws -> Void
    ) -> Registration {
        let location = SourceLocation(fileID: fileID, line: line)
        return add(.after(erased(advice)), .step(of: stages), type, priority, location).registration()
    }
}

extension Moment {
    /// A step of a component's life, as its ``Life`` announces it.
    static func step<Stage>(of stages: Stage.Type) -> Moment where Payload == LifeStep<Stage> { Moment("step") }
}

private func erased<Component, Payload>(
    _ advice: @escaping (Component, Payload) throws -> Void
) -> (Any, Payload) throws -> Void {
    { component, payload in if let component = component as? Component { try advice(component, payload) } }
}

/// Lends what may throw to advice that may not, and throws the error when the advice is done.
private func erased<Component, Payload>(
    _ advice: @escaping (Component, Payload, (Payload) -> Void) -> Void
) -> (Any, Payload, (Payload) throws -> Void) throws -> Void {
    { component, payload, proceed in
        guard let component = component as? Component else { return try proceed(payload) }
        var failure: (any Error)?
        advice(component, payload) { payload in
            do { try proceed(payload) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
