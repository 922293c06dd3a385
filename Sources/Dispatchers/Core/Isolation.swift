// Handlers as plain functions, to be called on their isolation and nowhere else.
//
// A function of type `@isolated(any)` can only be awaited, since its isolation is known at run time alone. Code
// on that isolation needs no hop, and the language has no way to call it there. `unchecked` and `plain` are it.
//
// Why the casts are sound: both types are one function pointer and one context with the same calling convention, for the
// isolation of a synchronous function is not passed but required of the caller. The standard library's
// `Actor.assumeIsolated` makes the same cast. What remains is the caller's promise to call only while the isolation is
// current; each caller states how it keeps that.

/// The handler, to be called while `handler.isolation` is `nil` or current.
///
/// It is cast inside of a structure: as an argument of `unsafeBitCast` itself the compiler would wrap it
/// in a function for generic types.
package func unchecked<Input>(
    _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Void
) -> @Sendable (Input) throws -> Void {
    unsafeBitCast(HandlerForms<Input>.Isolated(call: handler), to: HandlerForms<Input>.Plain.self).call
}

/// The same for a function of any other kind, which differs from the plain one in nothing but its isolation.
///
/// The compiler wraps both in functions for generic types: that costs an allocation each here, and two more calls each time.
package func plain<Isolated, Plain>(_ handler: Isolated) -> Plain { unsafeBitCast(handler, to: Plain.self) }

private enum HandlerForms<Input> {
    struct Isolated { let call: @isolated(any) @Sendable (Input) throws -> Void }
    struct Plain { let call: @Sendable (Input) throws -> Void }
}

// Handlers that are called with a value where it lies.
//
// A generic function that takes a copyable value copies it by its value witness before it passes it on, which is most of the
// cost of a delivery. `Value` is declared here as something that cannot be copied, so the value is passed by its address.
//
// Why the casts are sound: a value of a type that is not known at compile time is passed by address in both forms, and
// neither takes it over. Isolation is erased as above.

/// A handler that is lent its value.
struct Lending<Value: ~Copyable>: Sendable {
    private let call: @Sendable (borrowing Value) throws -> Void

    /// Calls the handler with a value, while its isolation is `nil` or current.
    @inline(__always)
    func call(_ value: Lent) throws { try value.lend(as: Value.self) { value in try call(value) } }
}

/// A handler that is lent its value, and given the owner.
struct OwnerLending<Owner: AnyObject, Value: ~Copyable>: Sendable {
    private let call: @Sendable (Owner, borrowing Value) throws -> Void

    /// Calls the handler with a value, while its isolation is `nil` or current.
    @inline(__always)
    func call(_ owner: Owner, _ value: Lent) throws {
        try value.lend(as: Value.self) { value in try call(owner, value) }
    }
}

extension Lending where Value: Copyable {
    init(_ handler: @escaping @isolated(any) @Sendable (Value) throws -> Void) {
        self = unsafeBitCast(HandlerForms<Value>.Isolated(call: handler), to: Self.self)
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
