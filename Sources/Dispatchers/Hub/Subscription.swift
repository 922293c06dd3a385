import SignalboxCore
import Synchronization

/// The record of a subscriber: its topic, its handler, its position in the order, and the queue of its actor.
///
/// A subscription is the only record of a subscriber, whether of messages, states, calls, properties or requests. Its
/// hub retains it until it ends. A hub and its subscriptions retain one another. Closing the hub, which its center does
/// when it is released, ends that.
final class Subscription: Cancellable {
    /// The number of the subscription in its hub and in those above and below.
    ///
    /// Later ones are larger.
    ///
    /// The number is also the time of the hub's readers at which the subscription was linked.
    let id: UInt64
    let priority: Int
    let location: SourceLocation
    let hub: Hub
    let topic: Topic

    /// The queue of its actor; `nil` if it is called on the thread that delivers.
    let queue: ActorQueue?

    /// The queue of the retained messages that are replayed, and of those posted meanwhile.
    ///
    /// `nil` if none were retained, or if the subscription has a queue of an actor.
    let replayQueue: ActorQueue?

    /// The object that values have to be about.
    ///
    /// Objects are compared by identity while they are alive: another object at the same address never matches.
    private let subject: WeakReference?

    /// The owner with which it can be cancelled.
    let owner: ObjectIdentifier?

    /// A Boolean value that indicates whether it precedes all others and is not a receiver.
    let isTap: Bool

    private let runningCalls: RunningCalls?

    /// The handler; `nil` once the subscription has ended.
    ///
    /// A reader of the hub may load it.
    private let handler: AtomicReference<Handler>

    /// The number of values that wait for it in the queue of its actor.
    let waitingCount = Atomic(0)

    /// The number of values that the queue of its actor had no room for.
    let droppedCount = Atomic(0)

    /// The properties with which a subscription is created.
    struct Terms {
        var actor: (any Actor)?
        var subject: (any AnyObject & Sendable)?
        var priority = 0
        var owner: ObjectIdentifier?
        var isTap = false
        let location: SourceLocation
    }

    init(
        _ id: UInt64, to topic: Topic, in hub: Hub, calling handler: Handler, _ terms: Terms,
        about subject: WeakReference?, on queue: ActorQueue?, replayingIn replayQueue: ActorQueue?
    ) {
        self.id = id
        self.topic = topic
        self.hub = hub
        self.subject = subject
        self.queue = queue
        self.replayQueue = replayQueue
        priority = terms.priority
        owner = terms.owner
        isTap = terms.isTap
        location = terms.location
        runningCalls = handler.runningCalls
        self.handler = AtomicReference(handler)
    }

    /// A Boolean value that indicates whether a delivery on its actor only has to call the handler.
    ///
    /// For a reader of the hub, or under its lock.
    var isPlain: Bool {
        guard !isTap, replayQueue == nil, subject == nil, let handler = handlerForReader else { return false }
        return handler.buffering != .always
    }

    /// A Boolean value that indicates whether calls may still start.
    var isActive: Bool { handler.load() != nil }

    /// The handler, without retaining it, for a reader of the hub.
    @inline(__always)
    func loadHandler() -> UnretainedReference<Handler>? { handler.load() }

    /// The handler, for a reader of the hub.
    var handlerForReader: Handler? { handler.load()?.object }

    /// The handler; `nil` once the subscription has ended.
    var currentHandler: Handler? {
        var current: Handler?
        hub.tree.state.withLock { _ in current = handler.load()?.object }
        return current
    }

    /// The relation of a value to the object that the subscription is about.
    enum Match {
        case isWanted
        case isAboutAnother
        case subjectIsReleased
    }

    /// Compares the subject of a value with that of the subscription.
    func match(_ other: UnretainedReference<any AnyObject & Sendable>?) -> Match {
        guard let subject else { return .isWanted }
        guard let object = subject.object else { return .subjectIsReleased }
        return other?.object === object ? .isWanted : .isAboutAnother
    }

    /// A Boolean value that indicates whether its owner or its subject was released.
    ///
    /// Reading this property loads weak references: never read it under a lock.
    var isOrphaned: Bool { subject?.isGone ?? false || currentHandler?.isOrphaned ?? false }

    /// Takes the handler under the lock of the hub, so that no call starts any more.
    ///
    /// - Returns: `nil` if the subscription has ended.
    func takeHandler() -> Handler? { handler.exchange(nil) }

    /// Ends the subscription.
    ///
    /// No call starts after this has returned.
    func cancel() {
        hub.remove(self)
    }

    /// Waits until no call of it is running.
    func drain() async {
        await runningCalls?.wait()
        await hub.readers.drain()
    }
}

extension Subscription {
    /// Returns whether it is called before another one: taps first, then those of inner hubs, then by priority and registration.
    func isCalled(before other: Subscription) -> Bool {
        if isTap != other.isTap { return isTap }
        if hub !== other.hub { return hub.depth > other.hub.depth }
        if priority != other.priority { return priority > other.priority }
        return id < other.id
    }

    /// Begins the event of the delivery of a message to it.
    func beginDelivery(of message: Envelope) -> Trace.Cause? {
        let event = hub.event(.delivery, of: message.topic, at: message.location, to: location)
        return hub.trace.begin(event, because: message.event)
    }
}

extension Subscription {
    /// Leaves retained messages to the subscription, which come before all others.
    ///
    /// Called under the lock of the hub.
    ///
    /// Without an actor, they are called when the replay queue is left.
    func replay(_ messages: [Envelope]) {
        _ = replayQueue?.enter()
        for message in messages {
            message.beginDelivery()
            waitingCount.add(1, ordering: .relaxed)
            let job: ActorQueue.Job = { [self] in
                message.hub.deliver(message, to: [self], on: queue?.actorID)
            }
            if let replayQueue { replayQueue.appendUrgent(share: .max, job) } else { queue?.append(job) }
        }
    }
}

/// The subscriptions to a topic, or those of an owner, first registered first.
struct SubscriptionSet {
    private var all: [Subscription] = []
    private var endedCount = 0

    /// A Boolean value that indicates whether all have ended.
    var isEmpty: Bool { endedCount == all.count }

    /// The subscriptions that have not ended.
    var active: [Subscription] {
        var active: [Subscription] = []
        active.reserveCapacity(all.count - endedCount)
        // By index: in a build for debugging an iterator allocates at each step.
        for index in all.indices where all[index].isActive { active.append(all[index]) }
        return active
    }

    mutating func add(_ subscription: Subscription) {
        all.append(subscription)
    }

    /// Notes that a subscription has ended.
    ///
    /// Ended ones are removed when they are half of all.
    mutating func countEnded() {
        endedCount += 1
        guard endedCount * 2 > all.count else { return }
        all = active
        endedCount = 0
    }
}
