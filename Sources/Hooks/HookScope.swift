/// A stretch of work whose hooks concern no other work.
///
/// Tests that run side by side share static join points. A hook that is registered inside a scope runs for calls made
/// inside it alone, including those of its child tasks:
///
/// ```swift
/// HookScope.run {
///     let hook = Pointcut<Cart>.all.before { _, call in noted.append(call.name) }
///     cart.add("lamp", count: 1)
///     #expect(noted == ["add(_:count:)"])
///     hook.cancel()
/// }
/// ```
public final class HookScope: Sendable {
    @TaskLocal static var current: HookScope?

    private let outer = HookScope.current

    /// Runs a body in a new scope inside the current one.
    ///
    /// Hooks registered outside of it run inside too.
    public static func run<Output>(_ body: () throws -> Output) rethrows -> Output {
        try $current.withValue(HookScope(), operation: body)
    }

    /// Runs an asynchronous body in a new scope inside the current one, on the caller's actor.
    public nonisolated(nonsending) static func runAsync<Output>(
        _ body: () async throws -> Output
    ) async rethrows -> Output {
        try await withTaskLocal($current, HookScope(), isolation: #isolation, body)
    }

    private init() {}

    /// Whether the current work is in this scope or one inside it.
    var isCurrent: Bool {
        var scope = Self.current
        while let candidate = scope {
            if candidate === self { return true }
            scope = candidate.outer
        }
        return false
    }
}

/// The hooks of asynchronous calls that the current task is inside of.
///
/// Draining one of them does not wait for these calls, which themselves wait for the draining.
enum EnclosingHooks {
    @TaskLocal static var current: [ObjectIdentifier] = []

    /// Runs a call inside of which the current task is in these hooks.
    nonisolated(nonsending) static func run<Output>(
        _ hooks: [ObjectIdentifier], _ call: () async throws -> Output
    ) async rethrows -> Output {
        let outer = current
        return try await withTaskLocal($current, outer.isEmpty ? hooks : outer + hooks, isolation: #isolation, call)
    }
}

/// Runs a call on an actor with a value for it and its child tasks.
private func withTaskLocal<Value: Sendable, Output>(
    _ local: TaskLocal<Value>, _ value: Value, isolation: isolated (any Actor)?, _ call: () async throws -> Output
) async rethrows -> Output {
    try await local.withValue(value) {
        // Isolates the closure, which would leave the actor otherwise.
        _ = isolation
        return try await call()
    }
}
