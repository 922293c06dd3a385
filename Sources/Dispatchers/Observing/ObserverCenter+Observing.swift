extension ObserverCenter {
    /// Tells the handler the current value and every change, until the registration is cancelled or released.
    ///
    /// The handler runs on the actor that it is written in, elsewhere on whoever delivers. If it may run here, it has been
    /// told the current value when this returns, unless the state is being delivered at that time.
    ///
    /// Changes that are made elsewhere wait for the handler's actor. Of more than 64 the newest become one, which
    /// `.merges(beyond:)` changes and `Observation.merged` counts; the last value is always told.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - options: What not to tell.
    ///   - priority: Higher ones are told first, among observers of one isolation.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do.
    /// - Returns: What keeps the observation going. A handler that holds the object which holds this keeps both alive:
    ///   name an owner instead.
    public func observe<Value>(
        _ path: StatePath<Value>,
        options: StateOptions<Value> = [],
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (StateChange<Value>) -> Void
    ) -> Registration {
        let handle = unchecked(telling: handler)
        let attachment = StateAttachment<Value>(
            location: SourceLocation(fileID: fileID, line: line), options: options.forAnyValue, priority: priority,
            actor: handler.isolation, standingOn: isolation.map { ObjectIdentifier($0) },
            target: .handler { lent in
                // A closure of its own, and no cast: the two functions differ in more than their isolation.
                withUnsafePointer(to: lent) { lend(StateChange<Value>.self, at: $0) { handle($0) } }
            })
        return register(attachment.skipping(options.areEqual), at: path)
    }

    /// Tells the handler the current value and every change for as long as the owner lives.
    ///
    /// The owner is never kept alive, but for the time of a call. Its observations end early with `cancel(by:)`. How many
    /// changes may wait for its actor, the form without an owner says.
    ///
    /// ```swift
    /// center.observe(.cart[\.total], by: self) { badge, change in badge.show(change.new) }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - owner: Who observes. It is referenced weakly, which makes retaining it dearer from then on.
    ///   - options: What not to tell.
    ///   - priority: Higher ones are told first, among observers of one isolation.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do, on the actor it is written in, elsewhere on whoever delivers.
    public func observe<Value, Owner: AnyObject & Sendable>(
        _ path: StatePath<Value>,
        by owner: Owner,
        options: StateOptions<Value> = [],
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, StateChange<Value>) -> Void
    ) {
        let (location, actor) = (SourceLocation(fileID: fileID, line: line), handler.isolation)
        observe(
            path, by: owner, options, priority, at: location, on: actor, from: isolation, unchecked(telling: handler))
    }

    /// Tells the handler, on its owner, an actor, the current value and every change for as long as the actor lives.
    ///
    /// The owner is never kept alive, but for the time of a call. Its observations end early with `cancel(by:)`. How many
    /// changes may wait for its actor, the form without an owner says.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - owner: The actor that observes.
    ///   - options: What not to tell.
    ///   - priority: Higher ones are told first, among observers of one isolation.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do, on the owner.
    public func observe<Value, Owner: Actor>(
        _ path: StatePath<Value>,
        by owner: Owner,
        options: StateOptions<Value> = [],
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ handler: @escaping @Sendable (isolated Owner, StateChange<Value>) -> Void
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        observe(
            path, by: owner, options, priority, at: location, on: owner, from: isolation, unchecked(telling: handler))
    }

    /// The two owner forms.
    private func observe<Value, Owner: AnyObject & Sendable>(
        _ path: StatePath<Value>, by owner: Owner, _ options: StateOptions<Value>, _ priority: Int,
        at location: SourceLocation, on actor: (any Actor)?, from isolation: (any Actor)?,
        _ handle: @escaping @Sendable (Owner, StateChange<Value>) throws -> Void
    ) {
        let attachment = StateAttachment<Value>(
            location: location, options: options.forAnyValue, priority: priority, actor: actor,
            standingOn: isolation.map { ObjectIdentifier($0) }, owner: ObjectIdentifier(owner),
            isOwnerAlive: { @Sendable [weak owner] in owner != nil },
            target: .call { [weak owner] address in
                guard let owner else { return false }
                try lend(StateChange<Value>.self, at: address) { change in try handle(owner, change) }
                return true
            })
        _ = path.source.attach(attachment.skipping(options.areEqual), to: self)
    }

    /// Lets somebody observe until the registration ends.
    func register<Value>(_ attachment: StateAttachment<Value>, at path: StatePath<Value>) -> Registration {
        path.source.attach(attachment, to: self) ?? Registration(at: attachment.location) {}
    }

    /// Lets somebody observe, and tells the current value.
    ///
    /// - Returns: What keeps the observation going, if it has no owner.
    func attach<Value>(_ attachment: StateAttachment<Value>, to topic: ListenerTopic) -> Registration? {
        guard let channel = topic.channel else { return nil }
        let options = attachment.options
        let isToldAtOnce = attachment.actor == nil && !options.coalesces
        let changes =
            isToldAtOnce
            ? nil
            : PendingChanges(coalesces: options.coalesces, limit: options.limit ?? PendingChanges.defaultLimit)
        let listener = Listener(
            to: Value.self, at: attachment.location, priority: attachment.priority,
            in: listeners.queue(of: attachment.actor), changes: changes,
            isOwnerAlive: attachment.isOwnerAlive, onEnd: attachment.onEnd, calling: attachment.target)
        let thread = listeners.readers.currentThread
        var occasion = StateOccasion(
            step: channel.step(at: attachment.location, because: thread.mark.cause), thread: thread.number)
        occasion.isSet = false
        var current: StateDelivery?
        let key = listeners.insert(listener, on: topic.id, owner: attachment.owner) {
            [occasion, readers = listeners.readers] key in
            let (unlinked, delivery) = channel.link(
                listener, key, at: topic, skipsCurrent: options.skipsCurrent, by: occasion, in: readers.epoch)
            current = delivery
            return unlinked
        }
        if let current { deliver(current, at: topic, on: attachment.standingOn) }
        return attachment.owner == nil ? listeners.registration(of: listener, key) : nil
    }
}
