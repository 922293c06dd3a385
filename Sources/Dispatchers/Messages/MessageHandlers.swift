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

/// The handler of a subscription whose messages wait in an inbox.
final class InboxHandler: Handler {
    let inbox: Inbox
    private let owner: WeakReference?

    init(_ inbox: Inbox, owner: (any AnyObject & Sendable)? = nil) {
        self.inbox = inbox
        self.owner = owner.map { WeakReference($0) }
    }

    override var isPlain: Bool { false }
    override var runsAnywhere: Bool { true }
    override var isOrphaned: Bool { owner?.isGone ?? false }
    override var running: WaitGroup? { inbox.running }
    override var pendingWork: PendingWork { inbox.pendingWork }

    override func receive(
        _ delivery: inout Delivery, _ value: Lent, of subscription: Subscription
    ) throws -> Bool {
        if isOrphaned {
            subscription.cancel()
            return false
        }
        let (message, hub) = (delivery.keep(), subscription.hub)
        if hub.trace.isOn, running == nil {
            let subject = hub.subject(.delivery, message.topic, at: message.location, to: subscription.location)
            hub.trace.note(subject, because: message.event, .queued)
        }
        // Keys are made by foreign code that is no handler.
        return delivery.scope.withoutConsuming { inbox.put(message, of: subscription) }
    }

    override func describe(_ info: inout ObservationInfo) {
        info.form = running == nil ? .sequence : .asynchronous
        (info.waiting, info.dropped) = inbox.counts
        if let owner { info.note(owner.object) }
    }

    override func end() { inbox.finish() }
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
