import SignalboxCore
import Synchronization

/// A copy of a message, change or call that is delivered later or elsewhere.
///
/// A message has several deliveries: one on the thread that posted it, and one for each other queue. They end in
/// any order and on any thread. The last one to end knows whether the message was received.
final class Envelope: Sendable {
    /// The value, which is of the topic's type.
    let message: any Sendable
    let hub: Hub
    let topic: Topic
    let cause: Cause

    /// The event of the post, while the trace is on.
    let event: Trace.Cause?

    /// The object that it is about, which a retained message does not keep alive.
    private let weakSubject: WeakReference?

    private let deliveryCount = Atomic(1)
    private let isReceived = Atomic(false)

    /// Creates a message with one delivery.
    ///
    /// - Parameters:
    ///   - message: A value of the topic.
    ///   - topic: A topic of the hub.
    ///   - hub: The hub that delivers it.
    ///   - cause: The post, set or call.
    ///   - subject: The object that it is about.
    init(
        _ message: any Sendable, of topic: Topic, in hub: Hub, because cause: Cause,
        about subject: (any AnyObject & Sendable)? = nil
    ) {
        event = hub.trace.isOn ? hub.trace.cause : nil
        cause.settling?.begin()
        self.message = message
        self.hub = hub
        self.topic = topic
        self.cause = cause
        weakSubject = subject.map { WeakReference($0) }
    }

    var location: SourceLocation { cause.step.location }

    /// The object that it is about, unless it was released.
    ///
    /// Reading it may release the object: never read it under a lock.
    var subject: (any AnyObject & Sendable)? { weakSubject?.object }

    /// Calls a body with the value.
    func lend(to body: (ValueAddress) -> Void) {
        func open<Value>(_ value: Value) { ValueAddress.lend(value, to: body) }
        open(message)
    }

    /// Adds a delivery, which has to be ended.
    func beginDelivery() {
        deliveryCount.wrappingAdd(1, ordering: .relaxed)
        cause.settling?.begin()
    }

    /// Ends a delivery.
    ///
    /// - Parameter wasReceived: Whether a subscriber received it, or an error was reported instead.
    func endDelivery(isReceived wasReceived: Bool) {
        releaseDelivery(isReceived: wasReceived)
        cause.settling?.end()
    }

    /// Ends a delivery of a message that was refused or dropped, and reported as such: it is not a dead letter.
    func endWithoutDeadLetter() {
        endDelivery(isReceived: true)
    }

    /// Counts a retained message like a delivery, which no publication waits for.
    func beginKeeping() {
        deliveryCount.wrappingAdd(1, ordering: .relaxed)
    }

    /// Ends the count of a retained message.
    func endKeeping() {
        releaseDelivery(isReceived: false)
    }

    /// Releases a delivery, and reports the message if that was the last one and no subscriber received it.
    private func releaseDelivery(isReceived wasReceived: Bool) {
        if wasReceived { isReceived.store(true, ordering: .releasing) }
        let isLast = deliveryCount.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
        guard isLast, hub.policy.needsReceivers, !isReceived.load(ordering: .acquiring) else { return }
        hub.trace.mark(event, .unreceived)
        if let onDeadLetter = hub.policy.onDeadLetter {
            hub.reporting(cause) { onDeadLetter(DeliveryFailure(DeadLetter(), on: self)) }
        } else if hub.policy.logsDeadLetters {
            logDeadLetter()
        }
    }

    /// Writes the message to the log, if it is the first dead letter of its type in this center.
    private func logDeadLetter() {
        if topic.hasLoggedDeadLetter.exchange(true, ordering: .relaxed) { return }
        DefaultLog.write("\(topic.name) \(DeadLetter.self)", at: location) {
            "\(DeliveryFailure(DeadLetter(), on: self))"
        }
    }
}

/// A message that was accepted and waits, with the subscribers at that time.
struct AcceptedMessage: Sendable {
    let message: Envelope
    let receivers: SubscriptionList

    /// The object that it is about; `nil` if it was being released when the message was accepted.
    let subject: (any AnyObject & Sendable)?
}

extension Hub {
    /// Accepts a message: copies it, with the list of its present receivers, and retains it where its type is retained.
    ///
    /// - Returns: `nil` if the message is refused, because the hub is closed or too many others led to the message.
    func accept(_ posting: Posting, because cause: Cause) -> AcceptedMessage? {
        let topic = posting.topic.object
        let value = topic.box(posting.value)
        if refusesCycle(of: cause, value, named: topic.name, on: .current) { return nil }
        // A replaced list and released messages are released outside the lock.
        var oldList: SubscriptionList?
        var released: [Envelope] = []
        let message = Envelope(value, of: topic, in: self, because: cause, about: posting.subject?.object)
        let receivers = tree.state.withLock { _ -> SubscriptionList? in
            guard let list = list(of: topic, for: value, replacing: &oldList) else { return nil }
            if list.keepsMessages { released = topic.retain(message, in: self) }
            return list
        }
        retire(oldList)
        for message in released { message.endKeeping() }
        guard let receivers else {
            message.endWithoutDeadLetter()
            return nil
        }
        return AcceptedMessage(message: message, receivers: receivers, subject: message.subject)
    }
}
