/// A value that is posted, set or called: its address, what it is, and where that was written.
///
/// The caller holds the value, the topic and the subject until the delivery is over.
struct Posting {
    /// The address of the value, which is of the topic's type.
    var address: UnsafeRawPointer
    var topic: Unmanaged<Topic>
    let location: SourceLocation

    /// What it is about.
    var subject: Unmanaged<any AnyObject & Sendable>?

    /// The actor that is current, if that is known.
    var actor: ObjectIdentifier?
}

/// One delivery of a value on one thread, and what has come of it.
struct Delivery: ~Copyable {
    let posting: Posting
    let hub: Unmanaged<Hub>
    let scope: UnsafeMutablePointer<DeliveryScope>

    /// A copy of the value, once it had to be kept.
    private(set) var kept: PendingMessage?

    /// Whether a subscriber received it, or it was reported why not.
    var isReceived = false

    /// The subscribers on other actors, by the index of their queue.
    private(set) var groups: [[Subscription]] = []

    init(
        of posting: Posting, in hub: Hub, _ scope: UnsafeMutablePointer<DeliveryScope>, kept: PendingMessage? = nil
    ) {
        self.posting = posting
        self.hub = .passUnretained(hub)
        self.scope = scope
        self.kept = kept
    }

    var address: UnsafeRawPointer { posting.address }
    var location: SourceLocation { posting.location }
    var actor: ObjectIdentifier? { posting.actor }
    var topic: Topic { posting.topic.takeUnretainedValue() }

    /// A copy of the value, as a report has it.
    var message: any Sendable { topic.box(address) }

    /// A copy of the value, made once.
    mutating func keep() -> PendingMessage {
        if let kept { return kept }
        let origin = scope.pointee.origin ?? Origin(Origin.Step(of: topic, at: location))
        let new = topic.pendingType.init(
            copying: address, of: topic, in: hub.takeUnretainedValue(), from: origin,
            about: posting.subject?.takeUnretainedValue(), to: nil)
        kept = new
        return new
    }

    /// Notes a subscriber on another actor.
    mutating func note(_ subscription: Subscription, in queue: Int32, of count: Int) {
        if groups.isEmpty { groups = Array(repeating: [], count: count) }
        groups[Int(queue)].append(subscription)
    }

    /// Leaves the value to subscribers on another actor, as one job, and reports if there is no room.
    mutating func leave(_ subscriptions: [Subscription], to queue: ActorQueue) {
        guard let dropped = enqueue(subscriptions, to: queue) else { return }
        hub.takeUnretainedValue().drop(dropped, subscriptions.first, keep())
    }

    /// Leaves the value to subscribers on another actor, as one job.
    ///
    /// - Returns: How many jobs the queue has dropped by now if it had no room, else `nil`.
    mutating func enqueue(_ subscriptions: [Subscription], to queue: ActorQueue) -> Int? {
        let (message, subject, hub) = (keep(), posting.subject?.takeUnretainedValue(), hub.takeUnretainedValue())
        message.beginPart()
        let dropped = queue.append(isCurrent: queue.actorID == actor, limit: hub.policy.queueLimit) {
            withExtendedLifetime(subject) { hub.deliverPart(message, to: subscriptions, on: queue.actorID) }
        }
        if dropped != nil { message.endPart(isReceived: true) }
        return dropped
    }
}
