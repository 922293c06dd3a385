extension MessageCenter {
    /// Calls the handler for every message of a type, until the registration is cancelled or released.
    ///
    /// The handler runs on the actor that it is written in, otherwise on the poster. The observation is active when this
    /// returns. Messages that were accepted before are not delivered.
    ///
    /// ```swift
    /// let registration = center.observe(ItemAdded.self) { added in print(added.name) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the messages: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - subject: Unless `nil`, only messages about this object are received, and the subscription ends with it.
    ///   - priority: Subscribers with a higher priority are called first, within one isolation.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler. An error that it throws goes to the center's error handler.
    /// - Returns: The token of the observation. If a handler captures the object that stores the token, neither is ever
    ///   released: name an owner instead.
    public func observe<Message: Sendable>(
        _ type: Message.Type,
        about subject: (any AnyObject & Sendable)? = nil,
        priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Message) throws -> Void
    ) -> Registration {
        Registration(
            of: subscribe(
                TokenHandler(handler), to: type, on: handler.isolation, about: subject, priority: priority,
                at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Calls the handler for every message of a type for as long as the owner lives.
    ///
    /// The owner is retained only during a call. Its observations end early with `cancel(by:)`.
    ///
    /// ```swift
    /// center.observe(ItemAdded.self, by: self) { screen, added in screen.show(added) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the messages: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - owner: The subscriber. It is referenced weakly, which makes retaining it slower from then on.
    ///   - subject: Unless `nil`, only messages about this object are received, and the subscription ends with it.
    ///   - priority: Subscribers with a higher priority are called first, within one isolation.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler, which runs on the actor that it is written in, otherwise on the poster. An error that it
    ///     throws goes to the center's error handler.
    public func observe<Message: Sendable, Owner: AnyObject & Sendable>(
        _ type: Message.Type,
        by owner: Owner,
        about subject: (any AnyObject & Sendable)? = nil,
        priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, Message) throws -> Void
    ) {
        _ = subscribe(
            OwnerHandler(owner, OwnerLending(handler)), to: type, on: handler.isolation, about: subject,
            priority: priority, owner: owner, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Calls the handler on its owner, an actor, for every message of a type for as long as the actor lives.
    ///
    /// The owner is retained only during a call. Its observations end early with `cancel(by:)`.
    ///
    /// ```swift
    /// center.observe(ItemAdded.self, by: self) { stock, added in stock.reserve(added) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the messages: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - owner: The actor that observes.
    ///   - subject: Unless `nil`, only messages about this object are received, and the subscription ends with it.
    ///   - priority: Subscribers with a higher priority are called first, within one isolation.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler, which runs on the owner. An error that it throws goes to the center's error handler.
    public func observe<Message: Sendable, Owner: Actor>(
        _ type: Message.Type,
        by owner: Owner,
        about subject: (any AnyObject & Sendable)? = nil,
        priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ handler: @escaping @Sendable (isolated Owner, Message) throws -> Void
    ) {
        _ = subscribe(
            OwnerHandler(owner, OwnerLending(onOwner: handler)), to: type, on: owner, about: subject,
            priority: priority, owner: owner, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Calls the handler with every message of a type before all other subscribers, until the registration is cancelled or
    /// released.
    ///
    /// A tap is not a subscriber: it cannot consume a message, a message that only a tap receives is a dead letter, and a tap
    /// does not receive retained messages. It runs on the poster, also for messages of centers inside this one. `origin` has
    /// the source location of the post. Use a tap for a recorder, for a bridge to another process, or in a test.
    ///
    /// ```swift
    /// let registration = center.tap((any Sendable).self) { message in log.append(message) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the messages: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler. An error that it throws goes to the center's error handler.
    /// - Returns: The token of the tap.
    public func tap<Message: Sendable>(
        _ type: Message.Type,
        fileID: StaticString = #fileID, line: Int = #line,
        _ handler: @escaping @Sendable (Message) throws -> Void
    ) -> Registration {
        let location = SourceLocation(fileID: fileID, line: line)
        let tap = ConditionalHandler(TokenHandler(handler), about: nil, behind: nil, isTap: true)
        return Registration(of: hub.subscribe(tap, to: hub.topic(of: type), at: location))
    }
}

extension MessageCenter {
    /// Adds a subscriber, and delivers to it what was retained, before any newer message.
    func subscribe<Message: Sendable>(
        _ handler: Handler, to type: Message.Type, on actor: (any Actor)? = nil,
        about subject: (any AnyObject & Sendable)?, priority: Int = 0, owner: (any AnyObject & Sendable)? = nil,
        at location: SourceLocation
    ) -> Subscription {
        let topic = hub.topic(of: type)
        let isRetaining = store.isRetaining
        let gate = isRetaining && actor == nil ? ActorQueue(of: nil, share: 1_024) : nil
        let special = gate != nil || subject != nil ? ConditionalHandler(handler, about: subject, behind: gate) : nil
        // Forgotten meanwhile, a message is released here, outside of the lock.
        var retained: [PendingMessage] = []
        let subscription = hub.subscribe(
            special ?? handler, to: topic, on: actor, priority: priority, owner: owner.map { ObjectIdentifier($0) },
            at: location
        ) { subscription, publish in
            if isRetaining { retained = store.messages(for: topic) }
            if let gate, !retained.isEmpty { _ = gate.begin() }
            let actor = actor.map { ObjectIdentifier($0) }
            for message in retained where topic.includes(message.message) {
                message.beginPart()
                (gate ?? subscription.queue)?.append(isCurrent: gate != nil) { subscription.replay(message, on: actor) }
            }
            publish()
        }
        withExtendedLifetime(retained) {}
        if let gate, gate.isBusy { hub.join { $0.flush(gate.end) } }
        return subscription
    }
}
