extension ProtocolDispatcherCenter {
    /// Lets an owner be called through a protocol for as long as it lives.
    ///
    /// The owner is never kept alive, but for the time of a call. Registering again calls it again.
    ///
    /// ```swift
    /// center.register((any LoginObserver).self, by: self) { $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - owner: Who is called. It is referenced weakly, which makes retaining it dearer from then on.
    ///   - priority: Higher ones are called first.
    ///   - fileID: Where the registration is written; leave it to the compiler.
    ///   - line: Where the registration is written; leave it to the compiler.
    ///   - receiver: Turns the owner into the protocol before each call. Written on an actor, it lets the owner be called
    ///     on that actor and nowhere else.
    public func register<P, Owner: AnyObject & Sendable>(
        _ type: P.Type,
        by owner: Owner,
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable (Owner) -> P
    ) {
        let upcast = unchecked(receiver)
        let location = SourceLocation(fileID: fileID, line: line)
        add(type, by: owner, on: receiver.isolation, priority, at: location) { [weak owner] address in
            guard let owner else { return false }
            try lend(CallBody<P>.self, at: address) { body in try body.call(try upcast(owner)) }
            return true
        }
    }

    /// Lets an owner be called through a protocol for as long as it lives, lending it to each call.
    ///
    /// It does what `register(_:by:)` does, in about half the time: the call is given the owner as it is, and no copy as the
    /// protocol is made.
    ///
    /// ```swift
    /// center.register((any LoginObserver).self, by: self, lending: { owner, call in try call(owner) })
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - owner: Who is called. It is referenced weakly, which makes retaining it dearer from then on.
    ///   - priority: Higher ones are called first.
    ///   - fileID: Where the registration is written; leave it to the compiler.
    ///   - line: Where the registration is written; leave it to the compiler.
    ///   - handOver: Hands the owner to the call, once. Written on an actor, it is called there and nowhere else.
    public func register<P, Owner: AnyObject & Sendable>(
        _ type: P.Type,
        by owner: Owner,
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext lending handOver:
            @escaping @isolated(any) @Sendable (Owner, (P) throws -> Void) throws -> Void
    ) {
        let isolation = handOver.isolation
        let handOver = unchecked(lending: handOver)
        let location = SourceLocation(fileID: fileID, line: line)
        add(type, by: owner, on: isolation, priority, at: location) { [weak owner] address in
            guard let owner else { return false }
            try lend(CallBody<P>.self, at: address) { body in try handOver(owner, body.call) }
            return true
        }
    }

    /// Lets what a closure answers be called through a protocol, until the registration is cancelled or released.
    ///
    /// The closure is kept, and with it all that it captures.
    ///
    /// ```swift
    /// let registration = center.register((any LoginObserver).self) { logger }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - priority: Higher ones are called first.
    ///   - fileID: Where the registration is written; leave it to the compiler.
    ///   - line: Where the registration is written; leave it to the compiler.
    ///   - receiver: Who is called; asked before each call. Written on an actor, it is called there and nowhere else.
    /// - Returns: What keeps the registration going.
    public func register<P>(
        _ type: P.Type,
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable () -> P
    ) -> Registration {
        let make = unchecked(receiver)
        let location = SourceLocation(fileID: fileID, line: line)
        return add(type, on: receiver.isolation, priority, at: location) { address in
            try lend(CallBody<P>.self, at: address) { body in try body.call(try make()) }
            return true
        }
    }

    /// Lets what a closure lends be called through a protocol, until the registration is cancelled or released.
    ///
    /// It does what `register(_:)` does, in less than half the time: the call is given the receiver as it is, and no copy as
    /// the protocol is made.
    ///
    /// ```swift
    /// let registration = center.register((any LoginObserver).self, lending: { call in try call(logger) })
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - priority: Higher ones are called first.
    ///   - fileID: Where the registration is written; leave it to the compiler.
    ///   - line: Where the registration is written; leave it to the compiler.
    ///   - handOver: Hands the receiver to the call, once. Written on an actor, it is called there and nowhere else.
    /// - Returns: What keeps the registration going.
    public func register<P>(
        _ type: P.Type,
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext lending handOver:
            @escaping @isolated(any) @Sendable ((P) throws -> Void) throws -> Void
    ) -> Registration {
        let isolation = handOver.isolation
        let handOver = unchecked(lending: handOver)
        let location = SourceLocation(fileID: fileID, line: line)
        return add(type, on: isolation, priority, at: location) { address in
            try lend(CallBody<P>.self, at: address) { body in try handOver(body.call) }
            return true
        }
    }

    private func add(
        _ type: any Any.Type, on actor: (any Actor)?, _ priority: Int, at location: SourceLocation,
        _ call: @escaping Listener.Call
    ) -> Registration {
        let listener = Listener(to: type, at: location, in: listeners.queue(of: actor), call: call)
        return listeners.registration(of: listener, insert(listener, priority, owner: nil))
    }

    private func add(
        _ type: any Any.Type, by owner: some AnyObject & Sendable, on actor: (any Actor)?, _ priority: Int,
        at location: SourceLocation, _ call: @escaping Listener.Call
    ) {
        let listener = Listener(
            to: type, at: location, in: listeners.queue(of: actor),
            isOwnerAlive: { @Sendable [weak owner] in owner != nil }, call: call)
        _ = insert(listener, priority, owner: ObjectIdentifier(owner))
    }

    private func insert(_ listener: Listener, _ priority: Int, owner: ObjectIdentifier?) -> Listeners.Seats.Key? {
        let id = ObjectIdentifier(listener.type)
        let topic = listeners.topic(id) { Topic(id) }
        return listeners.insert(listener, on: id, priority: priority, owner: owner) { key in
            topic.listeners.insert(listener, priority: key.priority, id: key.id)
        }
    }
}
