// Handlers as plain functions, to be called on their isolation and nowhere else.
//
// A function of type `@isolated(any)` can only be awaited, since its isolation is known at run time alone. Code on that isolation
// needs no hop, and the language has no way to call the function there. `withoutIsolation` returns a function that can be called.
//
// The casts are sound because both types are one function pointer and one context with the same calling convention: the isolation of
// a synchronous function is not passed but required of the caller. `Actor.assumeIsolated` in the standard library makes the same
// cast. The caller promises to call the function only while the isolation is current. Each caller states how it keeps that promise.

/// Returns a handler that can be called while `handler.isolation` is `nil` or current.
///
/// The cast is made inside a structure. As an argument of `unsafeBitCast` itself, the compiler would wrap the handler in a
/// function for generic types.
package func withoutIsolation<Input>(
    _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Void
) -> @Sendable (Input) throws -> Void {
    unsafe unsafeBitCast(HandlerForms<Input>.Isolated(call: handler), to: HandlerForms<Input>.Plain.self).call
}

/// Returns a function that makes a receiver of its owner, and can be called while its isolation is `nil` or current.
package func withoutIsolation<Owner: AnyObject, Receiver>(
    _ receiver: @escaping @isolated(any) @Sendable (Owner) -> Receiver
) -> @Sendable (Owner) -> Receiver {
    unsafe unsafeBitCast(
        ReceiverForms<Owner, Receiver>.Isolated(call: receiver), to: ReceiverForms<Owner, Receiver>.Plain.self
    ).call
}

/// Returns a function that makes a receiver, and can be called while its isolation is `nil` or current.
package func withoutIsolation<Receiver>(
    _ receiver: @escaping @isolated(any) @Sendable () -> Receiver
) -> @Sendable () -> Receiver {
    unsafe unsafeBitCast(MakerForms<Receiver>.Isolated(call: receiver), to: MakerForms<Receiver>.Plain.self).call
}

/// Returns a function of any other kind without its isolation.
///
/// The two types must differ in nothing but the isolation.
///
/// The compiler wraps both in functions for generic types. That costs an allocation each here, and two more calls each time.
package func withoutIsolation<Isolated, Plain>(_ handler: Isolated) -> Plain {
    unsafe unsafeBitCast(handler, to: Plain.self)
}

/// The two types between which the form for handlers casts.
private enum HandlerForms<Input> {
    struct Isolated {
        let call: @isolated(any) @Sendable (Input) throws -> Void
    }

    struct Plain {
        let call: @Sendable (Input) throws -> Void
    }
}

/// The two types between which the form for receivers of an owner casts.
private enum ReceiverForms<Owner: AnyObject, Receiver> {
    struct Isolated {
        let call: @isolated(any) @Sendable (Owner) -> Receiver
    }

    struct Plain {
        let call: @Sendable (Owner) -> Receiver
    }
}

/// The two types between which the form for receivers without an owner casts.
private enum MakerForms<Receiver> {
    struct Isolated {
        let call: @isolated(any) @Sendable () -> Receiver
    }

    struct Plain {
        let call: @Sendable () -> Receiver
    }
}

/// A function with the isolation that it was written in.
///
/// A synchronous function is called inline where its isolation is current, and awaited elsewhere.
package enum IsolatedHandler<Input: Sendable, Output: Sendable>: Sendable {
    /// A synchronous function, which may be called while the isolation is `nil` or current.
    case synchronous(on: (any Actor)?, @Sendable (Input) throws -> Output)

    /// An asynchronous function, which is called on an isolation.
    case asynchronous(on: (any Actor)?, @Sendable (Input) async throws -> Output)

    /// A function that can be called without waiting.
    ///
    /// The function is in a structure, since returning the function itself would allocate a closure that converts it.
    package struct Inline: Sendable {
        fileprivate let body: @Sendable (Input) throws -> Output

        /// Calls the function.
        package func callAsFunction(_ input: Input) throws -> Output { try body(input) }
    }

    /// Returns the function to call where an isolation is current.
    ///
    /// - Returns: `nil` if the function has to be awaited there.
    package func inline(on current: (any Actor)?) -> Inline? {
        guard case .synchronous(let isolation, let body) = self else { return nil }
        guard isolation == nil || isolation === current else { return nil }
        return Inline(body: body)
    }

    /// Calls the function on its own isolation, unless a check that is made there throws.
    ///
    /// There is no suspension between the check and the call: nothing else on that isolation comes between them.
    package nonisolated(nonsending) func run(
        _ input: Input, after check: @Sendable () throws -> Void
    ) async throws -> Output {
        try await call(input, after: check, on: isolation)
    }

    private var isolation: (any Actor)? {
        switch self {
        case .synchronous(let isolation, _), .asynchronous(let isolation, _): isolation
        }
    }

    private func call(
        _ input: Input, after check: @Sendable () throws -> Void, on isolation: isolated (any Actor)?
    ) async throws -> Output {
        try check()
        return switch self {
        case .synchronous(_, let body): try body(input)
        case .asynchronous(_, let body): try await body(input)
        }
    }
}
