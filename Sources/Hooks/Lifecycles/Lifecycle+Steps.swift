public import Dispatchers

extension Lifecycle {
    /// Runs advice before all moments whose names fit a pattern, steps included, until the registration ends.
    ///
    /// - Parameters:
    ///   - pattern: A name, in which `*` stands for any characters. A step's name is `step`.
    ///   - type: Whose moments: a type, a superclass, or a protocol as `(any P).self`.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do first, with the component, the moment's name and its payload.
    /// - Returns: What keeps the hook in place.
    public func before<Component>(
        named pattern: String, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Component, String, Any) -> Void
    ) -> Registration {
        let hook = Hook(.before, pattern, of: type, priority, SourceLocation(fileID: fileID, line: line))
        return add(hook, named: NamePattern(text: pattern), on: .all) {
            (component: Component, name, payload, proceed) in
            advice(component, name, payload)
            try proceed(payload)
        }
    }

    /// Runs advice after all moments whose names fit a pattern, steps included, until the registration ends.
    public func after<Component>(
        named pattern: String, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Component, String, Any) -> Void
    ) -> Registration {
        let hook = Hook(.after, pattern, of: type, priority, SourceLocation(fileID: fileID, line: line))
        return add(hook, named: NamePattern(text: pattern), on: .all) {
            (component: Component, name, payload, proceed) in
            try proceed(payload)
            advice(component, name, payload)
        }
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
    ///   - stages: What their lives go through.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do first; throwing refuses the step, and no observer receives it then.
    /// - Returns: What keeps the hook in place.
    public func beforeStep<Component, Stage>(
        of type: Component.Type, through stages: Stage.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component, LifeStep<Stage>) throws -> Void
    ) -> Registration {
        let hook = Hook(.before, "steps", of: type, priority, SourceLocation(fileID: fileID, line: line))
        return add(hook, named: nil, on: MomentTopic(.step(of: stages))) { (component: Component, _, step, proceed) in
            if let step = step as? LifeStep<Stage> { try advice(component, step) }
            try proceed(step)
        }
    }

    /// Runs advice after each step of components' lives, before their observers receive it, until the registration ends.
    ///
    /// Throwing takes the step back.
    public func afterStep<Component, Stage>(
        of type: Component.Type, through stages: Stage.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component, LifeStep<Stage>) throws -> Void
    ) -> Registration {
        let hook = Hook(.after, "steps", of: type, priority, SourceLocation(fileID: fileID, line: line))
        return add(hook, named: nil, on: MomentTopic(.step(of: stages))) { (component: Component, _, step, proceed) in
            try proceed(step)
            if let step = step as? LifeStep<Stage> { try advice(component, step) }
        }
    }
}

extension Moment {
    /// A component's step, announced by its ``Life``.
    static func step<Stage>(of stages: Stage.Type) -> Moment where Payload == LifeStep<Stage> { Moment("step") }
}
