// Handlers that are called with a value where it is stored.
//
// A generic function that takes a copyable value copies it by its value witness before it passes it on, which is most of the cost of
// a delivery. `Value` is declared here as a type that cannot be copied, so the value is passed by its address.
//
// The casts are sound because a value of a type that is not known at compile time is passed by address in both forms, and neither
// takes it over. Isolation is erased as in `unchecked`.

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
