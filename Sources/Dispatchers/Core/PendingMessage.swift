import Synchronization

/// A copy of a message, change or call that is delivered later or elsewhere, and what has become of it.
///
/// Its parts, that of the thread that posted it and one for each other actor, end in any order and on any thread; the last
/// one knows whether the message was received.
///
/// Why it may be shared though it has a subclass: what it holds is constant and `Sendable`, atomic, or belongs to one thread as
/// stated there.
class PendingMessage: @unchecked Sendable {
    final let hub: Hub
    final let topic: Topic
    final let origin: Origin

    /// Whom it reaches, until it is delivered to them; belongs to the thread that does.
    final var receivers: Snapshot?

    /// What the trace knows as the post, while it is on.
    final let event: Trace.Cause?

    /// The object that it is about, which a retained message does not keep alive.
    private final let weakSubject: WeakReference?

    /// The same while it waits in a `DeliveryScope`, and what comes after it there.
    ///
    /// Both belong to the thread of the scope; others, which may know a retained message by then, read neither.
    final var heldSubject: (any AnyObject & Sendable)?
    final var next: Unmanaged<PendingMessage>?

    private final let parts = Atomic(1)
    private final let isReceived = Atomic(false)

    init(
        of topic: Topic, in hub: Hub, from origin: Origin, about subject: (any AnyObject & Sendable)?,
        to receivers: Snapshot?
    ) {
        event = hub.trace.isOn ? hub.trace.cause : nil
        origin.settling?.begin()
        self.hub = hub
        self.topic = topic
        self.receivers = receivers
        weakSubject = subject.map { WeakReference($0) }
        self.origin = origin
    }

    /// Copies a value.
    ///
    /// - Parameters:
    ///   - address: The address of a value of the topic.
    ///   - topic: A topic of the hub.
    ///   - hub: Where it is delivered.
    ///   - origin: Where it was made, and what led to it.
    ///   - subject: The object that it is about.
    ///   - receivers: Whom it reaches, unless it is left to some that are known.
    required convenience init(
        copying address: UnsafeRawPointer, of topic: Topic, in hub: Hub, from origin: Origin,
        about subject: (any AnyObject & Sendable)?, to receivers: Snapshot?
    ) {
        self.init(of: topic, in: hub, from: origin, about: subject, to: receivers)
    }

    final var location: SourceLocation { origin.step.location }

    /// The object that it is about.
    ///
    /// May release it: never call this under a lock.
    final var subject: (any AnyObject & Sendable)? { weakSubject?.object }

    /// Calls a body with the address of the value.
    func withAddress(_ body: (UnsafeRawPointer) -> Void) {}

    /// A copy of the value.
    final var message: any Sendable {
        var message: any Sendable = ()
        withAddress { message = topic.box($0) }
        return message
    }

    /// Adds a part, which has to be ended.
    final func beginPart() {
        parts.wrappingAdd(1, ordering: .relaxed)
        origin.settling?.begin()
    }

    /// Ends a part.
    ///
    /// - Parameter wasReceived: Whether a subscriber received it, or it was reported why none did.
    final func endPart(isReceived wasReceived: Bool) {
        endRetaining(isReceived: wasReceived)
        origin.settling?.end()
    }

    /// Adds the part of a retained message, which no publication waits for.
    final func beginRetaining() { parts.wrappingAdd(1, ordering: .relaxed) }

    /// Ends such a part.
    final func endRetaining(isReceived wasReceived: Bool = false) {
        if wasReceived { isReceived.store(true, ordering: .releasing) }
        let isLast = parts.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
        guard isLast, !isReceived.load(ordering: .acquiring) else { return }
        if let event, hub.policy.expectsReceivers { hub.trace.mark(event, .unreceived) }
        hub.policy.onUnreceived?(self)
    }
}

/// A pending message of a type that is known where it is made.
final class PendingValue<Value>: PendingMessage, @unchecked Sendable {
    private let value: Value

    init(_ value: Value, of topic: Topic, in hub: Hub, from origin: Origin) {
        self.value = value
        super.init(of: topic, in: hub, from: origin, about: nil, to: nil)
    }

    required init(
        copying address: UnsafeRawPointer, of topic: Topic, in hub: Hub, from origin: Origin,
        about subject: (any AnyObject & Sendable)?, to receivers: Snapshot?
    ) {
        value = address.assumingMemoryBound(to: Value.self).pointee
        super.init(of: topic, in: hub, from: origin, about: subject, to: receivers)
    }

    override func withAddress(_ body: (UnsafeRawPointer) -> Void) {
        withUnsafePointer(to: value) { body(UnsafeRawPointer($0)) }
    }
}
