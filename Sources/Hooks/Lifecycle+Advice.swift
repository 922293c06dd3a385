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
        add(.before(moment: advice), moment, type, terms(.before, moment, type, priority, fileID, line)).registration()
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
        add(.after(moment: advice), moment, type, terms(.after, moment, type, priority, fileID, line)).registration()
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
        add(.around(moment: advice), moment, type, terms(.around, moment, type, priority, fileID, line)).registration()
    }

    /// Runs advice before a moment, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func before<Owner: AnyObject, Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Owner, Component, Payload) -> Void
    ) {
        _ = add(
            .before(moment: owned(by: owner, advice)), moment, type,
            terms(.before, moment, type, priority, fileID, line), by: owner)
    }

    /// Runs advice after a moment, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func after<Owner: AnyObject, Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Owner, Component, Payload) -> Void
    ) {
        _ = add(
            .after(moment: owned(by: owner, advice)), moment, type, terms(.after, moment, type, priority, fileID, line),
            by: owner)
    }

    /// Runs advice before a moment, which the sender waits for, until the registration ends.
    public func before<Component, Payload>(
        _ moment: AwaitedMoment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping (Component, Payload) async -> Void
    ) -> Registration {
        add(.before(awaiting: advice), moment.moment, type, terms(.before, moment.moment, type, priority, fileID, line))
            .registration()
    }

    /// Runs advice after a moment, which the sender waits for, until the registration ends.
    public func after<Component, Payload>(
        _ moment: AwaitedMoment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping (Component, Payload) async -> Void
    ) -> Registration {
        add(.after(awaiting: advice), moment.moment, type, terms(.after, moment.moment, type, priority, fileID, line))
            .registration()
    }

    /// Runs advice before a moment, which the sender waits for, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func before<Owner: AnyObject, Component, Payload>(
        _ moment: AwaitedMoment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping (Owner, Component, Payload) async -> Void
    ) {
        _ = add(
            .before(awaiting: owned(by: owner, advice)), moment.moment, type,
            terms(.before, moment.moment, type, priority, fileID, line), by: owner)
    }

    /// Runs advice after a moment, which the sender waits for, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func after<Owner: AnyObject, Component, Payload>(
        _ moment: AwaitedMoment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping (Owner, Component, Payload) async -> Void
    ) {
        _ = add(
            .after(awaiting: owned(by: owner, advice)), moment.moment, type,
            terms(.after, moment.moment, type, priority, fileID, line), by: owner)
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
        let moment = Moment<LifeStep<Stage>>.step(of: stages)
        return add(.before(moment: advice), moment, type, terms(.before, moment, type, priority, fileID, line))
            .registration()
    }

    private func terms<Component, Payload>(
        _ kind: HookKind, _ moment: Moment<Payload>, _ type: Component.Type, _ priority: Int,
        _ fileID: StaticString, _ line: Int
    ) -> HookTerms {
        HookTerms(kind, "\(moment) of \(type)", priority, fileID, line)
    }

    /// Advice that gets its owner, and does nothing without it.
    private func owned<Owner: AnyObject, Component, Payload>(
        by owner: Owner, _ advice: @escaping (Owner, Component, Payload) -> Void
    ) -> (Component, Payload) -> Void {
        { [weak owner, endings] component, payload in
            if let owner { advice(owner, component, payload) } else { endings.raise() }
        }
    }

    private func owned<Owner: AnyObject, Component, Payload>(
        by owner: Owner, _ advice: nonisolated(nonsending) @escaping (Owner, Component, Payload) async -> Void
    ) -> nonisolated(nonsending) (Component, Payload) async -> Void {
        { [weak owner, endings] component, payload in
            if let owner { await advice(owner, component, payload) } else { endings.raise() }
        }
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
        return Self(sync: { target, arguments, proceed in
            if let component = target as? Component { try advice(component, arguments) }
            try proceed(target, arguments)
        })
    }

    fileprivate static func after<Component>(moment advice: @escaping (Component, Arguments) -> Void) -> Self {
        let advice: @Sendable (Component, Arguments) -> Void = plain(advice)
        return Self(sync: { target, arguments, proceed in
            try proceed(target, arguments)
            if let component = target as? Component { advice(component, arguments) }
        })
    }

    fileprivate static func around<Component>(
        moment advice: @escaping (Component, Arguments, (Arguments) -> Void) -> Void
    ) -> Self {
        let advice: @Sendable (Component, Arguments, (Arguments) -> Void) -> Void = plain(advice)
        return Self(sync: { target, arguments, proceed in
            guard let component = target as? Component else { return try proceed(target, arguments) }
            // Only steps of lives are refused, and a pattern's advice may be around them.
            var failure: (any Error)?
            advice(component, arguments) { arguments in
                do { try proceed(target, arguments) } catch { failure = error }
            }
            if let failure { throw failure }
        })
    }

    fileprivate static func before<Component>(
        awaiting advice: nonisolated(nonsending) @escaping (Component, Arguments) async -> Void
    ) -> Self {
        let advice: nonisolated(nonsending) @Sendable (Component, Arguments) async -> Void = plain(advice)
        return Self(async: { target, arguments, proceed in
            if let component = target as? Component { await advice(component, arguments) }
            try await proceed(arguments)
        })
    }

    fileprivate static func after<Component>(
        awaiting advice: nonisolated(nonsending) @escaping (Component, Arguments) async -> Void
    ) -> Self {
        let advice: nonisolated(nonsending) @Sendable (Component, Arguments) async -> Void = plain(advice)
        return Self(async: { target, arguments, proceed in
            try await proceed(arguments)
            if let component = target as? Component { await advice(component, arguments) }
        })
    }
}
