extension MessageCenter {
    /// Keeps the last messages of a type for those who observe later.
    ///
    /// A new subscriber receives them once, in order and before any newer one: before `observe` returns if it runs on no actor,
    /// else on its actor, in its queue or in its sequence. A subscriber of a protocol or a superclass receives those of all
    /// types that belong to it. Messages that were posted before are not kept.
    ///
    /// What is posted while a new subscriber still gets the retained messages waits for it, up to 65,536 messages; those beyond
    /// are dropped and reported as a `MessageOverflow`. `observe` delivers a share of them, and leaves the rest to a task.
    ///
    /// A message that nobody received is a dead letter once it is retained no more, if nobody received it until then. The
    /// object that a message is about is not kept alive: once it is gone, the message is about nothing.
    ///
    /// ```swift
    /// center.retain(last: 1, of: ConnectionChanged.self)
    /// ```
    ///
    /// - Parameters:
    ///   - count: How many messages are kept, none to end it.
    ///   - type: The very type of the messages, and none above it.
    public func retain<Message: Sendable>(last count: Int, of type: Message.Type) {
        precondition(count >= 0, "\(count) messages cannot be kept")
        let topic = hub.topic(of: type)
        let forgotten = hub.setRetained(topic) { store.setLimit(count, of: topic) }
        for message in forgotten { message.endRetaining() }
    }

    /// Forgets the messages of a type that were kept, and goes on keeping the next ones.
    public func forget<Message: Sendable>(_ type: Message.Type) {
        for message in store.removeAll(of: ObjectIdentifier(type)) { message.endRetaining() }
    }

    /// The messages of a type that are kept, oldest first.
    public func retained<Message: Sendable>(_ type: Message.Type) -> [Message] {
        store.all(of: ObjectIdentifier(type)).compactMap { $0.message as? Message }
    }
}
