extension Lifecycle {
    /// Runs advice before a moment, until the registration ends.
    ///
    /// - Parameters:
    ///   - moment: What is hooked.
    ///   - type: Whose moments: a type, a superclass, or a protocol as `(any P).self`.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do first.
    /// - Returns: What keeps the hook in place.
    public func before<Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component, Payload) -> Void
    ) -> Registration {
        add(
            .before, moment, of: type, priority: priority, at: SourceLocation(fileID: fileID, line: line)
        ) { component, payload, proceed in
            advice(component, payload)
            proceed(payload)
        }
    }

    /// Runs advice after a moment, until the registration ends.
    ///
    /// - Parameters:
    ///   - moment: What is hooked.
    ///   - type: Whose moments: a type, a superclass, or a protocol as `(any P).self`.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do last.
    /// - Returns: What keeps the hook in place.
    public func after<Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component, Payload) -> Void
    ) -> Registration {
        add(
            .after, moment, of: type, priority: priority, at: SourceLocation(fileID: fileID, line: line)
        ) { component, payload, proceed in
            proceed(payload)
            advice(component, payload)
        }
    }

    /// Runs advice in place of a moment, until the registration ends.
    ///
    /// - Parameters:
    ///   - moment: What is hooked.
    ///   - type: Whose moments: a type, a superclass, or a protocol as `(any P).self`.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do instead; its last parameter proceeds, not at all, once or often.
    /// - Returns: What keeps the hook in place.
    public func around<Component, Payload>(
        _ moment: Moment<Payload>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component, Payload, (Payload) -> Void) -> Void
    ) -> Registration {
        add(
            .around, moment, of: type, priority: priority, at: SourceLocation(fileID: fileID, line: line),
            advice
        )
    }
}

extension Lifecycle {
    /// Runs advice before a moment, for as long as the owner lives.
    ///
    /// - Parameters:
    ///   - moment: What is hooked.
    ///   - type: Whose moments: a type, a superclass, or a protocol as `(any P).self`.
    ///   - owner: Who hooks. It is kept alive for the time of a call only; `cancel(by:)` ends the hook early.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do first.
    public func before<Component, Payload, Owner: AnyObject>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Owner, Component, Payload) -> Void
    ) {
        add(
            .before, moment, of: type, by: owner, priority: priority, at: SourceLocation(fileID: fileID, line: line)
        ) { owner, component, payload, proceed in
            advice(owner, component, payload)
            proceed(payload)
        }
    }

    /// Runs advice after a moment, for as long as the owner lives.
    ///
    /// - Parameters:
    ///   - moment: What is hooked.
    ///   - type: Whose moments: a type, a superclass, or a protocol as `(any P).self`.
    ///   - owner: Who hooks. It is kept alive for the time of a call only; `cancel(by:)` ends the hook early.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do last.
    public func after<Component, Payload, Owner: AnyObject>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Owner, Component, Payload) -> Void
    ) {
        add(
            .after, moment, of: type, by: owner, priority: priority, at: SourceLocation(fileID: fileID, line: line)
        ) { owner, component, payload, proceed in
            proceed(payload)
            advice(owner, component, payload)
        }
    }

    /// Runs advice in place of a moment, for as long as the owner lives.
    ///
    /// - Parameters:
    ///   - moment: What is hooked.
    ///   - type: Whose moments: a type, a superclass, or a protocol as `(any P).self`.
    ///   - owner: Who hooks. It is kept alive for the time of a call only; `cancel(by:)` ends the hook early.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do instead; its last parameter proceeds, not at all, once or often.
    public func around<Component, Payload, Owner: AnyObject>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Owner, Component, Payload, (Payload) -> Void) -> Void
    ) {
        add(
            .around, moment, of: type, by: owner, priority: priority, at: SourceLocation(fileID: fileID, line: line),
            advice
        )
    }
}
