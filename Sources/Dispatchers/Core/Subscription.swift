/// A subscriber of a topic: what is called, where, in which order, and whether it still may be.
///
/// It is the only record of a subscriber, whether of messages, states, calls, properties or requests. Its hub retains it until
/// it ends. A hub and its subscriptions retain one another; closing the hub, which its center does when it is released, ends that.
final class Subscription: Cancellable {
    /// Identifies it in its hub and in those above and below, and is never used again; later ones are larger.
    ///
    /// It is also the time of the hub's readers when it was linked.
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

    /// Its asynchronous calls that are running.
    private let running: WaitGroup?

    /// What is called, for a reader of the hub; `nil` once the subscription has ended.
    let handler: AtomicReference<Handler>

    init(
        _ id: UInt64, to topic: Topic, in hub: Hub, on queue: ActorQueue?, behind gate: ActorQueue?,
        about subject: WeakReference?, priority: Int, owner: ObjectIdentifier?, isTap: Bool,
        at location: SourceLocation, calling handler: Handler
    ) {
        (self.id, self.topic, self.hub, self.queue, self.gate) = (id, topic, hub, queue, gate)
        (self.subject, self.priority, self.owner, self.isTap) = (subject, priority, owner, isTap)
        self.location = location
        running = handler.running
        self.handler = AtomicReference(handler)
    }

    /// Whether a delivery on its actor only has to call its handler; for a reader of the hub, or under its lock.
    var isSimple: Bool { !isTap && gate == nil && subject == nil && handler.load()?.object.isPlain == true }

    /// Whether calls may still start.
    var isActive: Bool { handler.load() != nil }

    /// What to call; `nil` once the subscription has ended.
    var currentHandler: Handler? {
        var current: Handler?
        hub.tree.state.withLock { _ in current = handler.load()?.object }
        return current
    }

    /// What to call, for a reader of the hub, if it is active and a value is about its subject; ends it if that is gone.
    func handler(in scope: DeliveryScope) -> Handler? {
        guard let handler = handler.load()?.object else { return nil }
        guard let subject else { return handler }
        guard let object = subject.object else {
            cancel()
            return nil
        }
        return scope.posting?.subject?.object === object ? handler : nil
    }

    /// Whether its owner is gone, or the object that it is about.
    ///
    /// Loads weak references: never call it under a lock.
    var isOrphaned: Bool { subject?.isGone ?? false || currentHandler?.isOrphaned ?? false }

    /// Takes the handler under the lock of the hub, so that no call starts any more; `nil` if the subscription has ended.
    func end() -> Handler? { handler.exchange(nil) }

    /// Ends it: no call starts after this has returned.
    ///
    /// Harmless when repeated.
    func cancel() { hub.remove(self) }

    /// Whether it was made before another one, or is called before it: taps first, then those of inner hubs, then by priority
    /// and registration.
    func precedes(_ other: Subscription, inCalls isCalled: Bool) -> Bool {
        if !isCalled { return id < other.id }
        if isTap != other.isTap { return isTap }
        if hub !== other.hub { return hub.depth > other.hub.depth }
        return priority == other.priority ? id < other.id : priority > other.priority
    }

    /// Waits until no call of it is running.
    func drain() async {
        await running?.wait()
        await hub.readers.drain()
    }
}

/// What a subscription calls; it is released once the subscription has ended and no delivery that began before may use it.
///
/// It is not `Sendable`, and reached through its subscription alone, on any thread: what subclasses store is constant and
/// `Sendable`, or a weak constant, or atomic. A closure that is called elsewhere captures the subscription.
class Handler {
    /// Calls it with a value of the topic's type; `false` when the subscription has to end, as that of an owner that is gone.
    func receive(_ value: Lent) throws -> Bool { true }

    /// Whether it is called with each value where it runs; otherwise it takes the values.
    var isPlain: Bool { true }

    /// Takes the value of a delivery, on any thread; called of a handler that is not plain.
    func take(in scope: DeliveryScope, of subscription: Subscription) {}

    /// Lets the value of a delivery wait for its actor, which is not current; called of one that is plain.
    func leave(in scope: DeliveryScope, of subscription: Subscription) { scope.note(subscription) }

    /// Whether the owner, or another object that it depends on, is gone.
    ///
    /// Loads weak references, which may release the object: never call it under a lock.
    var isOrphaned: Bool { false }

    /// Adds what a listing has of it.
    func describe(_ info: inout ObservationInfo) {}

    /// How much was left to it alone; `nil` while some of it waits or runs.
    var pendingWork: Int? { 0 }

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
