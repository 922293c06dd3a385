import Synchronization

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
        guard let topic = hub.topic(ObjectIdentifier(type))?.object else { return [] }
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
    fileprivate func retain(last count: Int, on topic: Topic) -> [PendingMessage] {
        var list: SubscriptionList?
        defer { retire(list) }
        return tree.state.withLock { _ in
            if isClosed { return [] }
            topic.retained.limit = count
            list = takeList(of: topic)
            var forgotten: [PendingMessage] = []
            while let message = topic.retained.popExcess() { forgotten.append(message) }
            return forgotten
        }
    }

    /// The retained messages that belong to a topic, in the order of the posts; under the lock.
    func retainedMessages(for topic: Topic) -> [PendingMessage] {
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

extension DeliveryScope {
    /// Leaves the value to a subscriber that is still receiving retained messages; `false` if it is not.
    func leave(behindGateOf subscription: Subscription) -> Bool {
        guard let gate = subscription.gate, gate.isBusy else { return false }
        let message = keep()
        let hub = message.hub
        message.beginPart()
        let dropped = gate.append(onlyIfBusy: true, limit: hub.policy.queueLimit) {
            hub.deliverPart(message, to: [subscription], on: nil)
        }
        if dropped != nil { message.endPart(isReceived: dropped != 0) }
        if let dropped, dropped > 0 { hub.drop(dropped, subscription, message) }
        return dropped != 0
    }
}
