import SignalboxCore

/// The handler of a subscription whose messages wait in an inbox.
final class InboxHandler: Handler {
    let inbox: Inbox
    private let owner: WeakReference?

    init(_ inbox: Inbox, owner: (any AnyObject & Sendable)? = nil) {
        self.inbox = inbox
        self.owner = owner.map { WeakReference($0) }
    }

    override var buffering: Buffering { .always }
    override var isOrphaned: Bool { owner?.isGone ?? false }
    override var runningCalls: RunningCalls? { inbox.runningCalls }
    override var totalIfIdle: Int? { inbox.totalIfIdle }

    override func buffer(_ scope: DeliveryScope, for subscription: Subscription) -> Bool {
        if isOrphaned {
            subscription.cancel()
            return false
        }
        let message = scope.makeCopy()
        traceQueued(message, for: subscription)
        return inbox.put(message, of: subscription)
    }

    /// Records that a sequence has a message in its buffer.
    ///
    /// A handler is recorded when it is called.
    func traceQueued(_ message: PendingMessage, for subscription: Subscription) {
        guard inbox.runningCalls == nil else { return }
        subscription.hub.trace.end(subscription.beginDelivery(of: message), .queued)
    }

    override func describe(_ info: inout ObservationInfo) {
        let counts = inbox.counts
        info.form = inbox.runningCalls == nil ? .sequence : .asynchronous
        info.waiting = counts.waiting
        info.dropped = counts.dropped
        guard let owner else { return }
        let object = owner.object
        info.owner = object.map { "\(type(of: $0))" }
        info.isAlive = object != nil
    }

    override func end() {
        inbox.finish()
    }
}
