import SignalboxCore
import Synchronization

/// A value that is posted, set or called: its address, its topic, and the source location of the call.
///
/// The caller retains the value, the topic and the subject until the delivery is over.
struct Posting {
    /// A value of the topic's type.
    var value: ValueAddress
    var topic: UnretainedReference<Topic>

    /// The value and the topic as they were posted, if an optional was posted and `value` is the value that it wraps.
    var posted: (value: ValueAddress, topic: UnretainedReference<Topic>)?

    let location: SourceLocation

    /// The object that it is about.
    var subject: UnretainedReference<any AnyObject & Sendable>?

    /// A Boolean value that indicates whether the value must not leave the current thread.
    var isConfined = false
}

/// A value that is lent to a call by its address.
///
/// Passing a value through generic code would copy it at each step, which is most of the cost of a delivery.
///
/// Soundness: only `lend` and `MessageCenter.post` create one, and the value exists until the body of `lend` or the post returns. It is
/// stored in a `Posting` alone, which a `DeliveryScope` does not read after its end. It is read as the type of the topic that it is
/// delivered to, which is the type that it was lent as: see `Topic`.
@safe
struct ValueAddress {
    private let address: UnsafeRawPointer

    /// The address of a value that exists until the delivery is over.
    init(lent address: UnsafeRawPointer) {
        unsafe self.address = address
    }

    /// Calls a body with a value.
    @inline(__always)
    static func lend<Value, Result>(_ value: Value, to body: (ValueAddress) throws -> Result) rethrows -> Result {
        try unsafe withUnsafePointer(to: value) { try body(unsafe ValueAddress(lent: $0)) }
    }

    /// Returns a copy of the value.
    func read<Value>(as type: Value.Type) -> Value {
        unsafe address.assumingMemoryBound(to: Value.self).pointee
    }

    /// Returns a copy of the value in a box, for a delivery that happens later.
    ///
    /// Soundness of the cast: both existential types have one layout, and only `Sendable` values are posted. That cannot be expressed
    /// for the value that an optional wraps.
    func box<Value>(as type: Value.Type) -> any Sendable {
        unsafe unsafeBitCast(read(as: type) as Any, to: (any Sendable).self)
    }

    /// Calls a body with the value, without a copy.
    @inline(__always)
    func lend<Value: ~Copyable, Result>(
        as type: Value.Type, to body: (borrowing Value) throws -> Result
    ) rethrows -> Result {
        try unsafe body(address.assumingMemoryBound(to: Value.self).pointee)
    }
}

/// The value of a delivery as a value of another topic, made once for all subscribers to that topic.
class Conversion {
    let topic: Topic

    fileprivate init(to topic: Topic) {
        self.topic = topic
    }

    /// Calls a body with the value.
    func lend(to body: (ValueAddress) throws -> Bool) rethrows -> Bool { false }

    /// Returns a copy of the value.
    func box() -> any Sendable { () }

    /// A message with the value, once one had to be made.
    var copy: Envelope?

    // The delivery with which the copy was made ends. Those that wait have begun others.
    deinit { copy?.endDelivery(isReceived: true) }
}

/// A converted value of a known type.
final class TypedConversion<Value>: Conversion {
    private let value: Value

    init(_ value: Value, to topic: Topic) {
        self.value = value
        super.init(to: topic)
    }

    override func lend(to body: (ValueAddress) throws -> Bool) rethrows -> Bool {
        try ValueAddress.lend(value, to: body)
    }

    override func box() -> any Sendable { ValueAddress.lend(value) { $0.box(as: Value.self) } }
}

/// The conversions of one delivery, by topic.
struct Conversions {
    /// A topic, and the value as one of it; `nil` if the value does not belong to it.
    private typealias Entry = (topic: ObjectIdentifier, conversion: Conversion?)

    /// The first conversion, stored here so that a delivery with one need not allocate an array.
    private var first: Entry?
    private var others: [Entry] = []

    var isEmpty: Bool { first == nil }

    /// Returns the conversion to a topic, if one was made.
    ///
    /// The conversion is `nil` if the value does not belong to the topic.
    func known(to topic: Topic) -> Conversion?? {
        guard let first else { return nil }
        if first.topic == topic.id { return first.conversion }
        return others.last { $0.topic == topic.id }?.conversion
    }

    mutating func add(_ conversion: Conversion?, to topic: Topic) {
        if first == nil {
            first = (topic.id, conversion)
        } else {
            others.append((topic.id, conversion))
        }
    }
}

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
