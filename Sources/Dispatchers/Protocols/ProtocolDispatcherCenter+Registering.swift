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
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the registration is written; leave it to the compiler.
    ///   - line: Where the registration is written; leave it to the compiler.
    ///   - receiver: Turns the owner into the protocol, at once; what is not the owner itself is made anew for each call.
    ///     Written on an actor, it lets the owner be called on that actor and nowhere else.
    public func register<P, Owner: AnyObject & Sendable>(
        _ type: P.Type,
        by owner: Owner,
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable (Owner) -> P
    ) {
        let upcast = unchecked(receiver)
        let place = Place(actor: receiver.isolation, priority, SourceLocation(fileID: fileID, line: line))
        let known = place.isHere(isolation) ? CallReceiver(owner, as: try? upcast(owner), isKept: false) : nil
        let target = known.map { .receiver($0) } ?? Listener.Target.maker(CallMaker(of: owner, upcast))
        let listener = Listener(
            to: type, at: place.location, priority: place.priority, in: listeners.queue(of: place.actor),
            isOwnerAlive: { @Sendable [weak owner] in owner != nil }, calling: target)
        _ = insert(listener, owner: ObjectIdentifier(owner))
    }

    /// Lets an object be called through a protocol, and keeps it, until the registration is cancelled or released.
    ///
    /// ```swift
    /// let registration = center.register((any LoginObserver).self, keeping: logger) { $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - object: Who is called, in half the time that an owner takes.
    ///   - priority: Higher ones are called first.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the registration is written; leave it to the compiler.
    ///   - line: Where the registration is written; leave it to the compiler.
    ///   - receiver: Turns the object into the protocol, at once; what is not the object itself is made anew for each call.
    ///     Written on an actor, it lets the object be called on that actor and nowhere else.
    /// - Returns: What keeps the registration going.
    public func register<P, Object: AnyObject & Sendable>(
        _ type: P.Type,
        keeping object: Object,
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable (Object) -> P
    ) -> Registration {
        let upcast = unchecked(receiver)
        let place = Place(actor: receiver.isolation, priority, SourceLocation(fileID: fileID, line: line))
        let known = place.isHere(isolation) ? CallReceiver(object, as: try? upcast(object), isKept: true) : nil
        return add(type, at: place, known.map { .receiver($0) } ?? .maker(CallMaker { try upcast(object) }))
    }

    /// Lets what a closure answers be called through a protocol, until the registration is cancelled or released.
    ///
    /// The closure is kept, and with it all that it captures. It is asked before each call, which takes longer than keeping
    /// an object does: it is for what is no object, or not always the same.
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
    ///   - receiver: Who is called; asked before each call. Written on an actor, it is called there and nowhere else.
    /// - Returns: What keeps the registration going.
    public func register<P>(
        _ type: P.Type,
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable () -> P
    ) -> Registration {
        let place = Place(actor: receiver.isolation, priority, SourceLocation(fileID: fileID, line: line))
        return add(type, at: place, .maker(CallMaker(unchecked(receiver))))
    }

    /// Where a receiver is called, in which order, and where that was written.
    private struct Place {
        let actor: (any Actor)?
        let priority: Int
        let location: SourceLocation

        init(actor: (any Actor)?, _ priority: Int, _ location: SourceLocation) {
            self.actor = actor
            self.priority = priority
            self.location = location
        }

        /// Whether who stands on this actor stands where the receiver is called.
        func isHere(_ current: (any Actor)?) -> Bool { actor == nil || actor === current }
    }

    private func add(_ type: any Any.Type, at place: Place, _ target: Listener.Target) -> Registration {
        let queue = listeners.queue(of: place.actor)
        let listener = Listener(
            to: type, at: place.location, priority: place.priority, in: queue, running: RunningCalls(), calling: target)
        return listeners.registration(of: listener, insert(listener, owner: nil))
    }

    private func insert(_ listener: Listener, owner: ObjectIdentifier?) -> Listeners.Seats.Key? {
        let id = ObjectIdentifier(listener.type)
        let topic = listeners.topic(id) { ListenerTopic(id) }
        return listeners.insert(listener, on: id, owner: owner) { [readers = listeners.readers] key in
            topic.listeners.insert(listener, priority: key.priority, id: key.id, in: readers.epoch)
        }
    }
}
