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

    /// Whether a value concerns it; asked of a handler that is not plain.
    func accepts(_ delivery: borrowing Delivery) -> Bool { true }

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
