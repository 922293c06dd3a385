// Handlers as plain functions, to be called on their isolation and nowhere else.
//
// A function of type `@isolated(any)` can only be awaited, since its isolation is known at run time alone. Code
// on that isolation needs no hop, and the language has no way to call it there. `unchecked` is it.
//
// Why the casts are sound: both types are one function pointer and one context with the same calling convention, for the
// isolation of a synchronous function is not passed but required of the caller. The standard library's
// `Actor.assumeIsolated` makes the same cast. What remains is the caller's promise to call only while the isolation is
// current; each caller states how it keeps that.

// The functions are cast inside of structures: as arguments of `unsafeBitCast` itself they would be wrapped twice to be of
// any type, which costs two allocations here, two calls each time, and an allocation each time for a body that is lent.
//
// Those without a result have a function of their own: as results of any type they would be called through a thunk.

/// The handler, to be called while `handler.isolation` is `nil` or current.
package func unchecked<Input>(
    _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Void
) -> @Sendable (Input) throws -> Void {
    unsafeBitCast(HandlerForms<Input>.Isolated(call: handler), to: HandlerForms<Input>.Plain.self).call
}

/// The handler, to be called while `handler.isolation` is `nil` or current.
package func unchecked<Output>(
    _ handler: @escaping @isolated(any) @Sendable () throws -> Output
) -> @Sendable () throws -> Output {
    unsafeBitCast(Maker<Output>.Isolated(call: handler), to: Maker<Output>.Plain.self).call
}

/// The handler, to be called while `handler.isolation` is `nil` or current.
package func unchecked<Input, Output>(
    _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
    unsafeBitCast(Answer<Input, Output>.Isolated(call: handler), to: Answer<Input, Output>.Plain.self).call
}

/// The handler, to be called while `handler.isolation` is `nil` or current.
package func unchecked<Owner, Input, Output>(
    _ handler: @escaping @isolated(any) @Sendable (Owner, Input) throws -> Output
) -> @Sendable (Owner, Input) throws -> Output {
    unsafeBitCast(
        OwnerAnswer<Owner, Input, Output>.Isolated(call: handler), to: OwnerAnswer<Owner, Input, Output>.Plain.self
    ).call
}

/// The handler, to be called while `handler.isolation` is `nil` or current.
package func unchecked<Owner, First, Second, Output>(
    _ handler: @escaping @isolated(any) @Sendable (Owner, First, Second) throws -> Output
) -> @Sendable (Owner, First, Second) throws -> Output {
    unsafeBitCast(
        OwnerAnswers<Owner, First, Second, Output>.Isolated(call: handler),
        to: OwnerAnswers<Owner, First, Second, Output>.Plain.self
    ).call
}

// The structures, two of one layout for each kind of function.

private enum HandlerForms<Input> {
    struct Isolated { let call: @isolated(any) @Sendable (Input) throws -> Void }
    struct Plain { let call: @Sendable (Input) throws -> Void }
}

private enum Maker<Output> {
    struct Isolated { let call: @isolated(any) @Sendable () throws -> Output }
    struct Plain { let call: @Sendable () throws -> Output }
}

private enum Answer<Input, Output> {
    struct Isolated { let call: @isolated(any) @Sendable (Input) throws -> Output }
    struct Plain { let call: @Sendable (Input) throws -> Output }
}

private enum OwnerAnswer<Owner, Input, Output> {
    struct Isolated { let call: @isolated(any) @Sendable (Owner, Input) throws -> Output }
    struct Plain { let call: @Sendable (Owner, Input) throws -> Output }
}

private enum OwnerAnswers<Owner, First, Second, Output> {
    struct Isolated { let call: @isolated(any) @Sendable (Owner, First, Second) throws -> Output }
    struct Plain { let call: @Sendable (Owner, First, Second) throws -> Output }
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

    /// Calls the handler with a value, while its isolation is `nil` or current.
    @inline(__always)
    func call(_ value: Lent) throws {
        try value.lend(as: Value.self) { value in try call(value) }
    }
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
