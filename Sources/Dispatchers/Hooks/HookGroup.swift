import Synchronization

/// Hooks that come and go together.
///
/// Installing lets all of them start at the same instant, removing stops them at the same instant: no call is met by some
/// of them only because it began in between.
///
/// ```swift
/// let tracking = HookGroup {
///     Cart.adding.after { cart, call in print("added", call.item) }
///     Pointcut<any Screen>.named("appear*").after { screen, _ in print("shown", screen) }
/// }
/// tracking.install()
/// ```
///
/// A group that is released removes its hooks.
public final class HookGroup: Sendable {
    private struct Installed: Sendable {
        let gate: HookGate
        let registrations: [Registration]
    }

    private let make: @Sendable () -> [Registration]
    private let installed = Protected(Installed?.none)

    /// Describes a group; nothing is hooked yet.
    ///
    /// - Parameter hooks: The hooks, one a line; called at each installation.
    public init(@HookGroupBuilder _ hooks: @escaping @Sendable () -> [Registration]) {
        make = hooks
    }

    /// Whether the hooks stand.
    public var isInstalled: Bool { installed.withLock { $0 != nil } }

    /// Installs all hooks at once.
    ///
    /// - Returns: Whether they were not installed before.
    @discardableResult
    public func install() -> Bool {
        let gate = HookGate()
        let made = Installed(gate: gate, registrations: HookGate.$current.withValue(gate, operation: make))
        let isFirst = installed.withLock { installed in
            guard installed == nil else { return false }
            installed = made
            gate.isOpen = true
            return true
        }
        return isFirst
    }

    /// Removes all hooks at once; they can be installed again.
    ///
    /// - Returns: Whether they were installed.
    @discardableResult
    public func remove() -> Bool {
        let removed = installed.withLock { installed in
            installed?.gate.isOpen = false
            defer { installed = nil }
            return installed
        }
        for registration in removed?.registrations ?? [] { registration.cancel() }
        return removed != nil
    }
}

/// Lets the hooks of a group stand one a line.
@resultBuilder
public enum HookGroupBuilder {
    /// Takes the hooks.
    public static func buildBlock(_ registrations: Registration...) -> [Registration] { registrations }
}

/// One switch for several hooks, so that they come and go at the same instant.
final class HookGate: Sendable {
    /// The gate of the hooks that are being registered.
    @TaskLocal static var current: HookGate?

    private let open = Atomic(false)

    var isOpen: Bool {
        get { open.load(ordering: .acquiring) }
        set { open.store(newValue, ordering: .releasing) }
    }
}

/// A stretch of work whose hooks concern no other work.
///
/// Tests that run side by side share static join points. What is hooked inside a scope fires for calls made inside it
/// alone, child tasks included:
///
/// ```swift
/// HookScope.run {
///     let counter = Pointcut<Cart>.all.counting()
///     cart.add("lamp", count: 1)
///     #expect(counter.total == 1)
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

    /// Runs an asynchronous body in a scope of its own, inside the current one.
    public nonisolated(nonsending) static func runAsync<Output>(
        _ body: () async throws -> Output
    ) async rethrows -> Output {
        try await $current.withValue(HookScope()) { try await body() }
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
