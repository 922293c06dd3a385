import SignalboxCore

/// The code that a subscription calls.
///
/// A handler is released once the subscription has ended and no delivery that began before may use it. It is not
/// `Sendable`, and reached through its subscription alone, on any thread: stored properties of subclasses are constant
/// and `Sendable`, or a weak constant, or atomic. A closure that is called elsewhere captures the subscription.
class Handler {
    /// The cases in which a handler keeps values itself, instead of the queue of its actor.
    enum Buffering: Sendable {
        /// Never: the handler is called, or the value waits in the queue of its actor.
        case never
        /// If it runs on another actor than the current one.
        case onOtherActors
        /// Always, wherever it runs.
        case always
    }

    /// The cases in which this handler keeps values itself.
    var buffering: Buffering { .never }

    /// Calls the code with a value of the topic's type.
    ///
    /// - Returns: `false` if the subscription has to end, because its owner was released.
    func receive(_ value: ValueAddress) throws -> Bool { true }

    /// Keeps the value of a delivery until the handler can be called.
    ///
    /// - Returns: `true` if the value counts as received.
    func buffer(_ scope: DeliveryScope, for subscription: Subscription) -> Bool { false }

    /// A Boolean value that indicates whether the owner was released.
    ///
    /// Reading this property loads weak references, which may release the object: never read it under a lock.
    var isOrphaned: Bool { false }

    /// Adds the details of a listing.
    func describe(_ info: inout ObservationInfo) {}

    /// The number of values that were left to the handler alone; `nil` while some of them wait or are handled.
    var totalIfIdle: Int? { 0 }

    /// Releases waiting values.
    ///
    /// This method is called once, when the subscription has ended, under no lock.
    func end() {}

    /// The queue in which the handler alone is called, if it has one.
    var queue: ActorQueue? { nil }

    /// The asynchronous calls of the handler, if it has any.
    var runningCalls: RunningCalls? { nil }
}

/// A handler that lasts until its subscription is cancelled.
final class TokenHandler<Value>: Handler {
    private let handler: BorrowingHandler<Value>

    init(_ handler: @escaping @isolated(any) @Sendable (Value) throws -> Void) {
        self.handler = BorrowingHandler(handler)
    }

    override func receive(_ value: ValueAddress) throws -> Bool {
        try handler.call(value)
        return true
    }
}

/// A handler that lasts as long as its owner, which it references weakly.
final class OwnerHandler<Owner: AnyObject & Sendable, Value>: Handler {
    private weak let owner: Owner?
    private let handler: BorrowingOwnerHandler<Owner, Value>

    init(_ owner: Owner, _ handler: BorrowingOwnerHandler<Owner, Value>) {
        self.owner = owner
        self.handler = handler
    }

    override var isOrphaned: Bool { owner == nil }

    override func describe(_ info: inout ObservationInfo) {
        info.owner = "\(Owner.self)"
        info.isAlive = owner != nil
    }

    override func receive(_ value: ValueAddress) throws -> Bool {
        guard let owner else { return false }
        try handler.call(owner, value)
        return true
    }
}

// Handlers that are called with a value where it is stored.
//
// A generic function that takes a copyable value copies it by its value witness before it passes it on, which is most of the cost of
// a delivery. `Value` is declared here as a type that cannot be copied, so the value is passed by its address.
//
// The casts are sound because a value of a type that is not known at compile time is passed by address in both forms, and neither
// takes it over. Isolation is erased as in `withoutIsolation`.

/// A handler that borrows its value.
@safe
struct BorrowingHandler<Value: ~Copyable>: Sendable {
    private let call: @Sendable (borrowing Value) throws -> Void

    /// Calls the handler with a value, while its isolation is `nil` or current.
    @inline(__always)
    func call(_ value: ValueAddress) throws {
        try value.lend(as: Value.self) { value in try call(value) }
    }
}

extension BorrowingHandler where Value: Copyable {
    private struct Isolated {
        let call: @isolated(any) @Sendable (Value) throws -> Void
    }

    /// Wraps a handler of any isolation.
    init(_ handler: @escaping @isolated(any) @Sendable (Value) throws -> Void) {
        self = unsafe unsafeBitCast(Isolated(call: handler), to: Self.self)
    }
}

/// A handler that receives its owner, and borrows its value.
@safe
struct BorrowingOwnerHandler<Owner: AnyObject, Value: ~Copyable>: Sendable {
    private let call: @Sendable (Owner, borrowing Value) throws -> Void

    /// Calls the handler with a value, while its isolation is `nil` or current.
    @inline(__always)
    func call(_ owner: Owner, _ value: ValueAddress) throws {
        try value.lend(as: Value.self) { value in try call(owner, value) }
    }
}

extension BorrowingOwnerHandler where Value: Copyable {
    private struct Isolated {
        let call: @isolated(any) @Sendable (Owner, Value) throws -> Void
    }

    /// Wraps a handler of any isolation.
    init(_ handler: @escaping @isolated(any) @Sendable (Owner, Value) throws -> Void) {
        self = unsafe unsafeBitCast(Isolated(call: handler), to: Self.self)
    }
}

extension BorrowingOwnerHandler where Owner: Actor, Value: Copyable {
    private struct OnOwner {
        let call: @Sendable (isolated Owner, Value) throws -> Void
    }

    /// Wraps a handler that is isolated to its owner.
    init(onOwner handler: @escaping @Sendable (isolated Owner, Value) throws -> Void) {
        self = unsafe unsafeBitCast(OnOwner(call: handler), to: Self.self)
    }
}
