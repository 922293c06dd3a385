extension MessageCenter {
    /// Calls the asynchronous handler for every message of a type, one after the other, until the registration is
    /// cancelled or released.
    ///
    /// The handler starts on the actor that it is written in. A message waits until the handler has finished the one
    /// before; cancelling discards those that wait, and the running call finishes.
    ///
    /// - Parameters:
    ///   - type: The type of the messages: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - subject: Unless `nil`, only messages about this object are received, and the subscription ends with it.
    ///   - buffer: How many messages wait for the handler, and which are dropped if there are more. With a buffer, a
    ///     synchronous handler is called from its queue, too, and never before the post returns.
    ///   - priority: Subscribers with a higher priority get the message first.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler. An error that it throws goes to the center's error handler.
    /// - Returns: The token of the observation.
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
        return Registration(
            of: subscribe(
                buffer, about: subject, priority: priority, owner: nil, at: location, startingOn: { handler.isolation },
                calling: { try await handler($0) }))
    }

    /// Calls the asynchronous handler for every message of a type, one after the other, for as long as the owner lives.
    ///
    /// The owner is retained only during a call. Its observations end early with `cancel(by:)`.
    ///
    /// - Parameters:
    ///   - type: The type of the messages: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - owner: The subscriber. It is referenced weakly, which makes retaining it slower from then on.
    ///   - subject: Unless `nil`, only messages about this object are received, and the subscription ends with it.
    ///   - buffer: How many messages wait for the handler, and which are dropped if there are more. With a buffer, a
    ///     synchronous handler is called from its queue, too, and never before the post returns.
    ///   - priority: Subscribers with a higher priority get the message first.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler, which starts on the actor that it is written in. An error that it throws goes to the
    ///     center's error handler.
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
        _ = subscribe(
            buffer, about: subject, priority: priority, owner: owner, at: location, startingOn: { handler.isolation },
            calling: { [weak owner] (message: Message) in
                if let owner { try await handler(owner, message) }
            })
    }

    /// Calls the asynchronous handler on its owner, an actor, for every message of a type, one after the other, for as
    /// long as the actor lives.
    ///
    /// The owner is retained only during a call. Its observations end early with `cancel(by:)`.
    ///
    /// - Parameters:
    ///   - type: The type of the messages: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - owner: The actor that observes.
    ///   - subject: Unless `nil`, only messages about this object are received, and the subscription ends with it.
    ///   - buffer: How many messages wait for the handler, and which are dropped if there are more. With a buffer, a
    ///     synchronous handler is called from its queue, too, and never before the post returns.
    ///   - priority: Subscribers with a higher priority get the message first.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler, which runs on the owner. An error that it throws goes to the center's error handler.
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
        _ = subscribe(
            buffer, about: subject, priority: priority, owner: owner, at: location,
            startingOn: { [weak owner] in owner },
            calling: { [weak owner] (message: Message) in
                if let owner { try await handler(owner, message) }
            })
    }

    /// Adds a subscriber whose messages wait for one task, which ends with the subscription.
    ///
    /// The actor is asked for before each call, since an owner must not be kept.
    private func subscribe<Message: Sendable>(
        _ buffer: MessageBuffer<Message>, about subject: (any AnyObject & Sendable)?, priority: Int,
        owner: (any AnyObject & Sendable)?, at location: SourceLocation,
        startingOn isolation: @escaping @Sendable () -> (any Actor)?,
        calling handle: @escaping @Sendable (Message) async throws -> Void
    ) -> Subscription {
        let (inbox, running) = (Inbox(buffer, isServed: true), WaitGroup())
        let subscription = subscribe(
            InboxHandler(inbox, running: running, owner: owner), to: Message.self, about: subject, priority: priority,
            owner: owner, at: location)
        // Detached, since it outlives its maker: it must not carry the priority and the task-local values of that.
        Task.detached {
            while let entry = await inbox.next() {
                guard let message = entry.message.message as? Message else {
                    entry.end(.skipped)
                    continue
                }
                await running.run {
                    await subscription.serve(entry, from: inbox, on: isolation()) { try await handle(message) }
                }
            }
        }
        return subscription
    }
}

extension Subscription {
    /// Calls an asynchronous handler, unless the subscription ended before this arrived on its actor.
    fileprivate func serve(
        _ entry: MessageQueue.Entry, from inbox: Inbox, on actor: (any Actor)?,
        _ handle: @escaping @Sendable () async throws -> Void
    ) async {
        let (message, handling) = (entry.message, Handling(from: inbox, inside: entry.handling))
        inbox.handling = handling
        defer { inbox.handling = nil }
        let call = { @Sendable () async throws -> Bool in
            defer { handling.end() }
            return try await self.start(handle, handling, on: actor)
        }
        do {
            let isStarted = try await Handling.$current.withValue(handling) {
                try await Origin.$handled.withValue(message.origin) {
                    guard hub.trace.isOn else { return try await call() }
                    let subject = hub.subject(.delivery, message.topic, at: message.location, to: location)
                    return try await hub.trace.record(subject, because: message.event) { try await call() }
                }
            }
            entry.end(isStarted ? handling.isConsumed ? .consumed : .done : .skipped)
        } catch {
            if !entry.isAwaited { hub.policy.onFailure(error, self, message.message, message.location) }
            entry.end(.failed(error))
        }
    }

    /// Nothing runs between the look and the handler's start, since both happen on the actor.
    private func start(
        _ handle: @Sendable () async throws -> Void, _ handling: Handling, on actor: isolated (any Actor)?
    ) async throws -> Bool {
        guard isActive else { return false }
        handling.begin()
        try await handle()
        return true
    }
}
