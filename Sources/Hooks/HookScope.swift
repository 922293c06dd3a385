/// A scope that limits hooks to the calls made inside it.
///
/// Tests that run in parallel share static join points. A hook that is registered inside a scope runs only in calls made
/// inside it, including those of child tasks:
///
/// ```swift
/// HookScope.run {
///     let hook = Pointcut<Cart>.all.before { _, call in noted.append(call.name) }
///     cart.add("lamp", count: 1)
///     #expect(noted == ["add(_:count:)"])
///     hook.cancel()
/// }
/// ```
///
/// The trait `.hookScope` of `DispatchersTesting` gives each test of a suite a scope, which begins before the suite's `init`.
public final class HookScope: Sendable {
    /// The scopes of the current task or thread, the innermost last.
    @TaskLocal static var current: [HookScope] = []

    /// Runs a body in a new scope inside the current one.
    ///
    /// Hooks that were registered outside it run inside, too.
    public static func run<Output>(_ body: () throws -> Output) rethrows -> Output {
        try $current.withValue(current + [HookScope()], operation: body)
    }

    /// Runs an asynchronous body in a new scope inside the current one, on the caller's actor.
    public nonisolated(nonsending) static func runAsync<Output>(
        _ body: () async throws -> Output
    ) async rethrows -> Output {
        try await run(body, in: current + [HookScope()], isolation: #isolation)
    }

    /// A Boolean value that indicates whether the current task or thread is in this scope or one inside it.
    var isCurrent: Bool { Self.current.contains { $0 === self } }

    private static func run<Output>(
        _ body: () async throws -> Output, in scopes: [HookScope], isolation: isolated (any Actor)?
    ) async rethrows -> Output {
        try await $current.withValue(scopes) {
            // Isolates the closure, which would leave the actor otherwise.
            _ = isolation
            return try await body()
        }
    }
}
