/// A handler that takes values by way of another one.
class OuterHandler: Handler, @unchecked Sendable {
    final let inner: Handler

    init(_ inner: Handler) { self.inner = inner }

    override final var isPlain: Bool { false }
    override var isOrphaned: Bool { inner.isOrphaned }
    override final var runsAnywhere: Bool { inner.runsAnywhere }
    override final var running: WaitGroup? { inner.running }

    override func accepts(_ delivery: borrowing Delivery) -> Bool { inner.isPlain || inner.accepts(delivery) }

    override func receive(
        _ delivery: inout Delivery, at address: UnsafeRawPointer, of subscription: Subscription
    ) throws -> Reception {
        try inner.receive(&delivery, at: address, of: subscription)
    }

    override final func describe(_ info: inout ObservationInfo) { inner.describe(&info) }

    override final func end() { inner.end() }
}

/// A handler of messages about one object.
///
/// The object is compared by identity while it is alive: another object at its address is never taken for it.
final class SubjectHandler: OuterHandler, @unchecked Sendable {
    private weak let subject: (any AnyObject & Sendable)?

    init(_ inner: Handler, about subject: any AnyObject & Sendable) {
        self.subject = subject
        super.init(inner)
    }

    override var isOrphaned: Bool { subject == nil || super.isOrphaned }

    override func accepts(_ delivery: borrowing Delivery) -> Bool {
        guard let subject, let other = delivery.posting.subject else { return false }
        return other.takeUnretainedValue() === subject && super.accepts(delivery)
    }
}

/// A handler that is still getting the messages that were retained: newer ones wait until it has.
final class ReplayingHandler: OuterHandler, @unchecked Sendable {
    let gate: ActorQueue

    init(_ inner: Handler, behind gate: ActorQueue) {
        self.gate = gate
        super.init(inner)
    }

    override func receive(
        _ delivery: inout Delivery, at address: UnsafeRawPointer, of subscription: Subscription
    ) throws -> Reception {
        guard gate.isBusy else { return try super.receive(&delivery, at: address, of: subscription) }
        let (message, inner) = (delivery.keep(), inner)
        message.beginPart()
        let dropped = gate.appendIfBusy(limit: subscription.hub.policy.queueLimit) {
            message.replay(to: inner, of: subscription)
        }
        guard let dropped else {
            defer { message.endPart(isReceived: false) }
            return try super.receive(&delivery, at: address, of: subscription)
        }
        if dropped > 0 {
            subscription.hub.drop(dropped, subscription, message)
            message.endPart(isReceived: true)
        }
        return .missed
    }
}

extension PendingMessage {
    /// Hands it over to a subscriber by itself, as a part that was begun.
    func replay(to handler: Handler, of subscription: Subscription) {
        hub.run(on: nil, because: origin) { scope in
            hub.delivering(self, in: scope) { delivery in
                if subscription.isActive, handler.isPlain || handler.accepts(delivery) {
                    hub.call(handler, of: subscription, &delivery)
                }
                endPart(isReceived: delivery.isReceived)
            }
        }
    }
}

/// A handler that is called with every message before all others, consumes none and is no receiver.
final class TapHandler: OuterHandler, @unchecked Sendable {
    override var isTap: Bool { true }

    override func receive(
        _ delivery: inout Delivery, at address: UnsafeRawPointer, of subscription: Subscription
    ) throws -> Reception {
        let reception = try delivery.scope.withoutConsuming {
            try super.receive(&delivery, at: address, of: subscription)
        }
        return reception == .ownerGone ? .ownerGone : .missed
    }
}

/// A handler whose messages wait for a sequence's readers or for a task.
final class InboxHandler: Handler, @unchecked Sendable {
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

    override func receive(
        _ delivery: inout Delivery, at address: UnsafeRawPointer, of subscription: Subscription
    ) throws -> Reception {
        guard !isOrphaned else { return .ownerGone }
        let (message, hub) = (delivery.keep(), subscription.hub)
        if hub.trace.isOn, !queue.isServed {
            let subject = hub.subject(.delivery, message.topic, at: message.location, to: subscription.location)
            hub.trace.note(subject, because: message.event, .queued)
        }
        // Coalescing keys are foreign code, and no handlers.
        return delivery.scope.withoutConsuming {
            let outcome = queue.put(message)
            subscription.reportDrops(outcome, of: message, from: queue)
            if case .finished = outcome { return .missed }
            return .received
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
    var inbox: Inbox? { (self as? InboxHandler)?.queue ?? (self as? OuterHandler)?.inner.inbox }
}

extension Subscription {
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
