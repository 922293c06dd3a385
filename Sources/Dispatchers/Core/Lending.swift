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
    @inline(__always)
    func lend<Value: ~Copyable, Result>(
        as type: Value.Type, to body: (borrowing Value) throws -> Result
    ) rethrows -> Result {
        try body(assumingMemoryBound(to: Value.self).pointee)
    }
}
