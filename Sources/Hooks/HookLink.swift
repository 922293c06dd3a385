import Dispatchers
public import Synchronization

/// The reference from a join point to its hooks: `nil` at first, then one core until the join point ends.
///
/// A join point is a value in static storage, so that reaching it needs no call; its core is an object, so that a hook
/// registered anywhere can make it loud. The reference is kept by hand, since loading a counted one would cost more than
/// the whole call. Why it is safe: the core is retained once when it is stored, never replaced, and released with the join
/// point, which cannot be in a call then, because a call borrows it. The core of a family is never released.
@usableFromInline
struct HookLink: ~Copyable, Sendable {
    @usableFromInline let stored: Atomic<Unmanaged<HookCore>?>
    @usableFromInline let isOwner: Bool

    /// Refers to no core yet.
    ///
    /// A link that does not own its core never releases it.
    @inlinable init(isOwner: Bool = true) {
        stored = Atomic(nil)
        self.isOwner = isOwner
    }

    /// Refers to a core of a family.
    @usableFromInline init(lent core: HookCore) {
        stored = Atomic(.passUnretained(core))
        isOwner = false
    }

    /// Refers to the core that a family's link refers to, which is quiet.
    @inlinable init(lending link: borrowing HookLink) {
        stored = Atomic(link.stored.load(ordering: .relaxed))
        isOwner = false
    }

    @inlinable deinit { if isOwner { release() } }

    @usableFromInline func release() {
        guard let core = stored.load(ordering: .acquiring) else { return }
        core._withUnsafeGuaranteedRef { $0.registry.remove($0) }
        core.release()
    }

    /// Whether a call can go straight to the body.
    ///
    /// A join point that was never reached is not quiet, since a pointcut may concern it. The likely case comes first in
    /// the machine code, or an un-hooked call would jump over the code of a hooked one.
    @inlinable var isQuiet: Bool {
        guard let core = stored.load(ordering: .acquiring) else { return false }
        return _fastPath(core._withUnsafeGuaranteedRef { $0.isQuiet })
    }

    /// The core, if the join point was reached before.
    var reached: HookCore? { stored.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// The core, which is made when it is first asked for; of two that are made at once, one is kept.
    func core(_ make: () -> HookCore) -> HookCore {
        if let core = reached { return core }
        let made = Unmanaged.passRetained(make())
        let (isStored, current) = stored.compareExchange(
            expected: nil, desired: made, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
        guard !isStored, let current else {
            let core = made.takeUnretainedValue()
            core.registry.add(core)
            return core
        }
        made.release()
        return current.takeUnretainedValue()
    }
}

/// The plan of a join point, which calls read without a lock while others replace it.
///
/// Why it is safe: a call enters a read-side critical section before it loads the reference, and retains the plan before it
/// leaves. A plan that is replaced is handed to `Readers`, which releases it once every reader that may have loaded it has
/// left.
struct PublishedPlan: ~Copyable, Sendable {
    // What is stored is `Sendable`.
    private nonisolated(unsafe) let current = Atomic<Unmanaged<AnyObject>?>(nil)

    init() {}

    deinit { current.load(ordering: .acquiring)?.release() }

    /// The current plan, if there is one.
    func load(reading readers: Readers) -> AnyObject? {
        readers.read { current.load(ordering: .sequentiallyConsistent)?.takeUnretainedValue() }
    }

    /// Replaces the plan, and returns the old one, to be retired outside of every lock.
    func exchange(_ plan: Retired?) -> Retired? {
        let new = plan.map { Unmanaged.passRetained($0 as AnyObject) }
        let old = current.exchange(new, ordering: .sequentiallyConsistent)
        return old.map { RetiredPlan(plan: $0.takeRetainedValue()) }
    }
}

/// A plan that was replaced, which is `Sendable` as it was when it was stored.
private final class RetiredPlan: @unchecked Sendable {
    private let plan: AnyObject

    init(plan: AnyObject) { self.plan = plan }
}

/// One object in a pointcut, which is not kept alive.
final class PointcutObject: Sendable {
    let id: ObjectIdentifier

    // Safe though the object need not be `Sendable`: the reference is only compared with `nil`. Retaining for a moment what
    // another isolation owns may release the object here instead of there, which a `deinit` must expect anyway. The
    // language has no other way to learn of such an object's end (C16).
    private nonisolated(unsafe) weak let object: AnyObject?

    init(_ object: AnyObject) {
        id = ObjectIdentifier(object)
        self.object = object
    }

    var isGone: Bool { object == nil }

    /// Whether this is the object, and no later one at its address.
    func isIdentical(to target: Any) -> Bool {
        // `as AnyObject` would box what is no object.
        type(of: target) is AnyClass && ObjectIdentifier(target as AnyObject) == id && !isGone
    }
}
