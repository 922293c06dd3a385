import Synchronization

/// A state in a center: its value, and the changes that its observers are still to be told.
///
/// One thread at a time delivers. What is set meanwhile, by a handler or by another thread, waits for it.
final class StateChannel: Sendable {
    /// What a set came to.
    enum Acceptance {
        /// Whoever set it delivers now; it has the old value, retained, and must call `recycle` with it and then `next`.
        case delivering(LentStateChange, old: Unmanaged<StateBox>, to: ListView<Listener>?)
        /// Another thread, or this one, is delivering an earlier change.
        case waiting
        /// The value is another than it was expected to be.
        case outdated
    }

    let declaredAt: SourceLocation
    let type: any Any.Type

    /// Kept alive, since the state is found by its identity.
    private let root: any AnyObject & Sendable
    private let layout: StateBox.Layout
    private let state: Protected<State>
    private let phase = Atomic(Phase.idle)

    /// An empty box for the next value.
    ///
    /// Why it is sound: only who delivers touches it. One thread at a time does, and what it did before it went idle is
    /// seen by the next, who acquires the phase that was released; no access lies within another.
    ///
    /// What it gains ("a state with 10 observers"): a set allocates nothing instead of once, and to have the exclusivity
    /// of each access checked would cost it 1.3 times the instructions.
    @exclusivity(unchecked) private nonisolated(unsafe) var spare: StateBox?

    private struct State: Sendable {
        /// Retained by the channel: to move a reference counts it, and that is dearer than all else.
        var current: Unmanaged<StateBox>
        var waiting = Waiting<StateDelivery>()
    }

    /// Who delivers; it is left by an atomic exchange rather than under the lock, which is as dear as all other work.
    private enum Phase {
        static let idle: UInt8 = 0
        static let delivering: UInt8 = 1
        /// Something waits, too.
        static let busy: UInt8 = 2
    }

    init<Value: Sendable>(of root: StateRoot<Value>) {
        self.root = root
        declaredAt = root.location
        type = Value.self
        layout = root.layout
        state = Protected(State(current: .passRetained(StateBox(root.initial))))
    }

    deinit { state.withLock { $0.current }.release() }

    /// The value.
    var current: StateBox { state.withLock { $0.current.takeUnretainedValue() } }

    /// Reads the value where it lies, under the lock: make a copy and no more.
    func read(_ body: (UnsafeRawPointer) -> Void) {
        state.withLock { $0.current._withUnsafeGuaranteedRef { $0.read(body) } }
    }

    /// Sets the value, if nobody delivers, and answers what is to be done; `waiting` says that nothing was.
    ///
    /// The caller is counted in as a reader of the topic's listeners. The value is copied by `fill`, under the lock.
    @inline(__always)
    func setAtOnce(at topic: Topic, _ fill: (UnsafeMutableRawPointer) -> Void) -> Acceptance {
        var acceptance = Acceptance.waiting
        state.withLock { state in
            guard phase.load(ordering: .acquiring) == Phase.idle else { return }
            phase.store(Phase.delivering, ordering: .relaxed)
            acceptance = replace(&state.current, at: topic, fill)
        }
        return acceptance
    }

    /// Sets the value, if it still is the expected one, now or behind what waits, and answers what is to be done.
    @inline(never)
    func set(
        replacing expected: StateBox?, at topic: Topic, from origin: StateOrigin?,
        _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> Acceptance {
        var acceptance = Acceptance.waiting
        state.withLock { state in
            if let expected, expected !== state.current.takeUnretainedValue() {
                acceptance = .outdated
            } else if takePhase() {
                acceptance = replace(&state.current, at: topic, fill)
            } else {
                let new = StateBox(layout)
                new.fill(fill)
                let change = AnyStateChange(old: state.current.takeRetainedValue(), new: new)
                state.current = .passRetained(new)
                let receivers = StateDelivery.Receivers.all(topic.listeners.view?.snapshot)
                state.waiting.append(StateDelivery(change: change, receivers: receivers, origin: origin))
            }
        }
        return acceptance
    }

    /// Replaces the value, for who delivers, under the lock.
    @inline(__always)
    private func replace(
        _ current: inout Unmanaged<StateBox>, at topic: Topic, _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> Acceptance {
        let old = current
        let new = Unmanaged.passRetained(spare.take() ?? StateBox(layout))
        new._withUnsafeGuaranteedRef { $0.fill(fill) }
        current = new
        return .delivering(LentStateChange(old: old, new: new), old: old, to: topic.listeners.view)
    }

    /// Lets one observe, and puts the current value before all later changes for it.
    func link(
        _ listener: Listener, _ key: Listeners.Seats.Key, at topic: Topic, skipsCurrent: Bool
    ) -> (unlinked: PublishedList<Listener>.Unlinked, delivery: StateDelivery?) {
        state.withLock { state in
            let unlinked = topic.listeners.insert(listener, priority: key.priority, id: key.id)
            if skipsCurrent { return (unlinked, nil) }
            let delivery = StateDelivery(
                change: AnyStateChange(old: nil, new: state.current.takeUnretainedValue()), receivers: .one(listener),
                origin: nil)
            if takePhase() { return (unlinked, delivery) }
            state.waiting.append(delivery)
            return (unlinked, nil)
        }
    }

    /// Destroys a value that was replaced, and keeps its box; to be called by who delivers.
    ///
    /// A box that somebody else still has, as in a change that a handler kept, goes with that one.
    @inline(__always)
    func recycle(_ old: Unmanaged<StateBox>) {
        spare = old.takeRetainedValue()
        if isKnownUniquelyReferenced(&spare) { old._withUnsafeGuaranteedRef { $0.empty() } } else { spare = nil }
    }

    /// Lets the thread that delivers be no longer the one, unless something waits.
    @inline(__always)
    func finish() -> Bool {
        phase.compareExchange(
            expected: Phase.delivering, desired: Phase.idle, successOrdering: .releasing, failureOrdering: .relaxed
        ).exchanged
    }

    /// What waited longest, for the thread that delivers; without any it is no longer the one.
    func next() -> StateDelivery? {
        if finish() { return nil }
        return state.withLock { state in
            let next = state.waiting.popFirst()
            if next == nil { phase.store(Phase.idle, ordering: .releasing) }
            return next
        }
    }

    /// Makes the current thread the one that delivers, or says to the one that is that something waits; under the lock.
    private func takePhase() -> Bool {
        if phase.load(ordering: .acquiring) != Phase.idle {
            let other = phase.compareExchange(
                expected: Phase.delivering, desired: Phase.busy, successOrdering: .relaxed, failureOrdering: .acquiring
            ).original
            if other != Phase.idle { return false }
        }
        phase.store(Phase.delivering, ordering: .relaxed)
        return true
    }
}

/// A change that waits to be delivered, and who is to be told.
struct StateDelivery: Sendable {
    enum Receivers: Sendable {
        case all(ListSnapshot<Listener>?)
        case one(Listener)
    }

    let change: AnyStateChange
    let receivers: Receivers
    let origin: StateOrigin?
}

/// The changes that wait for an observer: on another actor, or to become one.
final class PendingChanges: Sendable {
    /// How many may wait for an observer on another actor, before the newest become one.
    static let limit = 64

    /// Whether all that wait become one.
    let coalesces: Bool
    private let waiting = Protected(Waiting<AnyStateChange>())

    init(coalesces: Bool) {
        self.coalesces = coalesces
    }

    /// Lets a change wait, and answers whether somebody has to come for it.
    func append(_ change: AnyStateChange) -> Bool {
        let limit = coalesces ? 1 : Self.limit
        let (isNew, merged): (Bool, AnyStateChange?) = waiting.withLock { waiting in
            if waiting.count >= limit {
                return (false, waiting.replaceLast { AnyStateChange(old: $0.old, new: change.new) })
            }
            waiting.append(change)
            return (true, nil)
        }
        // What the merged change held is released here, outside of the lock.
        withExtendedLifetime(merged) {}
        return isNew
    }

    /// Takes what waited longest.
    func next() -> AnyStateChange? { waiting.withLock { $0.popFirst() } }
}
