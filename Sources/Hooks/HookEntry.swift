import SignalboxCore
import Synchronization

/// A registered hook: its advice, the targets that it applies to, and whether it has ended.
final class HookEntry: Sendable {
    /// The hooks of the asynchronous calls that the current task is part of.
    ///
    /// Draining one of them does not wait for these calls, since they wait for the draining.
    @TaskLocal static var enclosing: [ObjectIdentifier] = []

    private static let lastNumber = Atomic<UInt64>(0)

    let terms: HookTerms

    /// A `HookAdvice` of the join point's types, a `PointcutAdvice`, or nothing where the advice is kept elsewhere.
    let advice: any Sendable

    /// The order of registration among all hooks of the process.
    let number = HookEntry.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue

    private let hasEnded = Atomic(false)
    private let didEnd: @Sendable (HookEntry) -> Void
    private let departures = Protected([ReleaseAction]())
    private let cancelToken = Protected<(@Sendable () -> Void)?>(nil)

    /// Creates an entry.
    ///
    /// `didEnd` removes it from where it is added, and is called at most once.
    init(_ terms: HookTerms, _ advice: any Sendable = (), didEnd: @escaping @Sendable (HookEntry) -> Void = { _ in }) {
        (self.terms, self.advice, self.didEnd) = (terms, advice, didEnd)
    }

    /// Whether the advice can never run again: the hook has ended, or its owner or only object is released.
    var isOver: Bool {
        hasEnded.load(ordering: .relaxed) || terms.owner?.isGone ?? false || terms.rule.isGone()
    }

    /// Whether it applies to any targets of a join point, as far as that is known without a target.
    func mayApply(at place: HookPlace) -> Bool { terms.rule.answer(place, nil) != false }

    /// Whether the advice runs in a call that begins now.
    ///
    /// It is `true` once for a hook that runs once.
    var starts: Bool {
        guard !hasEnded.load(ordering: .acquiring), terms.scope?.isCurrent ?? true else { return false }
        if let isolation = terms.isolation, !(terms.owner?.isGone ?? false) {
            isolation.preconditionIsolated("\(terms.what) touches state of an actor that the call is not made on.")
        }
        return !terms.rule.isOnce || end()
    }

    /// Ends the hook, whose advice starts no more; `false` if it had ended before.
    @discardableResult
    func end() -> Bool {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        didEnd(self)
        cancelToken.withLock { $0 }?()
        return true
    }

    /// The token of this hook, which ends it.
    ///
    /// Draining waits for the release of the entry: only the plans of running calls retain one that has ended.
    func registration() -> Registration {
        let registration = Registration(at: terms.location) { [self] in
            end()
        } draining: { [weak self] in
            await withCheckedContinuation { continuation in
                let departure = ReleaseAction { continuation.resume() }
                guard let self, !Self.enclosing.contains(ObjectIdentifier(self)) else { return }
                self.departures.withLock { $0.append(departure) }
            }
        }
        cancelToken.withLock { $0 = { [weak registration] in registration?.cancel() } }
        return registration
    }

    /// The hook as it is listed.
    var info: ObservationInfo {
        ObservationInfo(
            id: number, what: terms.what, owner: terms.owner.map { "\($0.type)" }, isolation: terms.isolation,
            priority: terms.priority, location: terms.location)
    }
}

/// When advice runs in relation to the call that it advises.
enum HookKind { case before, after, around }

/// What a hook is registered with.
struct HookTerms: Sendable {
    /// Kind and subject, for a developer.
    let what: String
    let priority: Int
    let location: SourceLocation
    var rule = PointcutRule.all
    /// The scope in which the hook was registered.
    var scope: HookScope?
    /// The actor on which the advice has to be called; `nil` if the compiler checks that.
    var isolation: (any Actor)?
    var owner: WeakObject?

    init(_ kind: HookKind, _ subject: String, _ priority: Int, _ fileID: StaticString, _ line: Int) {
        (what, self.priority) = ("\(kind) \(subject)", priority)
        location = SourceLocation(fileID: fileID, line: line)
    }

    /// The terms of a hook at one join point.
    init<Target>(
        _ kind: HookKind, _ pointcut: Pointcut<Target>, _ priority: Int, _ fileID: StaticString, _ line: Int,
        _ isolation: (any Actor)? = nil
    ) {
        let subject = pointcut.rule.isAlways ? "\(Target.self)" : "\(Target.self), \(pointcut.rule.text)"
        self.init(kind, subject, priority, fileID, line)
        (rule, self.isolation, scope) = (pointcut.rule, isolation, HookScope.current.last)
    }
}

/// A scope that limits hooks to the calls made inside of it.
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
public final class HookScope: Sendable {
    /// The scopes of the current task or thread, the innermost last.
    @TaskLocal static var current: [HookScope] = []

    /// Runs a body in a new scope inside the current one.
    ///
    /// Hooks that were registered outside of it run inside, too.
    public static func run<Output>(_ body: () throws -> Output) rethrows -> Output {
        try $current.withValue(current + [HookScope()], operation: body)
    }

    /// Runs an asynchronous body in a new scope inside the current one, on the caller's actor.
    public nonisolated(nonsending) static func runAsync<Output>(
        _ body: () async throws -> Output
    ) async rethrows -> Output {
        try await withTaskLocal($current, current + [HookScope()], isolation: #isolation, body)
    }

    /// Whether the current task or thread is in this scope or one inside it.
    var isCurrent: Bool { Self.current.contains { $0 === self } }
}

/// Runs a call on an actor, with a value of a task-local variable.
func withTaskLocal<Value: Sendable, Output>(
    _ local: TaskLocal<Value>, _ value: Value, isolation: isolated (any Actor)?, _ call: () async throws -> Output
) async rethrows -> Output {
    try await local.withValue(value) {
        // Isolates the closure, which would leave the actor otherwise.
        _ = isolation
        return try await call()
    }
}
