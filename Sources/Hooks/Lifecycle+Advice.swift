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
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component, Payload) -> Void
    ) -> Registration {
        add(.before, moment, type, priority, fileID, line, .before(moment: advice)).registration()
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
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component, Payload) -> Void
    ) -> Registration {
        add(.after, moment, type, priority, fileID, line, .after(moment: advice)).registration()
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
        add(.around, moment, type, priority, fileID, line, .around(moment: advice)).registration()
    }

    /// Runs advice before a moment, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func before<Owner: AnyObject, Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Owner, Component, Payload) -> Void
    ) {
        let upgrade = upgrading(owner)
        _ = add(
            .before, moment, type, priority, fileID, line, by: owner,
            .before(moment: { if let owner = upgrade() { advice(owner, $0, $1) } }))
    }

    /// Runs advice after a moment, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func after<Owner: AnyObject, Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Owner, Component, Payload) -> Void
    ) {
        let upgrade = upgrading(owner)
        _ = add(
            .after, moment, type, priority, fileID, line, by: owner,
            .after(moment: { if let owner = upgrade() { advice(owner, $0, $1) } }))
    }

    /// Runs advice before a moment, which the sender waits for, until the registration ends.
    public func before<Component, Payload>(
        _ moment: AwaitedMoment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping (Component, Payload) async -> Void
    ) -> Registration {
        add(.before, moment.moment, type, priority, fileID, line, .before(awaiting: advice)).registration()
    }

    /// Runs advice after a moment, which the sender waits for, until the registration ends.
    public func after<Component, Payload>(
        _ moment: AwaitedMoment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping (Component, Payload) async -> Void
    ) -> Registration {
        add(.after, moment.moment, type, priority, fileID, line, .after(awaiting: advice)).registration()
    }

    /// Runs advice before a moment, which the sender waits for, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func before<Owner: AnyObject, Component, Payload>(
        _ moment: AwaitedMoment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping (Owner, Component, Payload) async -> Void
    ) {
        let upgrade = upgrading(owner)
        _ = add(
            .before, moment.moment, type, priority, fileID, line, by: owner,
            .before(awaiting: { if let owner = upgrade() { await advice(owner, $0, $1) } }))
    }

    /// Runs advice after a moment, which the sender waits for, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func after<Owner: AnyObject, Component, Payload>(
        _ moment: AwaitedMoment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping (Owner, Component, Payload) async -> Void
    ) {
        let upgrade = upgrading(owner)
        _ = add(
            .after, moment.moment, type, priority, fileID, line, by: owner,
            .after(awaiting: { if let owner = upgrade() { await advice(owner, $0, $1) } }))
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
        add(.before, .step(of: stages), type, priority, fileID, line, .before(moment: advice)).registration()
    }
}

extension Moment {
    /// A step of a component's life, as its ``Life`` announces it.
    static func step<Stage>(of stages: Stage.Type) -> Moment where Payload == LifeStep<Stage> { Moment("step") }
}

// Advice belongs to the isolation of its lifecycle, which alone uses and releases it: so it need not be `Sendable`.

extension HookAdvice where Target == Any, Output == Void {
    fileprivate static func before<Component>(moment advice: @escaping (Component, Arguments) throws -> Void) -> Self {
        let advice: @Sendable (Component, Arguments) throws -> Void = plain(advice)
        return before { target, arguments in try with(target, as: Component.self) { try advice($0, arguments) } }
    }

    fileprivate static func after<Component>(moment advice: @escaping (Component, Arguments) -> Void) -> Self {
        let advice: @Sendable (Component, Arguments) -> Void = plain(advice)
        return after { (target, arguments, outcome: Result<Void, any Error>) in
            if case .success = outcome { try with(target, as: Component.self) { advice($0, arguments) } }
        }
    }

    fileprivate static func around<Component>(
        moment advice: @escaping (Component, Arguments, (Arguments) -> Void) -> Void
    ) -> Self {
        let advice: @Sendable (Component, Arguments, (Arguments) -> Void) -> Void = plain(advice)
        return Self(sync: { target, arguments, proceed in
            guard let component = target as? Component else { return try proceed(&target, arguments) }
            // Only steps of lives are refused, and a pattern's advice may be around them.
            var failure: (any Error)?
            advice(component, arguments) { arguments in
                do { try proceed(&target, arguments) } catch { failure = error }
            }
            if let failure { throw failure }
        })
    }

    fileprivate static func before<Component>(
        awaiting advice: nonisolated(nonsending) @escaping (Component, Arguments) async -> Void
    ) -> Self {
        let advice: nonisolated(nonsending) @Sendable (Component, Arguments) async -> Void = plain(advice)
        return before(awaiting: { (target: Any, arguments: Arguments) in
            if case let component as Component = target { await advice(component, arguments) }
        })
    }

    fileprivate static func after<Component>(
        awaiting advice: nonisolated(nonsending) @escaping (Component, Arguments) async -> Void
    ) -> Self {
        let advice: nonisolated(nonsending) @Sendable (Component, Arguments) async -> Void = plain(advice)
        return after(awaiting: { (target: Any, arguments: Arguments, outcome: Result<Void, any Error>) in
            if case .success = outcome, case let component as Component = target { await advice(component, arguments) }
        })
    }
}
