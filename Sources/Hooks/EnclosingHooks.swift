/// The hooks of asynchronous calls that the current task is inside of.
///
/// Draining one of them does not wait for these calls, which themselves wait for the draining.
final class EnclosingHooks: Sendable {
    @TaskLocal private static var current: EnclosingHooks?

    private let hooks: [ObjectIdentifier]
    private let outer = EnclosingHooks.current

    init(_ hooks: [ObjectIdentifier]) { self.hooks = hooks }

    /// Runs a call inside of which the current task is in these hooks.
    static func run<Output>(
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
