extension MessageCenter {
    /// Calls the asynchronous handler for every message of a type, one after the other, until the registration is
    /// cancelled or released.
    ///
    /// The handler starts on the actor that it is written in. A message waits until the handler has finished the one
    /// before; cancelling forgets those that wait and lets the running one finish.
    ///
    /// - Parameters:
    ///   - type: What to hear: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - subject: Unless `nil`, only what is posted about this very object is heard, and the observation ends with it.
    ///   - buffer: How many messages wait for the handler, and which go when there are more. Naming one for a synchronous
    ///     handler lets it be served in the same way: it is never called before the post returns.
    ///   - priority: Higher ones are given the message first.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do. An error that it throws goes to the center's error handler and to nobody else.
    /// - Returns: What keeps the observation going.
    public func observe<Message: Sendable>(
        _ type: Message.Type,
        about subject: (any AnyObject & Sendable)? = nil,
        buffer: MessageBuffer<Message> = .dropOldest(beyond: 65_536),
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Message) async throws -> Void
    ) -> Registration {
        let location = SourceLocation(fileID: fileID, line: line)
        let seat = board.makeSeat(
            buffer, about: subject, priority: priority, at: location, startingOn: { handler.isolation },
            calling: { try await handler($0) })
        return register(seat, of: type)
    }

    /// Calls the asynchronous handler for every message of a type, one after the other, for as long as the owner lives.
    ///
    /// The owner is never kept alive, but for the time of a call. Its observations end early with `cancel(by:)`.
    ///
    /// - Parameters:
    ///   - type: What to hear: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - owner: Who observes. It is referenced weakly, which makes retaining it dearer from then on.
    ///   - subject: Unless `nil`, only what is posted about this very object is heard, and the observation ends with it.
    ///   - buffer: How many messages wait for the handler, and which go when there are more. Naming one for a synchronous
    ///     handler lets it be served in the same way: it is never called before the post returns.
    ///   - priority: Higher ones are given the message first.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do, starting on the actor it is written in. An error that it throws goes to the center's
    ///     error handler and to nobody else.
    public func observe<Message: Sendable, Owner: AnyObject & Sendable>(
        _ type: Message.Type,
        by owner: Owner,
        about subject: (any AnyObject & Sendable)? = nil,
        buffer: MessageBuffer<Message> = .dropOldest(beyond: 65_536),
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, Message) async throws -> Void
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        observe(
            at: location, by: owner, about: subject, buffer, priority: priority, startingOn: { handler.isolation },
            calling: { try await handler($0, $1) })
    }

    /// Calls the asynchronous handler on its owner, an actor, for every message of a type, one after the other, for as
    /// long as the actor lives.
    ///
    /// The owner is never kept alive, but for the time of a call. Its observations end early with `cancel(by:)`.
    ///
    /// - Parameters:
    ///   - type: What to hear: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - owner: The actor that observes.
    ///   - subject: Unless `nil`, only what is posted about this very object is heard, and the observation ends with it.
    ///   - buffer: How many messages wait for the handler, and which go when there are more. Naming one for a synchronous
    ///     handler lets it be served in the same way: it is never called before the post returns.
    ///   - priority: Higher ones are given the message first.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do, on the owner. An error that it throws goes to the center's error handler and to nobody
    ///     else.
    public func observe<Message: Sendable, Owner: Actor>(
        _ type: Message.Type,
        by owner: Owner,
        about subject: (any AnyObject & Sendable)? = nil,
        buffer: MessageBuffer<Message> = .dropOldest(beyond: 65_536),
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ handler: @escaping @Sendable (isolated Owner, Message) async throws -> Void
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        observe(
            at: location, by: owner, about: subject, buffer, priority: priority,
            startingOn: { [weak owner] in owner }, calling: { try await handler($0, $1) })
    }

    private func observe<Message: Sendable, Owner: AnyObject & Sendable>(
        at location: SourceLocation,
        by owner: Owner,
        about subject: (any AnyObject & Sendable)?,
        _ buffer: MessageBuffer<Message>,
        priority: Int,
        startingOn isolation: @escaping @Sendable () -> (any Actor)?,
        calling handle: @escaping @Sendable (Owner, Message) async throws -> Void
    ) {
        let seat = board.makeSeat(
            buffer, about: subject, priority: priority, at: location, owner: owner, startingOn: isolation,
            calling: { [weak owner] (message: Message) in
                if let owner { try await handle(owner, message) }
            })
        _ = board.insert(seat, of: Message.self, owner: ObjectIdentifier(owner))
    }
}
