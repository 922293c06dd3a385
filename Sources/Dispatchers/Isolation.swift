// Handlers as plain functions, to be called on their isolation and nowhere else.
//
// A function of type `@isolated(any)` can only be awaited, since its isolation is known at run time alone. Whoever
// stands on that isolation already needs no hop, and the language has no word for calling it there. `unchecked` is it.
//
// Why the casts are sound: both types are one function pointer and one context with the same calling convention, for the
// isolation of a synchronous function is not passed but required of the caller. The standard library's
// `Actor.assumeIsolated` makes the same cast. What remains is the caller's promise to call only while the isolation is
// current; each caller states how it keeps that.

/// The handler, to be called while `handler.isolation` is `nil` or current.
package func unchecked<Input, Output>(
    _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
    unsafeBitCast(handler, to: (@Sendable (Input) throws -> Output).self)
}

/// The handler, to be called while `handler.isolation` is `nil` or current.
package func unchecked<Owner, Input, Output>(
    _ handler: @escaping @isolated(any) @Sendable (Owner, Input) throws -> Output
) -> @Sendable (Owner, Input) throws -> Output {
    unsafeBitCast(handler, to: (@Sendable (Owner, Input) throws -> Output).self)
}

/// The handler, to be called while its first argument, the owner, is current.
package func unchecked<Owner: Actor, Input, Output>(
    _ handler: @escaping @Sendable (isolated Owner, Input) throws -> Output
) -> @Sendable (Owner, Input) throws -> Output {
    unsafeBitCast(handler, to: (@Sendable (Owner, Input) throws -> Output).self)
}
