import Synchronization

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
    ///     synchronous handler is called from its queue, too, and never by the post itself.
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
        Registration(
            of: subscribe(
                buffer, about: subject, priority: priority, at: SourceLocation(fileID: fileID, line: line),
                startingOn: { handler.isolation }, calling: { try await handler($0) }))
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
    ///     synchronous handler is called from its queue, too, and never by the post itself.
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
        _ = subscribe(
            buffer, about: subject, priority: priority, owner: owner,
            at: SourceLocation(fileID: fileID, line: line), startingOn: { handler.isolation },
            calling: { [weak owner] (message: Message) in if let owner { try await handler(owner, message) } })
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
    ///     synchronous handler is called from its queue, too, and never by the post itself.
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
        _ = subscribe(
            buffer, about: subject, priority: priority, owner: owner,
            at: SourceLocation(fileID: fileID, line: line), startingOn: { [weak owner] in owner },
            calling: { [weak owner] (message: Message) in if let owner { try await handler(owner, message) } })
    }

    /// Adds a subscriber whose messages wait for one task, which ends with the subscription.
    private func subscribe<Message: Sendable>(
        _ buffer: MessageBuffer<Message>, about subject: (any AnyObject & Sendable)?, priority: Int,
        owner: (any AnyObject & Sendable)? = nil, at location: SourceLocation,
        startingOn isolation: @escaping @Sendable () -> (any Actor)?,
        calling handler: @escaping @Sendable (Message) async throws -> Void
    ) -> Subscription {
        let inbox = Inbox(buffer, running: WaitGroup())
        let subscription = hub.subscribe(
            InboxHandler(inbox, owner: owner), to: hub.topic(of: Message.self), about: subject, priority: priority,
            owner: owner.map { ObjectIdentifier($0) }, at: location)
        // Detached, since it outlives its maker: it must not carry the priority and the task-local values of that.
        Task.detached {
            while let entry = await inbox.next() {
                await inbox.running?.run {
                    let report = await entry.handle(on: isolation()) { message in
                        if let message = message as? Message { try await handler(message) }
                    }
                    entry.end(report)
                }
            }
        }
        return subscription
    }
}

extension Inbox.Entry {
    /// Calls a handler with the message, on its actor, and returns what became of it; a subscription that ended meanwhile is
    /// not called any more.
    fileprivate func handle(
        on actor: isolated (any Actor)?, _ handler: @Sendable (any Sendable) async throws -> Void
    ) async -> DeliveryReport {
        guard subscription.isActive else { return DeliveryReport() }
        let (hub, handling) = (subscription.hub, Handling(message.origin))
        do {
            try await hub.trace.run(subscription.beginDelivery(of: message)) {
                try await Handling.$current.withValue(handling) { try await handler(message.message) }
            }
            return DeliveryReport(delivered: 1, isConsumed: handling.isConsumed)
        } catch {
            let failure = DeliveryFailure(error, on: message, of: subscription)
            if publishers.isEmpty { hub.policy.onError(failure) }
            return DeliveryReport(failed: [failure])
        }
    }
}

/// One call of an asynchronous handler, known to all that it calls.
final class Handling: Sendable {
    @TaskLocal static var current: Handling?

    let origin: Origin

    private let consumed = Atomic(false)

    init(_ origin: Origin) { self.origin = origin }

    /// Whether the message is kept from all after it.
    var isConsumed: Bool { consumed.load(ordering: .acquiring) }

    func consume() { consumed.store(true, ordering: .releasing) }
}
