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
    public static func run<Output, Failure: Error>(_ body: () throws(Failure) -> Output) throws(Failure) -> Output {
        let result: Result<Output, Failure> = $current.withValue(HookScope()) {
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Runs an asynchronous body in a new scope inside the current one, on the caller's actor.
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
@usableFromInline
final class EnclosingHooks: Sendable {
    @TaskLocal private static var current: EnclosingHooks?

    private let hooks: [ObjectIdentifier]
    private let outer = EnclosingHooks.current

    private init(_ hooks: [ObjectIdentifier]) { self.hooks = hooks }

    /// Runs a call inside of which the current task is in these hooks.
    @usableFromInline static func run<Output>(
        _ hooks: [ObjectIdentifier], isolation: isolated (any Actor)? = #isolation, _ call: () async throws -> Output
    ) async rethrows -> Output {
        try await $current.withValue(EnclosingHooks(hooks)) {
            // Isolates the closure, which would leave the actor otherwise.
            _ = isolation
            return try await call()
        }
    }

    /// Whether the current task is inside a call that takes part in a hook.
    static func contain(_ hook: AnyObject) -> Bool {
        var calls = current
        while let candidate = calls {
            if candidate.hooks.contains(ObjectIdentifier(hook)) { return true }
            calls = candidate.outer
        }
        return false
    }
}
