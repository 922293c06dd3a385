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
    /// A message that nobody received becomes a dead letter when it is no longer retained. The object that a message is about is
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
        let topic = hub.topic(of: type)
        let forgotten = hub.setRetained(topic) { store.setLimit(count, of: topic) }
        for message in forgotten { message.endRetaining() }
    }

    /// The retained messages of a type, oldest first.
    public func retained<Message: Sendable>(_ type: Message.Type) -> [Message] {
        guard let topic = hub.topic(ObjectIdentifier(type)) else { return [] }
        return store.messages(for: topic.object).compactMap { $0.message as? Message }
    }
}

/// What a center keeps beside its subscriptions: the messages that are retained, and the requests that wait for an answer.
final class MessageStore: Sendable {
    private struct State: Sendable {
        var retained: [ObjectIdentifier: Retained] = [:]
        var isRetaining = false
        var lastNumber: UInt64 = 0
        /// What ends the requests that wait.
        var requests: [UInt64: @Sendable () -> Void] = [:]
        var isClosed = false
    }

    private struct Retained: Sendable {
        var limit = 0
        var messages = Waiting<(number: UInt64, message: PendingMessage)>()

        /// Takes the messages beyond the limit.
        mutating func trim() -> [PendingMessage] {
            var messages: [PendingMessage] = []
            while self.messages.count > limit, let first = self.messages.popFirst() { messages.append(first.message) }
            return messages
        }
    }

    private let state = Protected(State())

    /// Whether messages of a type are retained, or were.
    var isRetaining: Bool { state.withLock { $0.isRetaining } }

    /// Retains so many messages of a type from now on; none ends that.
    ///
    /// - Returns: The messages that are retained no more.
    func setLimit(_ limit: Int, of topic: Topic) -> [PendingMessage] {
        state.withLock { state in
            if state.isClosed { return [] }
            state.isRetaining = true
            var retained = state.retained.removeValue(forKey: topic.id) ?? Retained()
            retained.limit = limit
            let messages = retained.trim()
            if limit > 0 { state.retained[topic.id] = retained }
            return messages
        }
    }

    /// Retains a message, if its type has a limit.
    ///
    /// - Returns: The message that is retained no more.
    func retain(_ message: PendingMessage) -> PendingMessage? {
        state.withLock { state in
            guard let index = state.retained.index(forKey: message.topic.id) else { return nil }
            state.lastNumber += 1
            message.beginRetaining()
            state.retained.values[index].messages.append((state.lastNumber, message))
            return state.retained.values[index].trim().first
        }
    }

    /// All that may belong to a topic, in the order of the posts: those of its type, or of all types if it is wide.
    func messages(for topic: Topic) -> [PendingMessage] {
        let all = state.withLock { state in
            topic.kind.isWide
                ? state.retained.values.flatMap(\.messages.all) : state.retained[topic.id]?.messages.all ?? []
        }
        return all.sorted { $0.number < $1.number }.map(\.message)
    }

    /// Notes what ends a request that waits, and returns its number; `nil` once the center is closed.
    func insert(_ end: @escaping @Sendable () -> Void) -> UInt64? {
        state.withLock { state in
            if state.isClosed { return nil }
            state.lastNumber += 1
            state.requests[state.lastNumber] = end
            return state.lastNumber
        }
    }

    func remove(_ request: UInt64) { _ = state.withLock { $0.requests.removeValue(forKey: request) } }

    /// Forgets all messages, and ends all requests.
    func close() {
        let old = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state
        }
        for end in old.requests.values { end() }
    }
}

/// A handler that takes messages for another one: those about one object, after those that were retained, or as a tap.
final class ConditionalHandler: Handler {
    let inner: Handler

    /// The object that messages are about.
    ///
    /// It is compared by identity while it is alive: another object at its address is never taken for it.
    private let subject: WeakReference?

    /// Where messages wait until those that were retained have been received.
    let gate: ActorQueue?

    private let isCalledFirst: Bool

    init(_ inner: Handler, about subject: (any AnyObject & Sendable)?, behind gate: ActorQueue?, isTap: Bool = false) {
        self.inner = inner
        self.subject = subject.map { WeakReference($0) }
        self.gate = gate
        isCalledFirst = isTap
    }

    override var isPlain: Bool { false }
    override var isTap: Bool { isCalledFirst }
    override var isOrphaned: Bool { subject?.isGone ?? false || inner.isOrphaned }
    override var runsAnywhere: Bool { inner.runsAnywhere }
    override var running: WaitGroup? { inner.running }

    override var pendingWork: PendingWork {
        var work = inner.pendingWork
        if let gate { work += gate.pendingWork }
        return work
    }

    override func accepts(_ delivery: borrowing Delivery) -> Bool {
        if let subject {
            guard let object = subject.object, let other = delivery.posting.subject else { return false }
            guard other.object === object else { return false }
        }
        return inner.isPlain || inner.accepts(delivery)
    }

    override func receive(
        _ delivery: inout Delivery, _ value: Lent, of subscription: Subscription
    ) throws -> Bool {
        if isTap {
            // It consumes nothing, and counts as no receiver.
            _ = try delivery.scope.withoutConsuming {
                try inner.receive(&delivery, value, of: subscription)
            }
            return false
        }
        if let gate, gate.isBusy {
            let message = delivery.keep()
            message.beginPart()
            let dropped = gate.appendIfBusy(limit: subscription.hub.policy.queueLimit) {
                subscription.replay(message, on: nil)
            }
            if dropped == 0 { return false }
            message.endPart(isReceived: dropped != nil)
            if let dropped {
                subscription.hub.drop(dropped, subscription, message)
                return false
            }
        }
        return try inner.receive(&delivery, value, of: subscription)
    }

    override func describe(_ info: inout ObservationInfo) { inner.describe(&info) }

    override func end() { inner.end() }
}

extension Subscription {
    /// Where its messages wait, if they wait for it alone.
    var inbox: Inbox? {
        let handler = currentHandler
        return (((handler as? ConditionalHandler)?.inner ?? handler) as? InboxHandler)?.inbox
    }

    /// What to call once the retained messages have been received, for a reader of the hub.
    func handlerBehindGate(for delivery: borrowing Delivery) -> Handler? {
        guard let handler = handler(for: delivery) else { return nil }
        guard let gated = handler as? ConditionalHandler, gated.gate != nil else { return handler }
        return gated.inner
    }

    /// Hands over a retained message, or one that waited for those, as a part that was begun.
    func replay(_ message: PendingMessage, on actor: ObjectIdentifier?) {
        message.hub.run(on: actor) { scope in
            message.hub.delivering(message, in: scope) { delivery in
                if let handler = handlerBehindGate(for: delivery) { message.hub.call(handler, of: self, &delivery) }
                message.endPart(isReceived: delivery.isReceived)
            }
        }
    }
}
