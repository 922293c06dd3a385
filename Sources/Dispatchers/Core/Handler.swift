/// What a subscription calls; it is released as soon as the subscription ends.
///
/// Why it may be shared though it has subclasses, which the compiler does not look through: what they hold is constant and
/// `Sendable`, or a weak constant.
class Handler: @unchecked Sendable {
    /// Calls it with the value at an address, which is of the type of the topic; `false` when its owner is gone.
    func receive(_ address: UnsafeRawPointer) throws -> Bool { true }

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
    func receive(_ delivery: inout Delivery, at address: UnsafeRawPointer, of subscription: Subscription) throws -> Bool
    {
        if try receive(address) { return true }
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
final class TokenHandler<Value>: Handler, @unchecked Sendable {
    private let handler: Lending<Value>

    init(_ handler: @escaping @isolated(any) @Sendable (Value) throws -> Void) { self.handler = Lending(handler) }

    override func receive(_ address: UnsafeRawPointer) throws -> Bool {
        try handler.call(at: address)
        return true
    }
}

/// A handler that lasts as long as its owner, which it does not retain.
final class OwnerHandler<Owner: AnyObject & Sendable, Value>: Handler, @unchecked Sendable {
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

    override func receive(_ address: UnsafeRawPointer) throws -> Bool {
        guard let owner else { return false }
        try handler.call(owner, at: address)
        return true
    }
}

// Handlers that are called with a value where it lies.
//
// A generic function that takes a copyable value copies it by its value witness before it passes it on, which is most of the
// cost of a delivery. `Value` is declared here as something that cannot be copied, so the value is passed by its address.
//
// Why the casts are sound: a value of a type that is not known at compile time is passed by address in both forms, and
// neither takes it over. Isolation is erased as in `Isolation.swift`.

/// A handler that is lent its value.
struct Lending<Value: ~Copyable>: Sendable {
    private let call: @Sendable (borrowing Value) throws -> Void

    /// Calls the handler with the value at an address, while its isolation is `nil` or current.
    func call(at address: UnsafeRawPointer) throws {
        try call(address.assumingMemoryBound(to: Value.self).pointee)
    }
}

/// A handler that is lent its value, and given the owner.
struct OwnerLending<Owner: AnyObject, Value: ~Copyable>: Sendable {
    private let call: @Sendable (Owner, borrowing Value) throws -> Void

    /// Calls the handler with the value at an address, while its isolation is `nil` or current.
    func call(_ owner: Owner, at address: UnsafeRawPointer) throws {
        try call(owner, address.assumingMemoryBound(to: Value.self).pointee)
    }
}

extension Lending where Value: Copyable {
    private struct Isolated { let call: @isolated(any) @Sendable (Value) throws -> Void }

    init(_ handler: @escaping @isolated(any) @Sendable (Value) throws -> Void) {
        self = unsafeBitCast(Isolated(call: handler), to: Self.self)
    }
}

extension OwnerLending where Value: Copyable {
    private struct Isolated { let call: @isolated(any) @Sendable (Owner, Value) throws -> Void }

    init(_ handler: @escaping @isolated(any) @Sendable (Owner, Value) throws -> Void) {
        self = unsafeBitCast(Isolated(call: handler), to: Self.self)
    }
}

extension OwnerLending where Owner: Actor, Value: Copyable {
    private struct OnOwner { let call: @Sendable (isolated Owner, Value) throws -> Void }

    init(onOwner handler: @escaping @Sendable (isolated Owner, Value) throws -> Void) {
        self = unsafeBitCast(OnOwner(call: handler), to: Self.self)
    }
}

extension UnsafeRawPointer {
    /// Lends the value at this address, without making a copy.
    func lend<Value: ~Copyable, Result>(
        as type: Value.Type, to body: (borrowing Value) throws -> Result
    ) rethrows -> Result {
        try body(assumingMemoryBound(to: Value.self).pointee)
    }
}
