import SignalboxCore

/// The messages that wait for the iterators of a sequence, or for an asynchronous handler.
///
/// `InboxState` decides under a lock. The effects happen once the lock is released: tasks are resumed, and messages are released. The
/// key of a message is made before.
final class Inbox: Sendable {
    /// The asynchronous calls of the handler that takes the messages; `nil` in the inbox of a sequence.
    let runningCalls: RunningCalls?

    private let key: (@Sendable (any Sendable) -> String?)?
    private let state: Protected<InboxState>

    init<Message>(_ buffer: MessageBuffer<Message>, calling runningCalls: RunningCalls? = nil) {
        self.runningCalls = runningCalls
        key = buffer.key
        state = Protected(InboxState(limit: buffer.limit, overflow: buffer.overflow))
    }

    /// The number of messages that wait.
    var waitingCount: Int { state.withLock { $0.waitingCount } }

    /// The number of messages that were left to the handler; `nil` while some wait or the handler runs.
    var totalIfIdle: Int? {
        if runningCalls == nil { return 0 }
        return state.withLock { $0.isIdle ? $0.receivedCount : nil }
    }

    /// Queues a message that was posted.
    ///
    /// - Returns: `false` if the inbox has finished.
    func put(_ message: Envelope, of subscription: Subscription) -> Bool {
        let entry = makeEntry(message, of: subscription)
        return change { $0.put(entry, mayWait: false) }
    }

    /// Queues a message that is published.
    ///
    /// The call waits for room if the policy is to suspend, in the order of the calls.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - subscription: The subscription of the inbox.
    ///   - posts: The delayed posts of the publication, if it waits until the message has been handled.
    ///   - mayWait: `true` to wait for room.
    ///   - isolation: The actor that this is called on, which is not left before the message is in the queue.
    /// - Returns: The result. Cancelling the task drops the message while it waits for room.
    func publish(
        _ message: Envelope, of subscription: Subscription, delaying posts: DelayedPosts?, mayWait: Bool,
        isolation: isolated (any Actor)? = #isolation
    ) async -> DeliveryReport {
        await withTaskCancellationHandler {
            // Isolates the closure, which would leave the actor otherwise.
            _ = isolation
            return await withCheckedContinuation { publisher in
                var entry = makeEntry(message, of: subscription)
                entry.publishers = [publisher]
                entry.isAwaited = true
                entry.delayedPosts = posts
                // Under the lock, so that a cancellation is seen here, or finds the entry.
                _ = change { $0.put(entry, mayWait: mayWait && !Task.isCancelled) }
            }
        } onCancel: {
            change { $0.cancel(message) }
        }
    }

    /// Returns the message that has waited longest, or the next one; `nil` when there will be none any more.
    func next() async -> InboxEntry? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in change { $0.waiters.append(waiter) } }
        } onCancel: {
            finish()
        }
    }

    /// Releases the messages that wait, and accepts none any more.
    func finish() {
        change { $0.finish() }
    }

    private func makeEntry(_ message: Envelope, of subscription: Subscription) -> InboxEntry {
        let isServed = runningCalls != nil
        if isServed { message.beginDelivery() }
        let key = key.flatMap { $0(message.message) }
        return InboxEntry(message: message, subscription: subscription, key: key, isServed: isServed)
    }

    private func change<Result: Sendable>(_ body: (inout InboxState) -> Result) -> Result {
        let (result, effects) = state.withLock { state in
            let result = body(&state)
            state.advance()
            return (result, state.takeEffects())
        }
        for effect in effects { effect.happen() }
        return result
    }
}

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
    func traceQueued(_ message: Envelope, for subscription: Subscription) {
        guard inbox.runningCalls == nil else { return }
        subscription.hub.trace.end(subscription.beginDelivery(of: message), .queued)
    }

    override func describe(_ info: inout ObservationInfo) {
        info.form = inbox.runningCalls == nil ? .sequence : .asynchronous
        info.waiting += inbox.waitingCount
        guard let owner else { return }
        let object = owner.object
        info.owner = object.map { "\(type(of: $0))" }
        info.isAlive = object != nil
    }

    override func end() {
        inbox.finish()
    }
}
