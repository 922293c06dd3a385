import SignalboxCore

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
    ///   - buffer: The number of messages that wait for the handler, and the choice of those that are dropped. With a
    ///     buffer, a synchronous handler is called from its queue, too, and never by the post itself.
    ///   - priority: Subscribers with a higher priority get the message first.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler. An error that it throws goes to the center's error handler.
    /// - Returns: The token of the observation.
    public func observe<Message: Sendable>(
        _ type: Message.Type, about subject: (any AnyObject & Sendable)? = nil,
        buffer: MessageBuffer<Message> = .dropOldest(beyond: 65_536), priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Message) async throws -> Void
    ) -> Registration {
        let terms = Subscription.Terms(
            subject: subject, priority: priority, location: SourceLocation(fileID: fileID, line: line))
        let isolation = handler.isolation
        let call = { @Sendable (message: Message) in
            try await handler(message)
            return true
        }
        return Registration(of: subscribe(buffer, terms, startingOn: { isolation }, calling: call))
    }

    /// Calls the asynchronous handler for every message of a type, one after the other, for as long as the owner lives.
    ///
    /// The owner is retained only during a call. Its observations end early with `cancel(by:)`.
    ///
    /// - Parameters:
    ///   - type: The type of the messages: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - owner: The subscriber. It is referenced weakly, which makes retaining it slower from then on.
    ///   - subject: Unless `nil`, only messages about this object are received, and the subscription ends with it.
    ///   - buffer: The number of messages that wait for the handler, and the choice of those that are dropped. With a
    ///     buffer, a synchronous handler is called from its queue, too, and never by the post itself.
    ///   - priority: Subscribers with a higher priority get the message first.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler, which starts on the actor that it is written in. An error that it throws goes to the
    ///     center's error handler.
    public func observe<Message: Sendable, Owner: AnyObject & Sendable>(
        _ type: Message.Type, by owner: Owner, about subject: (any AnyObject & Sendable)? = nil,
        buffer: MessageBuffer<Message> = .dropOldest(beyond: 65_536), priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, Message) async throws -> Void
    ) {
        let terms = Subscription.Terms(
            subject: subject, priority: priority, owner: ObjectIdentifier(owner),
            location: SourceLocation(fileID: fileID, line: line))
        let isolation = handler.isolation
        let call = { @Sendable [weak owner] (message: Message) in
            guard let owner else { return false }
            try await handler(owner, message)
            return true
        }
        _ = subscribe(buffer, by: owner, terms, startingOn: { isolation }, calling: call)
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
    ///   - buffer: The number of messages that wait for the handler, and the choice of those that are dropped. With a
    ///     buffer, a synchronous handler is called from its queue, too, and never by the post itself.
    ///   - priority: Subscribers with a higher priority get the message first.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler, which runs on the owner. An error that it throws goes to the center's error handler.
    public func observe<Message: Sendable, Owner: Actor>(
        _ type: Message.Type, by owner: Owner, about subject: (any AnyObject & Sendable)? = nil,
        buffer: MessageBuffer<Message> = .dropOldest(beyond: 65_536), priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ handler: @escaping @Sendable (isolated Owner, Message) async throws -> Void
    ) {
        let terms = Subscription.Terms(
            subject: subject, priority: priority, owner: ObjectIdentifier(owner),
            location: SourceLocation(fileID: fileID, line: line))
        let call = { @Sendable [weak owner] (message: Message) in
            guard let owner else { return false }
            try await handler(owner, message)
            return true
        }
        _ = subscribe(buffer, by: owner, terms, startingOn: { [weak owner] in owner }, calling: call)
    }

    /// Adds a subscriber whose messages wait for one task, which ends with the subscription.
    ///
    /// - Parameters:
    ///   - buffer: The policy of the queue.
    ///   - owner: The owner of the subscription.
    ///   - terms: The properties of the subscription.
    ///   - isolation: Returns the actor on which the handler starts.
    ///   - handler: The handler. It returns `false` if its owner was released.
    /// - Returns: The subscription.
    private func subscribe<Message: Sendable>(
        _ buffer: MessageBuffer<Message>, by owner: (any AnyObject & Sendable)? = nil, _ terms: Subscription.Terms,
        startingOn isolation: @escaping @Sendable () -> (any Actor)?,
        calling handler: @escaping @Sendable (Message) async throws -> Bool
    ) -> Subscription {
        let calls = RunningCalls()
        let inbox = Inbox(buffer, calling: calls)
        let subscription = hub.subscribe(
            InboxHandler(inbox, owner: owner), to: hub.messageTopic(of: Message.self), terms)
        // Detached, since it outlives its maker: it must not carry the priority and the task-local values of that.
        Task.detached(name: "observer at \(terms.location)") {
            while let entry = await inbox.next() {
                await calls.run {
                    let report = await CarriedValues.with(entry.message.cause.carried) {
                        await entry.handle(on: isolation()) { message in
                            guard let message = message as? Message else { return true }
                            return try await handler(message)
                        }
                    }
                    entry.end(report)
                }
            }
        }
        return subscription
    }
}

extension InboxEntry {
    /// Calls a handler with the message, on its actor.
    ///
    /// A subscription that ended meanwhile is not called any more.
    ///
    /// - Parameters:
    ///   - actor: The actor.
    ///   - handler: The handler. It returns `false` if its owner was released.
    /// - Returns: The result for the publisher.
    fileprivate func handle(
        on actor: isolated (any Actor)?, _ handler: @Sendable (any Sendable) async throws -> Bool
    ) async -> DeliveryReport {
        guard subscription.isActive, !subscription.isOrphaned else {
            subscription.cancel()
            return DeliveryReport()
        }
        let scope = TaskScope(message.cause, delaying: delayedPosts)
        do {
            let isAlive = try await subscription.hub.trace.run(subscription.beginDelivery(of: message)) {
                try await scope.run { try await handler(message.message) }
            }
            if isAlive { return DeliveryReport(delivered: 1, isConsumed: scope.isConsumed) }
            subscription.cancel()
            return DeliveryReport()
        } catch {
            let failure = DeliveryFailure(error, on: message, of: subscription)
            if publishers.isEmpty { subscription.hub.report(failure, because: message.cause) }
            return DeliveryReport(failed: [failure], isConsumed: scope.isConsumed)
        }
    }
}
