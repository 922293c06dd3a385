import Synchronization

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
    init(
        _ message: any Sendable, of topic: Topic, in hub: Hub, from origin: Origin,
        about subject: (any AnyObject & Sendable)? = nil
    ) {
        event = hub.trace.isOn ? hub.trace.cause : nil
        origin.settling?.begin()
        self.message = message
        self.hub = hub
        self.topic = topic
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
        if let event, !hub.policy.holdsStates { hub.trace.mark(event, .unreceived) }
        guard let onDeadLetter = hub.policy.onDeadLetter else { return }
        hub.reporting(origin) { onDeadLetter(DeliveryFailure(DeadLetter(), on: self)) }
    }
}

/// A message that waits in a scope, or is published: it reaches those who observed it when it was accepted.
struct AcceptedMessage: Sendable {
    let message: PendingMessage
    let receivers: SubscriptionList

    /// The object that it is about.
    let subject: (any AnyObject & Sendable)?
}
