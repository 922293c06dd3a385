/// A stretch of work whose hooks concern no other work.
///
/// Tests that run side by side share static join points. What is hooked inside a scope fires for calls made inside it
/// alone, child tasks included:
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

    private init() {}

    /// Runs a body in a scope of its own, inside the current one.
    ///
    /// Hooks registered outside fire inside too.
    public static func run<Output, Failure: Error>(_ body: () throws(Failure) -> Output) throws(Failure) -> Output {
        let result: Result<Output, Failure> = $current.withValue(HookScope()) {
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Runs an asynchronous body in a scope of its own, inside the current one, on the caller's actor.
    public nonisolated(nonsending) static func runAsync<Output>(
        _ body: () async throws -> Output
    ) async rethrows -> Output {
        try await run(in: HookScope(), isolation: #isolation, body)
    }

    private static func run<Output>(
        in scope: HookScope, isolation: isolated (any Actor)?, _ body: () async throws -> Output
    ) async rethrows -> Output {
        try await $current.withValue(scope) {
            // Isolates the closure, which would leave the actor otherwise.
            _ = isolation
            return try await body()
        }
    }

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
