import SignalboxCore

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
        _ type: Message.Type, about subject: (any AnyObject & Sendable)? = nil, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Message) throws -> Void
    ) -> Registration {
        let terms = Subscription.Terms(
            actor: handler.isolation, subject: subject, priority: priority,
            location: SourceLocation(fileID: fileID, line: line))
        return Registration(of: hub.subscribe(TokenHandler(handler), to: hub.messageTopic(of: type), terms))
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
        _ type: Message.Type, by owner: Owner, about subject: (any AnyObject & Sendable)? = nil, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, Message) throws -> Void
    ) {
        let terms = Subscription.Terms(
            actor: handler.isolation, subject: subject, priority: priority, owner: ObjectIdentifier(owner),
            location: SourceLocation(fileID: fileID, line: line))
        _ = hub.subscribe(OwnerHandler(owner, BorrowingOwnerHandler(handler)), to: hub.messageTopic(of: type), terms)
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
        _ type: Message.Type, by owner: Owner, about subject: (any AnyObject & Sendable)? = nil, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ handler: @escaping @Sendable (isolated Owner, Message) throws -> Void
    ) {
        let terms = Subscription.Terms(
            actor: owner, subject: subject, priority: priority, owner: ObjectIdentifier(owner),
            location: SourceLocation(fileID: fileID, line: line))
        _ = hub.subscribe(
            OwnerHandler(owner, BorrowingOwnerHandler(onOwner: handler)), to: hub.messageTopic(of: type), terms)
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
        _ type: Message.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ handler: @escaping @Sendable (Message) throws -> Void
    ) -> Registration {
        let terms = Subscription.Terms(isTap: true, location: SourceLocation(fileID: fileID, line: line))
        return Registration(of: hub.subscribe(TokenHandler(handler), to: hub.messageTopic(of: type), terms))
    }

    /// Calls the handler with every message of a type before all other subscribers, for as long as the owner lives.
    ///
    /// The owner is retained only during a call. Its taps end early with `cancel(by:)`. The form without an owner documents the
    /// differences between a tap and a subscriber.
    ///
    /// ```swift
    /// center.tap((any Sendable).self, by: self) { recorder, message in recorder.append(message) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the messages: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - owner: The object that receives them. It is referenced weakly, which makes retaining it slower from then on.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler, which runs on the poster. An error that it throws goes to the center's error handler.
    public func tap<Message: Sendable, Owner: AnyObject & Sendable>(
        _ type: Message.Type, by owner: Owner, fileID: StaticString = #fileID, line: Int = #line,
        _ handler: @escaping @Sendable (Owner, Message) throws -> Void
    ) {
        let terms = Subscription.Terms(
            owner: ObjectIdentifier(owner), isTap: true, location: SourceLocation(fileID: fileID, line: line))
        _ = hub.subscribe(OwnerHandler(owner, BorrowingOwnerHandler(handler)), to: hub.messageTopic(of: type), terms)
    }
}
