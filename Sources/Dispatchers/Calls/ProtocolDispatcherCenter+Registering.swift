extension ProtocolDispatcherCenter {
    /// Registers an owner to be called through a protocol for as long as it lives.
    ///
    /// The owner is retained only during a call. Registering again calls it again.
    ///
    /// ```swift
    /// center.register((any LoginObserver).self, by: self) { $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - owner: The object that is called. It is referenced weakly, which makes retaining it slower from then on.
    ///   - priority: Higher ones are called first.
    ///   - fileID: Where the registration is written; leave it to the compiler.
    ///   - line: Where the registration is written; leave it to the compiler.
    ///   - receiver: Turns the owner into the protocol, before each call. Written on an actor, it lets the owner be called
    ///     on that actor and nowhere else.
    public func register<P, Owner: AnyObject & Sendable>(
        _ type: P.Type,
        by owner: Owner,
        priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable (Owner) -> P
    ) {
        let actor = receiver.isolation
        _ = hub.subscribe(
            CallHandler(owner, unchecked(receiver)), to: topic(of: type), on: actor, priority: priority,
            owner: ObjectIdentifier(owner), at: SourceLocation(fileID: fileID, line: line))
    }

    /// Says what is wrong where the owner does not conform to the protocol; the compiler has no message of its own for that.
    @available(*, unavailable, message: "the owner does not conform to the protocol: declare that it does")
    public func register<P, Owner: AnyObject & Sendable>(
        _ type: P.Type,
        by owner: Owner,
        priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable (Owner) -> Owner
    ) {}

    /// Registers what a closure returns to be called through a protocol, until the registration is cancelled or released.
    ///
    /// The closure is retained, with all that it captures: `{ logger }` keeps the logger.
    ///
    /// ```swift
    /// let registration = center.register((any LoginObserver).self) { session.log }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - priority: Higher ones are called first.
    ///   - fileID: Where the registration is written; leave it to the compiler.
    ///   - line: Where the registration is written; leave it to the compiler.
    ///   - receiver: Returns the receiver, before each call. Written on an actor, the receiver is called there and nowhere
    ///     else.
    /// - Returns: The token of the registration.
    public func register<P>(
        _ type: P.Type,
        priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable () -> P
    ) -> Registration {
        let actor = receiver.isolation
        return Registration(
            of: hub.subscribe(
                CallHandler<P>(unchecked(receiver)), to: topic(of: type), on: actor, priority: priority,
                at: SourceLocation(fileID: fileID, line: line)))
    }

    private func topic<P>(of type: P.Type) -> Topic {
        hub.topic(ObjectIdentifier(type)) { CallTopic<P>(id: ObjectIdentifier(type), showing: type) }
    }
}
