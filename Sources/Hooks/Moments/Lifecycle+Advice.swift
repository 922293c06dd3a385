public import SignalboxCore

extension Lifecycle {
    /// Runs advice before a moment, until the registration ends.
    ///
    /// - Parameters:
    ///   - moment: The moment to hook.
    ///   - type: The type of components, a superclass, or a protocol as `(any P).self`.
    ///   - priority: Hooks of higher priority run further outside.
    ///   - fileID: The file in which the hook is written.
    ///   - line: The line on which the hook is written.
    ///   - advice: The code to run.
    /// - Returns: The token of the hook.
    public func before<Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Component, Payload) -> Void
    ) -> Registration {
        add(.before, moment, type, priority, fileID, line, advice).registration()
    }

    /// Runs advice after a moment, until the registration ends.
    ///
    /// - Parameters:
    ///   - moment: The moment to hook.
    ///   - type: The type of components, a superclass, or a protocol as `(any P).self`.
    ///   - priority: Hooks of higher priority run further outside.
    ///   - fileID: The file in which the hook is written.
    ///   - line: The line on which the hook is written.
    ///   - advice: The code to run.
    /// - Returns: The token of the hook.
    public func after<Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Component, Payload) -> Void
    ) -> Registration {
        add(.after, moment, type, priority, fileID, line, advice).registration()
    }

    /// Runs advice around a moment until the registration ends; the last argument of the advice runs the moment.
    ///
    /// - Parameters:
    ///   - moment: The moment to hook.
    ///   - type: The type of components, a superclass, or a protocol as `(any P).self`.
    ///   - priority: Hooks of higher priority run further outside.
    ///   - fileID: The file in which the hook is written.
    ///   - line: The line on which the hook is written.
    ///   - advice: The code to run.
    /// - Returns: The token of the hook.
    public func around<Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component, Payload, (Payload) -> Void) -> Void
    ) -> Registration {
        addAround(moment, type, priority, fileID, line, advice).registration()
    }

    /// Runs advice before a moment, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func before<Owner: AnyObject, Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Owner, Component, Payload) -> Void
    ) {
        _ = add(.before, moment, type, by: owner, priority, fileID, line) { [weak owner, ended] in
            if let owner { advice(owner, $0, $1) } else { ended.set() }
        }
    }

    /// Runs advice after a moment, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func after<Owner: AnyObject, Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Owner, Component, Payload) -> Void
    ) {
        _ = add(.after, moment, type, by: owner, priority, fileID, line) { [weak owner, ended] in
            if let owner { advice(owner, $0, $1) } else { ended.set() }
        }
    }

    /// Runs advice around a moment for as long as the owner lives; the last argument of the advice runs the moment.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func around<Owner: AnyObject, Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Owner, Component, Payload, (Payload) -> Void) -> Void
    ) {
        _ = addAround(moment, type, by: owner, priority, fileID, line) {
            [weak owner, ended] component, payload, proceed in
            if let owner { return advice(owner, component, payload, proceed) }
            ended.set()
            proceed(payload)
        }
    }

    /// Runs advice before an awaited moment, until the registration ends.
    public func before<Component, Payload>(
        _ moment: AwaitedMoment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping (Component, Payload) async -> Void
    ) -> Registration {
        add(.before, moment, type, priority, fileID, line, advice).registration()
    }

    /// Runs advice after an awaited moment, until the registration ends.
    public func after<Component, Payload>(
        _ moment: AwaitedMoment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping (Component, Payload) async -> Void
    ) -> Registration {
        add(.after, moment, type, priority, fileID, line, advice).registration()
    }

    /// Runs advice before an awaited moment, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func before<Owner: AnyObject, Component, Payload>(
        _ moment: AwaitedMoment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping (Owner, Component, Payload) async -> Void
    ) {
        _ = add(.before, moment, type, by: owner, priority, fileID, line) { [weak owner, ended] in
            if let owner { await advice(owner, $0, $1) } else { ended.set() }
        }
    }

    /// Runs advice after an awaited moment, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func after<Owner: AnyObject, Component, Payload>(
        _ moment: AwaitedMoment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping (Owner, Component, Payload) async -> Void
    ) {
        _ = add(.after, moment, type, by: owner, priority, fileID, line) { [weak owner, ended] in
            if let owner { await advice(owner, $0, $1) } else { ended.set() }
        }
    }
}
