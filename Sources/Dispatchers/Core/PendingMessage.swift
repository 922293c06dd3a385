import Synchronization

/// A copy of a message, change or call that is delivered later or elsewhere, and what has become of it.
///
/// Its parts, that of the thread that posted it and one for each other actor, end in any order and on any thread; the last
/// one knows whether the message was received.
class PendingMessage: Cause, @unchecked Sendable {
    /// What is known of a message beside its value.
    struct Facts: ~Copyable {
        let hub: Hub
        let origin: Origin
        let subject: (any AnyObject & Sendable)?
        /// Whom it reaches, unless it is left to some that are known.
        var receivers: Snapshot?

        init(hub: Hub, origin: consuming Origin, subject: (any AnyObject & Sendable)?, receivers: Snapshot? = nil) {
            self.hub = hub
            self.origin = origin
            self.subject = subject
            self.receivers = receivers
        }
    }

    final let hub: Hub
    /// Whom it reaches, until it is delivered to them; belongs to the thread that does.
    final var receivers: Snapshot?

    /// What the trace knows as the post, while it is on.
    final let event: Trace.Cause?

    /// The object that it is about, which a retained message does not keep alive.
    final let hasSubject: Bool
    private final weak let weakSubject: (any AnyObject & Sendable)?

    /// The same while it waits in a `PostScope`, and what comes after it there.
    ///
    /// Both belong to the thread of the scope; others, which may know a retained message by then, read neither.
    final var heldSubject: (any AnyObject & Sendable)?
    final var next: Unmanaged<PendingMessage>?

    private final let parts = Atomic(1)
    private final let isReceived = Atomic(false)

    init(_ facts: consuming Facts) {
        hub = facts.hub
        receivers = facts.receivers
        hasSubject = facts.subject != nil
        weakSubject = facts.subject
        event = hub.trace.isOn ? hub.trace.cause : nil
        super.init(facts.origin)
        origin.settling?.begin()
    }

    final var topic: Topic { origin.step.topic }
    final var location: SourceLocation { origin.step.location }

    /// The object that it is about.
    ///
    /// May release it: never call this under a lock.
    final var subject: (any AnyObject & Sendable)? { hasSubject ? weakSubject : nil }

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
        if isLast, !isReceived.load(ordering: .acquiring) { hub.policy.onUnreceived?(self) }
    }
}

/// A pending message of a type that is known where it is made.
final class PendingValue<Value>: PendingMessage, @unchecked Sendable {
    private let value: Value

    init(_ value: Value, _ facts: consuming PendingMessage.Facts) {
        self.value = value
        super.init(facts)
    }

    override func withAddress(_ body: (UnsafeRawPointer) -> Void) {
        withUnsafePointer(to: value) { body(UnsafeRawPointer($0)) }
    }
}
