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
        Registration(
            of: hub.subscribe(
                TokenHandler(handler), to: hub.topic(of: type), on: handler.isolation, about: subject,
                priority: priority, at: SourceLocation(fileID: fileID, line: line)))
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
        _ = hub.subscribe(
            OwnerHandler(owner, OwnerLending(handler)), to: hub.topic(of: type), on: handler.isolation, about: subject,
            priority: priority, owner: ObjectIdentifier(owner), at: SourceLocation(fileID: fileID, line: line))
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
        _ = hub.subscribe(
            OwnerHandler(owner, OwnerLending(onOwner: handler)), to: hub.topic(of: type), on: owner, about: subject,
            priority: priority, owner: ObjectIdentifier(owner), at: SourceLocation(fileID: fileID, line: line))
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
        let location = SourceLocation(fileID: fileID, line: line)
        return Registration(
            of: hub.subscribe(TokenHandler(handler), to: hub.topic(of: type), isTap: true, at: location))
    }
}

extension MessageCenter {
    /// Retains the last messages of a type for later subscribers.
    ///
    /// A new subscriber receives them once, in order and before any newer one: before `observe` returns if it runs on no actor,
    /// otherwise on its actor, in its queue or in its sequence. A subscriber of a protocol or a superclass receives those of all
    /// types that belong to it. Messages that were posted before are not retained.
    ///
    /// What is posted while a new subscriber still gets the retained messages waits for it, up to 65,536 messages; those beyond
    /// are dropped and reported as a `QueueOverflow`. `observe` delivers a share of them, and leaves the rest to a task.
    ///
    /// A message that had no receiver becomes a dead letter when it is no longer retained. The object that a message is about is
    /// not retained: once it is released, the message is about nothing.
    ///
    /// ```swift
    /// center.retain(last: 1, of: ConnectionChanged.self)
    /// ```
    ///
    /// - Parameters:
    ///   - count: The number of messages to retain; 0 ends it.
    ///   - type: The type of the messages; superclasses and protocols are not included.
    public func retain<Message: Sendable>(last count: Int, of type: Message.Type) {
        precondition(count >= 0, "\(count) messages cannot be kept")
        for message in hub.retain(last: count, on: hub.topic(of: type)) { message.endRetaining() }
    }

    /// The retained messages of a type, oldest first.
    public func retained<Message: Sendable>(_ type: Message.Type) -> [Message] {
        guard let topic = hub.topics[ObjectIdentifier(type)]?.object else { return [] }
        return hub.tree.state.withLock { _ in topic.retained.all }.compactMap { $0.message.message as? Message }
    }
}

/// The last messages of a topic.
struct RetainedMessages: Sendable {
    typealias Element = (number: UInt64, message: PendingMessage)

    /// How many are retained.
    var limit = 0

    private var messages = Waiting<Element>()

    var all: [Element] { messages.all }

    /// Retains a message, and returns the one that is retained no more.
    mutating func append(_ message: PendingMessage, numbered number: UInt64) -> PendingMessage? {
        if limit == 0 { return nil }
        message.beginRetaining()
        messages.append((number, message))
        return popExcess()
    }

    /// Takes the oldest message if there are more than the limit.
    mutating func popExcess() -> PendingMessage? { messages.count > limit ? messages.popFirst()?.message : nil }
}

extension Hub {
    /// Retains so many messages of a topic from now on; returns those that are retained no more.
    func retain(last count: Int, on topic: Topic) -> [PendingMessage] {
        var list: SubscriptionList?
        defer { retire(list) }
        return tree.state.withLock { _ in
            if isClosed, count > 0 { return [] }
            (isRetaining, topic.retained.limit) = (true, count)
            list = takeList(of: topic)
            var forgotten: [PendingMessage] = []
            while let message = topic.retained.popExcess() { forgotten.append(message) }
            return forgotten
        }
    }

    /// The retained messages that belong to a topic, in the order of the posts; under the lock.
    func retainedMessages(for topic: Topic) -> [PendingMessage] {
        guard isRetaining else { return [] }
        let all = (topic.kind.isWide ? allTopics : [topic]).flatMap(\.retained.all)
        return all.sorted { $0.number < $1.number }.map(\.message).filter {
            topic.includes($0.message, of: $0.topic)
        }
    }
}

extension Subscription {
    /// Leaves retained messages to it, which come before all others; under the lock.
    func replay(_ messages: [PendingMessage]) {
        _ = gate?.begin()
        for message in messages {
            message.beginPart()
            (gate ?? queue)?.append(isCurrent: gate != nil) {
                message.hub.deliverPart(message, to: [self], on: self.queue?.actorID)
            }
        }
    }
}
