/// One delivery of a value on one thread, and what has come of it.
struct Delivery {
    /// What a report says of what was delivered.
    struct Facts {
        let topic: Topic
        let location: SourceLocation
        let message: any Sendable
    }

    /// Where the value stands, which is of the topic's type.
    let address: UnsafeRawPointer
    let hub: Unmanaged<Hub>
    let topic: Unmanaged<Topic>
    let location: SourceLocation

    /// What the value is about; whoever delivers holds it.
    let subject: Unmanaged<any AnyObject & Sendable>?

    /// The actor that is current, if that is known.
    let actor: ObjectIdentifier?
    let scope: UnsafeMutablePointer<PostScope>

    /// A copy of the value, once it had to be kept.
    private(set) var kept: PendingMessage?

    /// Whether somebody received it, or it was reported why not.
    var isReceived = false

    /// The subscribers on other actors, by the index of their queue.
    fileprivate(set) var groups: [[Subscription]] = []

    init(
        of address: UnsafeRawPointer, in hub: Hub, on topic: Unmanaged<Topic>, at location: SourceLocation,
        about subject: Unmanaged<any AnyObject & Sendable>?, actor: ObjectIdentifier?,
        in scope: UnsafeMutablePointer<PostScope>, kept: PendingMessage? = nil
    ) {
        self.address = address
        self.hub = .passUnretained(hub)
        self.topic = topic
        self.location = location
        self.subject = subject
        self.actor = actor
        self.scope = scope
        self.kept = kept
    }

    /// What a report says of it.
    var facts: Facts {
        let topic = topic.takeUnretainedValue()
        return Facts(topic: topic, location: location, message: topic.box(address))
    }

    /// A copy of the value, made once.
    mutating func keep() -> PendingMessage {
        if let kept { return kept }
        let topic = topic.takeUnretainedValue()
        let origin = scope.pointee.origin ?? Origin(Origin.Step(topic: topic, location: location))
        let new = topic.keep(
            address,
            PendingMessage.Facts(
                hub: hub.takeUnretainedValue(), origin: origin, subject: subject?.takeUnretainedValue()))
        kept = new
        return new
    }

    /// Notes a subscriber on another actor.
    mutating func leave(_ subscription: Subscription, in queue: Int32, of count: Int) {
        if groups.isEmpty { groups = Array(repeating: [], count: count) }
        groups[Int(queue)].append(subscription)
    }

    /// Leaves the value to subscribers on another actor, as one job.
    mutating func leave(_ subscriptions: [Subscription], to queue: ActorQueue) {
        let (message, subject) = (keep(), subject?.takeUnretainedValue())
        let hub = hub.takeUnretainedValue()
        message.beginPart()
        let dropped = queue.append(isCurrent: queue.actorID == actor, limit: hub.policy.queueLimit) {
            withExtendedLifetime(subject) { hub.deliver(message, to: subscriptions, on: queue.actorID) }
        }
        guard let dropped else { return }
        hub.policy.onDrop(dropped, subscriptions.first, message)
        message.endPart(isReceived: true)
    }
}
