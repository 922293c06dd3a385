public import Synchronization

/// The way from a join point to what hooks it: nothing at first, then one core for good.
///
/// A join point is a value in static storage, so that reaching it needs no call; its core is an object, so that a hook
/// registered anywhere can wake it. The reference is kept by hand, since loading a counted one would cost more than the
/// whole call. That is safe: the core is retained once when it is stored, never replaced, and released with the join
/// point, which cannot be in a call then, because a call borrows it.
@usableFromInline
struct HookLink: ~Copyable, Sendable {
    @usableFromInline let stored: Atomic<Unmanaged<HookCore>?>
    @usableFromInline let isOwner: Bool

    /// Leads nowhere yet; what does not own its core never releases it.
    @inlinable init(isOwner: Bool = true) {
        stored = Atomic(nil)
        self.isOwner = isOwner
    }

    /// Leads to a core of a family, which is never released.
    @inlinable init(lent core: Unmanaged<HookCore>) {
        stored = Atomic(core)
        isOwner = false
    }

    @inlinable deinit { if isOwner { forget() } }

    @usableFromInline func forget() {
        guard let core = stored.load(ordering: .acquiring) else { return }
        core._withUnsafeGuaranteedRef { $0.hookRegistry.forget($0) }
        core.release()
    }

    /// Whether a call can go straight to the body.
    ///
    /// A join point that was never reached is not quiet: a pattern may concern it. That it mostly is so is said to the compiler,
    /// or else an un-hooked call jumps over the code of a hooked one.
    @inlinable var isQuiet: Bool {
        guard let core = stored.load(ordering: .acquiring) else { return false }
        return _fastPath(core.takeUnretainedValue().isQuiet)
    }

    /// The core, if the join point was reached before.
    @inlinable var reached: Unmanaged<HookCore>? { stored.load(ordering: .acquiring) }

    /// The core; made when first asked for.
    ///
    /// Of two that are made at once, one is kept.
    func core(_ make: () -> HookCore) -> HookCore {
        if let core = stored.load(ordering: .acquiring) { return core.takeUnretainedValue() }
        let made = Unmanaged.passRetained(make())
        let (isStored, current) = stored.compareExchange(
            expected: nil, desired: made, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
        guard !isStored, let current else {
            let core = made.takeUnretainedValue()
            core.hookRegistry.add(core)
            return core
        }
        made.release()
        return current.takeUnretainedValue()
    }
}

/// The rest of a call's way through its hooks, from the outside in.
@usableFromInline
struct ChainCursor {
    @usableFromInline var rest: Unmanaged<HookStep>?

    @inlinable init(_ rest: Unmanaged<HookStep>?) { self.rest = rest }

    /// The way through a chain, which the caller holds.
    @inlinable init(_ chain: HookChain) { rest = chain.first }

    /// The next hook that takes part in a call on the target: it is not over, and the target meets its condition.
    @inlinable @inline(__always) mutating func next<Target>(for target: Target) -> Unmanaged<HookStep>? {
        while let step = rest {
            rest = step._withUnsafeGuaranteedRef { $0.next }
            if step._withUnsafeGuaranteedRef({ $0.isConditional && !$0.concerns(target) }) { continue }
            if step._withUnsafeGuaranteedRef({ $0.entry.starts }) { return step }
        }
        return nil
    }
}
