import Synchronization

/// A value that is posted, set or called: where it is, what it is, and where that was written.
///
/// The caller holds the value, the topic and the subject until the delivery is over.
struct Posting {
    /// A value of the topic's type.
    var value: Lent
    var topic: Borrowed<Topic>
    let location: SourceLocation

    /// The object that it is about.
    var subject: Borrowed<any AnyObject & Sendable>?

    /// The actor that is current, if that is known.
    var actor: ObjectIdentifier?

    /// Whether subscribers on other actors must not receive it.
    var isConfined = false
}

/// One delivery of a value on one thread, and what has become of it.
struct Delivery: ~Copyable {
    let posting: Posting
    let hub: Borrowed<Hub>
    let scopeReference: Borrowed<DeliveryScope>

    /// A copy of the value, once it had to be kept.
    private(set) var kept: PendingMessage?

    /// Whether a subscriber received it, or it was reported why not.
    var isReceived = false

    /// The subscribers on other actors, by their queue.
    private(set) var groups: [(queue: ActorQueue, subscriptions: [Subscription])] = []

    init(of posting: Posting, in hub: Hub, _ scope: Borrowed<DeliveryScope>, kept: PendingMessage? = nil) {
        self.posting = posting
        self.hub = Borrowed(hub)
        scopeReference = scope
        self.kept = kept
    }

    var scope: DeliveryScope { scopeReference.object }
    var value: Lent { posting.value }
    var location: SourceLocation { posting.location }
    var actor: ObjectIdentifier? { posting.actor }
    var topic: Topic { posting.topic.object }

    /// A copy of the value, as a report has it.
    var message: any Sendable { kept?.message ?? topic.box(value) }

    /// A copy of the value, made once.
    mutating func keep() -> PendingMessage {
        if let kept { return kept }
        let origin = scope.origin ?? Origin(DeliveryStep(of: topic, at: location))
        let new = PendingMessage(
            topic.box(value), of: topic, in: hub.object, from: origin, about: posting.subject?.object)
        kept = new
        return new
    }

    /// Notes a subscriber on another actor.
    mutating func note(_ subscription: Subscription, in queue: ActorQueue) {
        if let index = groups.lastIndex(where: { $0.queue === queue }) {
            groups[index].subscriptions.append(subscription)
        } else {
            groups.append((queue, [subscription]))
        }
    }

    /// Leaves the value to subscribers on another actor, as one job, and reports if that is not possible.
    mutating func leave(_ subscriptions: [Subscription], to queue: ActorQueue) {
        if posting.isConfined {
            for subscription in subscriptions {
                hub.object.policy.onError(DeliveryFailure(CallIsolationError(), of: subscription, from: location))
            }
        } else if let dropped = enqueue(subscriptions, to: queue) {
            hub.object.drop(dropped, subscriptions.first, keep())
        }
    }

    /// Leaves the value to subscribers on another actor, as one job.
    ///
    /// - Returns: How many jobs the queue has dropped by now if it had no room, else `nil`.
    mutating func enqueue(_ subscriptions: [Subscription], to queue: ActorQueue) -> Int? {
        let (message, subject, hub) = (keep(), posting.subject?.object, hub.object)
        message.beginPart()
        let dropped = queue.append(isCurrent: queue.actorID == actor, limit: hub.policy.queueLimit) {
            withExtendedLifetime(subject) { hub.deliverPart(message, to: subscriptions, on: queue.actorID) }
        }
        if dropped != nil { message.endPart(isReceived: true) }
        return dropped
    }
}

/// A copy of a message, change or call that is delivered later or elsewhere, and what has become of it.
///
/// Its parts, that of the thread that posted it and one for each other actor, end in any order and on any thread; the last
/// one knows whether the message was received.
final class PendingMessage: Sendable {
    /// The value, which is of the topic's type.
    let message: any Sendable
    let hub: Hub
    let topic: Topic
    let origin: Origin

    /// What the trace knows as the post, while it is on.
    let event: Trace.Cause?

    /// The object that it is about, which a retained message does not keep alive.
    private let weakSubject: WeakReference?

    /// While it waits in a `DeliveryScope`: the subscribers that it reaches, and the object that it is about.
    let receivers: AtomicReference<SubscriptionList>
    let heldSubject = AtomicReference<any AnyObject & Sendable>()

    private let parts = Atomic(1)
    private let isReceived = Atomic(false)

    /// Keeps a value.
    ///
    /// - Parameters:
    ///   - message: A value of the topic.
    ///   - topic: A topic of the hub.
    ///   - hub: Where it is delivered.
    ///   - origin: Where it was made, and what led to it.
    ///   - subject: The object that it is about.
    ///   - receivers: The subscribers that it reaches, unless it is left to some that are known.
    init(
        _ message: any Sendable, of topic: Topic, in hub: Hub, from origin: Origin,
        about subject: (any AnyObject & Sendable)? = nil, to receivers: SubscriptionList? = nil
    ) {
        event = hub.trace.isOn ? hub.trace.cause : nil
        origin.settling?.begin()
        self.message = message
        self.hub = hub
        self.topic = topic
        self.receivers = AtomicReference(receivers)
        weakSubject = subject.map { WeakReference($0) }
        self.origin = origin
    }

    var location: SourceLocation { origin.step.location }

    /// The object that it is about.
    ///
    /// May release it: never call this under a lock.
    var subject: (any AnyObject & Sendable)? { weakSubject?.object }

    /// Calls a body with the value.
    func lend(to body: (Lent) -> Void) {
        func open<Value>(_ value: Value) { Lent.lend(value, to: body) }
        open(message)
    }

    /// Adds a part, which has to be ended.
    func beginPart() {
        parts.wrappingAdd(1, ordering: .relaxed)
        origin.settling?.begin()
    }

    /// Ends a part.
    ///
    /// - Parameter wasReceived: Whether a subscriber received it, or it was reported why none did.
    func endPart(isReceived wasReceived: Bool) {
        endRetaining(isReceived: wasReceived)
        origin.settling?.end()
    }

    /// Adds the part of a retained message, which no publication waits for.
    func beginRetaining() { parts.wrappingAdd(1, ordering: .relaxed) }

    /// Ends such a part.
    func endRetaining(isReceived wasReceived: Bool = false) {
        if wasReceived { isReceived.store(true, ordering: .releasing) }
        let isLast = parts.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
        guard isLast, !isReceived.load(ordering: .acquiring) else { return }
        if let event, hub.policy.expectsReceivers { hub.trace.mark(event, .unreceived) }
        guard let onDeadLetter = hub.policy.onDeadLetter else { return }
        hub.reporting(origin) { onDeadLetter(DeliveryFailure(DeadLetter(), on: self)) }
    }
}
