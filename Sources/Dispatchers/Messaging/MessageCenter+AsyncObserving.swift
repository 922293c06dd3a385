extension MessageCenter {
    /// Calls the asynchronous handler for every message of a type, one after the other, until the registration is
    /// cancelled or released.
    ///
    /// The handler starts on the actor that it is written in. A message waits, in an unbounded queue, until the handler
    /// has finished the one before; cancelling forgets those that wait and lets the running one finish.
    ///
    /// - Parameters:
    ///   - type: What to hear: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - priority: Higher ones are given the message first.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do. An error that it throws goes to the center's error handler and to nobody else.
    /// - Returns: What keeps the observation going.
    public func observe<Message: Sendable>(
        _ type: Message.Type,
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Message) async throws -> Void
    ) -> Registration {
        let location = SourceLocation(fileID: fileID, line: line)
        return register(makeSeat(at: location) { try await handler($0) }, priority: priority)
    }

    /// Calls the asynchronous handler for every message of a type, one after the other, for as long as the owner lives.
    ///
    /// The owner is never kept alive, but for the time of a call. Its observations end early with `cancel(by:)`.
    ///
    /// - Parameters:
    ///   - type: What to hear: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - owner: Who observes. It is referenced weakly, which makes retaining it dearer from then on.
    ///   - priority: Higher ones are given the message first.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do, starting on the actor it is written in. An error that it throws goes to the center's
    ///     error handler and to nobody else.
    public func observe<Message: Sendable, Owner: AnyObject & Sendable>(
        _ type: Message.Type,
        by owner: Owner,
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, Message) async throws -> Void
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        observe(at: location, by: owner, priority: priority) { try await handler($0, $1) }
    }

    /// Calls the asynchronous handler on its owner, an actor, for every message of a type, one after the other, for as
    /// long as the actor lives.
    ///
    /// The owner is never kept alive, but for the time of a call. Its observations end early with `cancel(by:)`.
    ///
    /// - Parameters:
    ///   - type: What to hear: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - owner: The actor that observes.
    ///   - priority: Higher ones are given the message first.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do, on the owner. An error that it throws goes to the center's error handler and to nobody
    ///     else.
    public func observe<Message: Sendable, Owner: Actor>(
        _ type: Message.Type,
        by owner: Owner,
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ handler: @escaping @Sendable (isolated Owner, Message) async throws -> Void
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        observe(at: location, by: owner, priority: priority) { try await handler($0, $1) }
    }

    private func observe<Message: Sendable, Owner: AnyObject & Sendable>(
        at location: SourceLocation,
        by owner: Owner,
        priority: Int,
        _ handle: @escaping @Sendable (Owner, Message) async throws -> Void
    ) {
        let isOwnerAlive = { @Sendable [weak owner] in owner != nil }
        let seat = makeSeat(at: location, isOwnerAlive: isOwnerAlive) { [weak owner] (message: Message) in
            if let owner { try await handle(owner, message) }
        }
        _ = insert(seat, priority: priority, owner: ObjectIdentifier(owner))
    }

    /// The seat of an observer that queues its messages for one task, which ends with it.
    private func makeSeat<Message: Sendable>(
        at location: SourceLocation,
        isOwnerAlive: (@Sendable () -> Bool)? = nil,
        _ handle: @escaping @Sendable (Message) async throws -> Void
    ) -> Seat<Message> {
        let (queue, continuation) = AsyncStream.makeStream(of: (message: Message, origin: Origin).self)
        let finish = { @Sendable in continuation.finish() }
        let observer = Observer(of: Message.self, at: location, isOwnerAlive: isOwnerAlive, onEnd: finish)
        // Detached, since it outlives the one who observes: it must not carry his priority and task-local values.
        Task.detached { [weak self, weak observer] in
            for await (message, origin) in queue {
                guard let observer, observer.isActive else { continue }
                do {
                    try await Self.$isReporting.withValue(origin.isReport) { try await handle(message) }
                } catch {
                    self?.report(error, of: observer, for: message, from: origin.location)
                }
            }
        }
        return Seat(observer) { message, origin in
            if let isOwnerAlive, !isOwnerAlive() { return .orphaned }
            continuation.yield((message, Self.isReporting ? origin.reported : origin))
            return .received
        }
    }
}
