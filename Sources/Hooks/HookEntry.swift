import Dispatchers
import Synchronization

/// A registered hook: its advice, the targets that it concerns, and whether calls of it may still start.
final class HookEntry: Sendable {
    /// The hooks of asynchronous calls that the current task is inside of.
    ///
    /// Draining one of them does not wait for these calls, which themselves wait for the draining.
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

    /// Registers nothing by itself: `didEnd` removes the entry from where it was added, and is called at most once.
    init(_ terms: HookTerms, _ advice: any Sendable = (), didEnd: @escaping @Sendable (HookEntry) -> Void = { _ in }) {
        (self.terms, self.advice, self.didEnd) = (terms, advice, didEnd)
    }

    /// Whether no call will ever start again: the hook has ended, or its owner or only object is gone.
    var isOver: Bool {
        hasEnded.load(ordering: .relaxed) || terms.owner?.isGone ?? false || terms.rule.isGone()
    }

    /// Whether there may be targets at a join point that it concerns.
    func mayConcern(_ place: HookPlace) -> Bool { terms.rule.answer(place, nil) != false }

    /// Whether a call starts now.
    ///
    /// Of a hook that runs once, the first to ask is the only one.
    var starts: Bool {
        guard !hasEnded.load(ordering: .acquiring), terms.scope?.isCurrent ?? true else { return false }
        if let isolation = terms.isolation, !(terms.owner?.isGone ?? false) {
            isolation.preconditionIsolated("\(terms.what) touches state of an actor that the call is not made on.")
        }
        return !terms.rule.isOnce || end()
    }

    /// Lets no further call start; `false` if the hook had ended before.
    @discardableResult
    func end() -> Bool {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        didEnd(self)
        cancelToken.withLock { $0 }?()
        return true
    }

    /// The token of this hook, which ends it.
    ///
    /// Draining waits for the release of the entry: calls retain the entries that they take part in, and nothing else
    /// retains one that has ended.
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
    /// The work that it concerns, if not all.
    var scope: HookScope?
    /// The isolation that advice needs, where calls do not run on it by themselves.
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
    /// The scopes of the current work, the innermost last.
    @TaskLocal static var current: [HookScope] = []

    /// Runs a body in a new scope inside the current one.
    ///
    /// Hooks registered outside of it run inside too.
    public static func run<Output>(_ body: () throws -> Output) rethrows -> Output {
        try $current.withValue(current + [HookScope()], operation: body)
    }

    /// Runs an asynchronous body in a new scope inside the current one, on the caller's actor.
    public nonisolated(nonsending) static func runAsync<Output>(
        _ body: () async throws -> Output
    ) async rethrows -> Output {
        try await withTaskLocal($current, current + [HookScope()], isolation: #isolation, body)
    }

    /// Whether the current work is in this scope or one inside it.
    var isCurrent: Bool { Self.current.contains { $0 === self } }
}

/// Runs a call on an actor with a value for it and its child tasks.
func withTaskLocal<Value: Sendable, Output>(
    _ local: TaskLocal<Value>, _ value: Value, isolation: isolated (any Actor)?, _ call: () async throws -> Output
) async rethrows -> Output {
    try await local.withValue(value) {
        // Isolates the closure, which would leave the actor otherwise.
        _ = isolation
        return try await call()
    }
}
