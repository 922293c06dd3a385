extension MessageCenter {
    /// Retains the last messages of a type for later subscribers.
    ///
    /// A new subscriber receives them once, in order and before any newer one: before `observe` returns if it runs on no actor,
    /// otherwise on its actor, in its queue or in its sequence. A subscriber of a protocol or a superclass receives those of all
    /// types that belong to it. Messages that were posted before are not retained.
    ///
    /// Messages that are posted while a new subscriber still gets the retained ones wait for it, up to 65,536. Those beyond are
    /// dropped and reported as a `QueueOverflow`. `observe` delivers a share of them, and leaves the rest to a task.
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
        for message in hub.messageTopic(of: type).retain(last: count, in: hub) { message.endKeeping() }
    }

    /// The retained messages of a type, oldest first.
    public func retained<Message: Sendable>(_ type: Message.Type) -> [Message] {
        let topic = hub.messageTopic(of: type)
        return hub.tree.state.withLock { _ in topic.retained.all }.compactMap { $0.message.message as? Message }
    }

    /// Takes the oldest retained message of a type out of the center, so that it is handled once.
    ///
    /// Each message is taken by one caller, also if several take at the same time. Subscribers that were added before the
    /// message is taken receive it, later ones do not. A message that was taken is no dead letter.
    ///
    /// ```swift
    /// center.retain(last: 1, of: LinkReceived.self)
    /// if let link = center.take(LinkReceived.self) { open(link.url) }
    /// ```
    ///
    /// - Parameter type: The type of the message; superclasses and protocols are not included.
    /// - Returns: The message, or `nil` if none is retained.
    public func take<Message: Sendable>(_ type: Message.Type) -> Message? {
        let topic = hub.messageTopic(of: type)
        guard let taken = hub.tree.state.withLock({ _ in topic.retained.takeOldest() }) else { return nil }
        // The caller counts as a receiver.
        taken.beginDelivery()
        taken.endKeeping()
        taken.endDelivery(isReceived: true)
        return taken.message as? Message
    }
}

/// The last messages of a topic.
struct RetainedMessages: Sendable {
    typealias Element = (number: UInt64, message: Envelope)

    /// The number of messages to retain.
    var limit = 0

    private var messages = Queue<Element>()

    /// The retained messages, the oldest first.
    var all: [Element] { messages.all }

    /// Retains a message.
    ///
    /// - Returns: The messages that are no longer retained.
    mutating func append(_ message: Envelope, numbered number: UInt64) -> [Envelope] {
        if limit == 0 { return [] }
        message.beginKeeping()
        messages.append((number, message))
        return takeExcess()
    }

    /// Takes the oldest message, if there is one.
    mutating func takeOldest() -> Envelope? { messages.popFirst()?.message }

    /// Takes the oldest messages if there are more than the limit.
    mutating func takeExcess() -> [Envelope] {
        var excess: [Envelope] = []
        while messages.count > limit, let oldest = messages.popFirst() { excess.append(oldest.message) }
        return excess
    }
}

extension AnyMessageTopic {
    /// Retains so many messages from now on.
    ///
    /// - Returns: The messages that are no longer retained.
    final func retain(last count: Int, in hub: Hub) -> [Envelope] {
        var oldList: SubscriptionList?
        defer { hub.retire(oldList) }
        return hub.tree.state.withLock { _ in
            if hub.isClosed, count > 0 { return [] }
            retained.limit = count
            oldList = hub.invalidateList(of: self)
            return retained.takeExcess()
        }
    }
}
