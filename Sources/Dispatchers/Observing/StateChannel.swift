import Synchronization

/// A state in a center: its value, and the changes that its observers are still to be told.
///
/// One thread at a time delivers. What is set meanwhile, by a handler or by another thread, waits for it.
final class StateChannel: Sendable {
    /// What a set came to.
    enum Acceptance {
        /// Whoever set it delivers now; it has the old value, retained, and must call `recycle` with it and then `next`.
        case delivering(old: Unmanaged<StateBox>, new: Unmanaged<StateBox>, to: ListView<Listener>?)
        /// The thread that delivers an earlier change will deliver this one.
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

    /// An empty box for the next value: only who delivers touches it.
    private let spare = Atomic<Unmanaged<StateBox>?>(nil)

    private struct State: Sendable {
        var current: StateBox
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
        state = Protected(State(current: StateBox(root.initial)))
    }

    deinit {
        spare.load(ordering: .acquiring)?.release()
    }

    /// The value.
    var current: StateBox { state.withLock { $0.current } }

    /// Reads the value where it lies, under the lock: make a copy and no more.
    func read(_ body: (UnsafeRawPointer) -> Void) { state.withLock { $0.current.read(body) } }

    /// Sets the value, if it still is the expected one, and answers what is to be done.
    ///
    /// The caller is counted in as a reader of the topic's listeners. The value is copied by `fill`, under the lock.
    func set(
        replacing expected: StateBox?, at topic: Topic, from origin: StateOrigin?,
        _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> Acceptance {
        var acceptance = Acceptance.waiting
        state.withLock { state in
            if let expected, expected !== state.current {
                acceptance = .outdated
                return
            }
            let isDeliverer = takePhase()
            var box = (isDeliverer ? takeSpare() : nil) ?? StateBox(layout)
            box.fill(fill)
            swap(&box, &state.current)
            let view = topic.listeners.view
            if isDeliverer {
                acceptance = .delivering(
                    old: .passRetained(box), new: .passUnretained(state.current), to: view)
            } else {
                let change = AnyStateChange(old: box, new: state.current)
                state.waiting.append(StateDelivery(change: change, receivers: .all(view?.snapshot), origin: origin))
            }
        }
        return acceptance
    }

    /// Lets one observe, and puts the current value before all later changes for it.
    func link(
        _ listener: Listener, _ key: Listeners.Seats.Key, at topic: Topic, skipsCurrent: Bool
    ) -> (unlinked: PublishedList<Listener>.Unlinked, delivery: StateDelivery?) {
        state.withLock { state in
            let unlinked = topic.listeners.insert(listener, priority: key.priority, id: key.id)
            if skipsCurrent { return (unlinked, nil) }
            let delivery = StateDelivery(
                change: AnyStateChange(old: nil, new: state.current), receivers: .one(listener), origin: nil)
            if takePhase() { return (unlinked, delivery) }
            state.waiting.append(delivery)
            return (unlinked, nil)
        }
    }

    /// Destroys a value that was replaced, and keeps its box; to be called by who delivers.
    ///
    /// A box that somebody else still has, as in a change that a handler kept, goes with that one.
    func recycle(_ old: Unmanaged<StateBox>) {
        var box = old.takeRetainedValue()
        guard isKnownUniquelyReferenced(&box) else { return }
        box.empty()
        guard spare.load(ordering: .relaxed) == nil else { return }
        spare.store(.passRetained(box), ordering: .relaxed)
    }

    /// What waited longest, for the thread that delivers; without any it is no longer the one.
    func next() -> StateDelivery? {
        let isIdle = phase.compareExchange(
            expected: Phase.delivering, desired: Phase.idle, successOrdering: .releasing, failureOrdering: .relaxed
        ).exchanged
        if isIdle { return nil }
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

    private func takeSpare() -> StateBox? {
        guard let box = spare.load(ordering: .relaxed) else { return nil }
        spare.store(nil, ordering: .relaxed)
        return box.takeRetainedValue()
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
