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
                subscription.replay(message)
            }
            if dropped != nil {
                if let dropped, dropped > 0 {
                    subscription.hub.drop(dropped, subscription, message)
                    message.endPart(isReceived: true)
                }
                return false
            }
            message.endPart(isReceived: false)
        }
        return try inner.receive(&delivery, value, of: subscription)
    }

    override func describe(_ info: inout ObservationInfo) { inner.describe(&info) }

    override func end() { inner.end() }
}

/// A handler whose messages wait for a sequence's readers or for a task.
final class InboxHandler: Handler {
    fileprivate let queue: Inbox
    private let calls: WaitGroup?
    private let owner: WeakReference?

    init(_ queue: Inbox, running: WaitGroup? = nil, owner: (any AnyObject & Sendable)? = nil) {
        self.queue = queue
        calls = running
        self.owner = owner.map { WeakReference($0) }
    }

    override var isPlain: Bool { false }
    override var runsAnywhere: Bool { true }
    override var isOrphaned: Bool { owner?.isGone ?? false }
    override var running: WaitGroup? { calls }
    override var pendingWork: PendingWork { queue.isServed ? queue.pendingWork : PendingWork() }

    override func receive(
        _ delivery: inout Delivery, _ value: Lent, of subscription: Subscription
    ) throws -> Bool {
        if isOrphaned {
            subscription.cancel()
            return false
        }
        let (message, hub) = (delivery.keep(), subscription.hub)
        if hub.trace.isOn, !queue.isServed {
            let subject = hub.subject(.delivery, message.topic, at: message.location, to: subscription.location)
            hub.trace.note(subject, because: message.event, .queued)
        }
        // Coalescing keys are foreign code, and no handlers.
        return delivery.scope.withoutConsuming {
            let outcome = queue.put(message)
            subscription.reportDrops(outcome, of: message, from: queue)
            if case .finished = outcome { return false }
            return true
        }
    }

    override func describe(_ info: inout ObservationInfo) {
        info.form = queue.isServed ? .asynchronous : .sequence
        (info.waiting, info.dropped) = queue.counts
        if let owner { info.note(owner.object) }
    }

    override func end() { queue.finish() }
}

extension Handler {
    /// Where its messages wait, if they do.
    var inbox: Inbox? { (self as? InboxHandler)?.queue ?? (self as? ConditionalHandler)?.inner.inbox }
}

extension Subscription {
    /// Hands a message over past the gate, as a part that was begun.
    func replay(_ message: PendingMessage) {
        message.hub.run(on: nil) { scope in
            message.hub.delivering(message, in: scope) { delivery in
                if let handler = handler(for: delivery) as? ConditionalHandler {
                    message.hub.call(handler.inner, of: self, &delivery)
                }
                message.endPart(isReceived: delivery.isReceived)
            }
        }
    }

    /// Reports what a queue turned away or pushed out.
    func reportDrops(_ outcome: MessageQueue.Outcome, of message: PendingMessage, from inbox: Inbox) {
        switch outcome {
        case .pushedOut(let oldest, let number):
            // What a publisher waits for is in its report.
            hub.noteDrop(of: oldest.message, at: self)
            if !inbox.isLossy, !oldest.isAwaited { hub.policy.onDrop(number, self, oldest.message) }
        case .full(let number):
            hub.noteDrop(of: message, at: self)
            if !inbox.isLossy { hub.policy.onDrop(number, self, message) }
        case .queued, .coalesced, .stale, .finished: break
        }
    }
}
