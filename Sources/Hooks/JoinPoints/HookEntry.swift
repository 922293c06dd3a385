import Dispatchers
public import Synchronization

/// A registered hook: its targets, its advice, and whether it may still start.
@usableFromInline
final class HookEntry: Sendable {
    let hook: Hook
    let rule: PointcutRule
    let terms: HookTerms

    /// The order among all hooks of the process.
    let number: UInt64

    /// What the advice is, so that calls need no cast to learn it.
    @usableFromInline
    enum Form: UInt8, Sendable {
        /// What a join point runs first: the commonest, which is called without copying it.
        ///
        /// It has a form of its own since one hook costs 0.9 of a closure behind an atomic pointer ("a method with 1 before
        /// hooks"), and as a case among the others, which is copied and retained, 1.04.
        case before
        /// A `HookLayer` of a join point: any other kind, or of an owner.
        case layer
        /// A pointcut's, which knows no arguments: a `GeneralAdvice`.
        case general
    }

    /// Whether calls may still start.
    @usableFromInline
    enum Standing: Int {
        case over, unconditional, onTerms
    }

    @usableFromInline let form: Form

    /// A `HookAdvice` of what its form says.
    @usableFromInline let advice: any AnyObject & Sendable
    @usableFromInline let standing: Atomic<Standing.RawValue>
    private let departures = Protected([Departure]())
    private static let lastNumber = Atomic<UInt64>(0)

    init<Written: Sendable>(
        _ hook: Hook, _ rule: PointcutRule, _ terms: HookTerms, _ form: Form, _ advice: Written
    ) {
        self.hook = hook
        self.rule = rule
        self.terms = terms
        self.form = form
        self.advice = HookAdvice(advice)
        let isUnconditional = terms.oneShot == nil && terms.scope == nil
        standing = Atomic((isUnconditional ? Standing.unconditional : .onTerms).rawValue)
        number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Its level in a chain; on its own join point, a hook of all targets is one of their type.
    func level(of sample: Any?) -> PointcutLevel {
        rule.isAlways && form != .general ? .type : rule.level(of: sample)
    }

    /// Whether it will never start again: ended, or its owner or only object is gone.
    var isOver: Bool {
        standing.load(ordering: .relaxed) == Standing.over.rawValue || terms.isOwnerAlive.map { !$0() } ?? false
            || rule.isObjectGone
    }

    /// Lets no further call start.
    func end() { standing.store(Standing.over.rawValue, ordering: .releasing) }

    /// What a registration of the hook waits by: until the last call that takes part in it has ended.
    ///
    /// Calls retain the hooks that they take part in, and nothing else retains one that was ended. So the release of the entry
    /// says that the calls have ended.
    var registrar: Registrar {
        DrainingRegistrar { [weak self] in
            await withCheckedContinuation { continuation in
                guard let self, !EnclosingHooks.contain(self) else { return continuation.resume() }
                self.departures.withLock { $0.append(Departure(continuation)) }
            }
        }
    }

    /// Whether it starts now.
    ///
    /// Of a hook that fires once, the first to ask is the only one.
    @inlinable @inline(__always) var starts: Bool {
        let standing = standing.load(ordering: .acquiring)
        if standing == Standing.unconditional.rawValue { return true }
        return standing == Standing.onTerms.rawValue && meetsTerms
    }

    @usableFromInline var meetsTerms: Bool {
        guard terms.scope?.isCurrent ?? true else { return false }
        guard let oneShot = terms.oneShot else { return true }
        guard oneShot.take() else { return false }
        end()
        return true
    }
}

/// Resumes a continuation when it is released.
private final class Departure: Sendable {
    private let continuation: CheckedContinuation<Void, Never>

    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

    deinit { continuation.resume() }
}

/// Under what terms a hook was registered.
struct HookTerms: Sendable {
    private(set) var isOwnerAlive: (@Sendable () -> Bool)?
    let everyOverride: Bool
    let scope = HookScope.current
    let oneShot: OneShot?
    private var departure: OneShot?

    init(isOnce: Bool = false, everyOverride: Bool = false) {
        oneShot = isOnce ? OneShot() : nil
        self.everyOverride = everyOverride
    }

    /// The same terms for as long as an owner lives; the owner is not kept alive.
    func owned(by owner: any AnyObject & Sendable) -> HookTerms {
        var terms = self
        terms.isOwnerAlive = { [weak owner] in owner != nil }
        terms.departure = OneShot()
        return terms
    }

    /// Says how to end the hook.
    func bind(_ end: @escaping @Sendable () -> Void) {
        oneShot?.bind(end)
        departure?.bind(end)
    }

    /// Ends the hook of an owner that was found released, so that the join point is quiet again; there is nothing to run.
    func endWithOwner<Nothing>() -> Nothing? {
        departure?.take()
        return nil
    }
}

/// Ends a hook exactly once: one that fires once, or one whose owner is gone.
final class OneShot: Sendable {
    private struct State: Sendable {
        var isTaken = false
        var end: (@Sendable () -> Void)?
    }

    private let state = Protected(State())

    /// Ends the hook; `false` when it was ended by this before.
    @discardableResult
    func take() -> Bool {
        let (isFirst, end) = state.withLock { state in
            defer {
                state.isTaken = true
                state.end = nil
            }
            return (!state.isTaken, state.end)
        }
        end?()
        return isFirst
    }

    /// Says how to end the hook, which may have fired before its registration was made.
    func bind(_ end: @escaping @Sendable () -> Void) {
        let isTaken = state.withLock { state in
            if !state.isTaken { state.end = end }
            return state.isTaken
        }
        if isTaken { end() }
    }
}
