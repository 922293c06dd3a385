public import Dispatchers

// Every kind of advice is registered as advice around the moment. `MomentHook` erases the types.

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
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Component, Payload) -> Void
    ) -> Registration {
        let hook = Hook(.before, moment, of: type, priority, SourceLocation(fileID: fileID, line: line))
        return add(hook, on: moment) { (component: Component, payload, proceed) in
            advice(component, payload)
            try proceed(payload)
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
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Component, Payload) -> Void
    ) -> Registration {
        let hook = Hook(.after, moment, of: type, priority, SourceLocation(fileID: fileID, line: line))
        return add(hook, on: moment) { (component: Component, payload, proceed) in
            try proceed(payload)
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
        let hook = Hook(.around, moment, of: type, priority, SourceLocation(fileID: fileID, line: line))
        return add(hook, on: moment) { (component: Component, payload, proceed) in
            try passingError(of: proceed) { proceed in advice(component, payload, proceed) }
        }
    }

    /// Runs advice before a moment, for as long as the owner lives.
    ///
    /// The owner is kept alive for the time of a call only; ``cancel(by:)`` ends its hooks early.
    public func before<Component, Payload, Owner: AnyObject>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Owner, Component, Payload) -> Void
    ) {
        let hook = Hook(.before, moment, of: type, priority, SourceLocation(fileID: fileID, line: line))
        add(hook, on: moment, by: owner) { (owner, component: Component, payload, proceed) in
            advice(owner, component, payload)
            try proceed(payload)
        }
    }

    /// Runs advice after a moment, for as long as the owner lives.
    ///
    /// The owner is kept alive for the time of a call only; ``cancel(by:)`` ends its hooks early.
    public func after<Component, Payload, Owner: AnyObject>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Owner, Component, Payload) -> Void
    ) {
        let hook = Hook(.after, moment, of: type, priority, SourceLocation(fileID: fileID, line: line))
        add(hook, on: moment, by: owner) { (owner, component: Component, payload, proceed) in
            try proceed(payload)
            advice(owner, component, payload)
        }
    }

    /// Runs advice in place of a moment, for as long as the owner lives.
    ///
    /// The owner is kept alive for the time of a call only; ``cancel(by:)`` ends its hooks early.
    public func around<Component, Payload, Owner: AnyObject>(
        _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Owner, Component, Payload, (Payload) -> Void) -> Void
    ) {
        let hook = Hook(.around, moment, of: type, priority, SourceLocation(fileID: fileID, line: line))
        add(hook, on: moment, by: owner) { (owner, component: Component, payload, proceed) in
            try passingError(of: proceed) { proceed in advice(owner, component, payload, proceed) }
        }
    }

    private func add<Component, Payload>(
        _ hook: Hook, on moment: Moment<Payload>,
        _ advice: @escaping (Component, Payload, (Payload) throws -> Void) throws -> Void
    ) -> Registration {
        add(hook, named: nil, on: MomentTopic(moment)) { (component: Component, _, payload, proceed) in
            guard let payload = payload as? Payload else { return try proceed(payload) }
            try advice(component, payload, proceed)
        }
    }

    private func add<Component, Payload, Owner: AnyObject>(
        _ hook: Hook, on moment: Moment<Payload>, by owner: Owner,
        _ advice: @escaping (Owner, Component, Payload, (Payload) throws -> Void) throws -> Void
    ) {
        let isOwnerAlive = { [weak owner] in owner != nil }
        let entry = MomentHook(MomentPlace(hook), of: Component.self, named: nil, isOwnerAlive: isOwnerAlive) {
            [weak owner] (component: Component, _, payload, proceed) in
            guard let owner, let payload = payload as? Payload else { return try proceed(payload) }
            try advice(owner, component, payload, proceed)
        }
        _ = insert(entry, on: MomentTopic(moment), owner: owner)
    }

    func add<Component>(
        _ hook: Hook, named names: NamePattern?, on topic: MomentTopic,
        _ advice: @escaping (Component, String, Any, MomentHook.Proceed) throws -> Void
    ) -> Registration {
        let entry = MomentHook(MomentPlace(hook), of: Component.self, named: names, isOwnerAlive: nil, advice)
        return Registration(at: hook.location, by: entry.place.registrar, end: insert(entry, on: topic))
    }
}

/// Lends what may throw to advice that may not, and throws the error when the advice is done.
private func passingError<Payload>(
    of proceed: (Payload) throws -> Void, _ advice: @escaping ((Payload) -> Void) -> Void
) throws {
    var failure: (any Error)?
    advice { payload in
        do { try proceed(payload) } catch { failure = error }
    }
    if let failure { throw failure }
}

extension Hook {
    /// A hook on a moment, of a type of components.
    init<Component>(
        _ kind: Kind, _ moment: some CustomStringConvertible, of type: Component.Type, _ priority: Int,
        _ location: SourceLocation
    ) {
        self.init(kind: kind, subject: "\(moment) of \(type)", priority: priority, location: location)
    }
}

// Moments without a payload: the same with a `()` less to write.

extension Lifecycle {
    /// Runs advice before a moment without a payload, until the registration ends.
    public func before<Component>(
        _ moment: Moment<Void>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Component) -> Void
    ) -> Registration {
        before(moment, of: type, priority: priority, fileID: fileID, line: line) { component, _ in advice(component) }
    }

    /// Runs advice after a moment without a payload, until the registration ends.
    public func after<Component>(
        _ moment: Moment<Void>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Component) -> Void
    ) -> Registration {
        after(moment, of: type, priority: priority, fileID: fileID, line: line) { component, _ in advice(component) }
    }

    /// Runs advice in place of a moment without a payload, until the registration ends.
    public func around<Component>(
        _ moment: Moment<Void>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Component, () -> Void) -> Void
    ) -> Registration {
        around(moment, of: type, priority: priority, fileID: fileID, line: line) { component, _, proceed in
            advice(component) { proceed(()) }
        }
    }

    /// Runs advice before a moment without a payload, for as long as the owner lives.
    public func before<Component, Owner: AnyObject>(
        _ moment: Moment<Void>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Owner, Component) -> Void
    ) {
        before(moment, of: type, by: owner, priority: priority, fileID: fileID, line: line) { owner, component, _ in
            advice(owner, component)
        }
    }

    /// Runs advice after a moment without a payload, for as long as the owner lives.
    public func after<Component, Owner: AnyObject>(
        _ moment: Moment<Void>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Owner, Component) -> Void
    ) {
        after(moment, of: type, by: owner, priority: priority, fileID: fileID, line: line) { owner, component, _ in
            advice(owner, component)
        }
    }

    /// Runs advice in place of a moment without a payload, for as long as the owner lives.
    public func around<Component, Owner: AnyObject>(
        _ moment: Moment<Void>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line, _ advice: @escaping (Owner, Component, () -> Void) -> Void
    ) {
        around(moment, of: type, by: owner, priority: priority, fileID: fileID, line: line) {
            owner, component, _, proceed in advice(owner, component) { proceed(()) }
        }
    }
}
