import Synchronization

/// A subscriber of a topic: what is called, where, in which order, and whether it still may be.
///
/// It is the only record of a subscriber, whether of messages, states, calls, properties or requests. Its hub keeps it until
/// it ends. A hub and its subscriptions retain one another; closing the hub, which its center does when it goes, ends that.
final class Subscription: Cancellable {
    /// Identifies it in its hub and in those above and below, and is never used again; later ones are larger.
    let id: UInt64
    let priority: Int
    let location: SourceLocation
    let hub: Hub
    let topic: Topic

    /// Where calls wait that are made off its actor; `nil`: it is called on the thread that delivers.
    let queue: ActorQueue?

    /// Where messages wait until those that were retained have been received; `nil` if there were none.
    let gate: ActorQueue?

    /// The object that the values have to be about.
    ///
    /// It is compared by identity while it is alive: another object at its address is never taken for it.
    private let subject: WeakReference?

    /// With whom it can be cancelled.
    let owner: ObjectIdentifier?

    /// Whether it precedes all others and is no receiver.
    let isTap: Bool

    /// Where it is called.
    let site: CallSite

    /// When it was linked, or an earlier epoch.
    let birth: Readers.Epoch

    /// Its asynchronous calls that are running.
    private let running: WaitGroup?

    /// What is called; `nil` once the subscription has ended.
    private let handler: AtomicReference<Handler>

    init(
        _ id: UInt64, to topic: Topic, in hub: Hub, on queue: ActorQueue?, behind gate: ActorQueue?,
        about subject: WeakReference?, priority: Int, owner: ObjectIdentifier?, at location: SourceLocation,
        birth: Readers.Epoch, calling handler: Handler
    ) {
        self.id = id
        self.topic = topic
        self.hub = hub
        self.queue = queue
        self.gate = gate
        self.subject = subject
        self.priority = priority
        self.owner = owner
        self.location = location
        self.birth = birth
        isTap = handler.isTap
        running = handler.running
        let isSimple = handler.isPlain && gate == nil && subject == nil
        site = isSimple ? queue.map { CallSite(of: $0.actorID) } ?? .anywhere : .special
        self.handler = AtomicReference(handler)
    }

    /// What to call, for a reader of the hub; `nil` once the subscription has ended.
    var lentHandler: Borrowed<Handler>? { handler.load() }

    /// Whether calls may still start.
    var isActive: Bool { handler.load() != nil }

    /// What to call, for longer than a reader stays; `nil` once the subscription has ended.
    var currentHandler: Handler? { hub.readers.read { handler.load()?.object } }

    /// What to call, for a reader of the hub, if it is active and a value concerns it; ends it if what it depends on is gone.
    func handler(for delivery: borrowing Delivery) -> Handler? {
        guard let handler = lentHandler?.object else { return nil }
        guard let subject else { return handler }
        guard let object = subject.object else {
            cancel()
            return nil
        }
        return delivery.posting.subject?.object === object ? handler : nil
    }

    /// Whether its owner is gone, or the object that it is about.
    ///
    /// Loads weak references: never call it under a lock.
    var isOrphaned: Bool { subject?.isGone ?? false || currentHandler?.isOrphaned ?? false }

    /// Takes the handler, so that no call starts any more; `nil` if the subscription has ended.
    ///
    /// Called under the lock of the hub. The handler has to be handed to `finish`, outside of locks.
    func end() -> Handler? { handler.exchange(nil) }

    /// Lets a handler that was taken go, once no thread can be calling it.
    func finish(_ handler: Handler) {
        handler.end()
        hub.readers.retire(handler, linkedIn: birth)
    }

    /// Ends it: no call starts after this has returned.
    ///
    /// Harmless when repeated.
    func cancel() { hub.remove(self) }

    /// Waits until no call of it is running.
    func drain() async {
        await running?.wait()
        await hub.readers.drain()
    }
}

extension Subscription: Comparable {
    /// Whether it is called before another one of the same hub.
    static func < (left: Subscription, right: Subscription) -> Bool {
        if left.isTap != right.isTap { return left.isTap }
        return left.priority == right.priority ? left.id < right.id : left.priority > right.priority
    }

    static func == (left: Subscription, right: Subscription) -> Bool { left === right }
}

/// Where a subscriber is called, as a delivery compares it with the current actor.
struct CallSite: Equatable {
    /// Called on the thread that delivers.
    static let anywhere = CallSite(bits: 0)

    /// The site of no subscriber.
    static let none = CallSite(bits: 2)

    /// More has to be asked.
    static let special = CallSite(bits: 1)

    private let bits: UInt

    private init(bits: UInt) { self.bits = bits }

    /// Called on an actor.
    init(of actor: ObjectIdentifier) { bits = UInt(bitPattern: actor) }
}

/// What a subscription calls; it is released as soon as the subscription ends.
///
/// It is not `Sendable`, and reached through its subscription alone, on any thread: what subclasses store is constant and
/// `Sendable`, or a weak constant, or atomic. A closure that is called elsewhere captures the subscription.
class Handler {
    /// Calls it with a value of the topic's type; `false` when its owner is gone.
    func receive(_ value: Lent) throws -> Bool { true }

    /// Whether the owner, or another object that it depends on, is gone.
    ///
    /// Loads weak references, which may release the object: never call it under a lock.
    var isOrphaned: Bool { false }

    /// Whether `receive(_:)` is all that a delivery has to call.
    var isPlain: Bool { true }

    /// Whether it is called on the thread that delivers, whatever its actor, since it queues values itself.
    var runsAnywhere: Bool { false }

    /// Whether it is to be called before all others and counts as no receiver.
    var isTap: Bool { false }

    /// Takes the value of a delivery in its own way; called of a handler that is not plain.
    ///
    /// Ends the subscription if its owner is gone.
    ///
    /// - Returns: Whether it counts as received.
    func receive(_ delivery: inout Delivery, _ value: Lent, of subscription: Subscription) throws -> Bool {
        if try receive(value) { return true }
        subscription.cancel()
        return false
    }

    /// Lets the value of a delivery wait for its actor, which is not current; `false` if it leaves that to the hub.
    func leave(_ delivery: inout Delivery, to subscription: Subscription) -> Bool { false }

    /// Adds what a listing has of it.
    func describe(_ info: inout ObservationInfo) {}

    /// What was left to it alone.
    var pendingWork: PendingWork { PendingWork() }

    /// Called once, when the subscription has ended, under no lock.
    func end() {}

    /// Its asynchronous calls, if `cancelAndDrain()` may wait for their end.
    var running: WaitGroup? { nil }
}

/// A handler that lasts until its subscription is cancelled.
final class TokenHandler<Value>: Handler {
    private let handler: Lending<Value>

    init(_ handler: @escaping @isolated(any) @Sendable (Value) throws -> Void) { self.handler = Lending(handler) }

    override func receive(_ value: Lent) throws -> Bool {
        try handler.call(value)
        return true
    }
}

/// A handler that lasts as long as its owner, which it does not retain.
final class OwnerHandler<Owner: AnyObject & Sendable, Value>: Handler {
    private weak let owner: Owner?
    private let handler: OwnerLending<Owner, Value>

    init(_ owner: Owner, _ handler: OwnerLending<Owner, Value>) {
        self.owner = owner
        self.handler = handler
    }

    override var isOrphaned: Bool { owner == nil }

    override func describe(_ info: inout ObservationInfo) {
        (info.owner, info.isAlive) = ("\(Owner.self)", owner != nil)
    }

    override func receive(_ value: Lent) throws -> Bool {
        guard let owner else { return false }
        try handler.call(owner, value)
        return true
    }
}
