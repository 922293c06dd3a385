// Handlers as plain functions, to be called on their isolation and nowhere else.
//
// A function of type `@isolated(any)` can only be awaited, since its isolation is known at run time alone. Code on that isolation
// needs no hop, and the language has no way to call the function there. `unchecked` and `plain` return a function that can be
// called.
//
// The casts are sound because both types are one function pointer and one context with the same calling convention: the isolation of
// a synchronous function is not passed but required of the caller. `Actor.assumeIsolated` in the standard library makes the same
// cast. The caller promises to call the function only while the isolation is current. Each caller states how it keeps that promise.

/// Returns a handler that can be called while `handler.isolation` is `nil` or current.
///
/// The cast is made inside a structure. As an argument of `unsafeBitCast` itself, the compiler would wrap the handler in a
/// function for generic types.
package func unchecked<Input>(
    _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Void
) -> @Sendable (Input) throws -> Void {
    unsafe unsafeBitCast(HandlerForms<Input>.Isolated(call: handler), to: HandlerForms<Input>.Plain.self).call
}

/// Returns a function of any kind without its isolation.
///
/// The two types must differ in nothing but the isolation.
///
/// The compiler wraps both in functions for generic types. That costs an allocation each here, and two more calls each time.
package func plain<Isolated, Plain>(_ handler: Isolated) -> Plain {
    unsafe unsafeBitCast(handler, to: Plain.self)
}

/// The two types between which `unchecked` casts.
private enum HandlerForms<Input> {
    struct Isolated {
        let call: @isolated(any) @Sendable (Input) throws -> Void
    }

    struct Plain {
        let call: @Sendable (Input) throws -> Void
    }
}
