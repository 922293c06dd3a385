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
        /// The same, and it has become one with the change before it; so many have by now.
        case merged(Int)
        /// The value is another than it was expected to be, perhaps since this thread has made a set in between.
        case outdated(by: StateStep?)
        /// It is made inside of an update that has the value.
        case refused
    }

    let declaredAt: SourceLocation
    let type: any Any.Type

    /// Kept alive, since the state is found by its identity.
    private let root: any AnyObject & Sendable
    private let layout: StateBox.Layout
    let state: Protected<State>
    let lending = StateLending()
    private let phase = Atomic(Phase.idle)

    /// An empty box for the next value.
    ///
    /// Why it is sound: only who delivers touches it. One thread at a time does, and what it did before it went idle is
    /// seen by the next, who acquires the phase that was released; no access lies within another.
    ///
    /// What it gains ("a state with 10 observers"): a set allocates nothing instead of once, and to have the exclusivity
    /// of each access checked would cost it 1.3 times the instructions.
    @exclusivity(unchecked) private nonisolated(unsafe) var spare: StateBox?

    struct State: Sendable {
        /// Retained by the channel: to move a reference counts it, and that is dearer than all else.
        var current: Unmanaged<StateBox>
        /// Whether the current value is being changed in place.
        var isLent = false
        var waiting = Waiting<StateDelivery>()
        var merged = 0
        /// The last set that was led to by another, and the thread that made it, if no other was made since.
        var last: (step: StateStep, thread: Int)?
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

    /// A set of the state.
    func step(at location: SourceLocation, because cause: StateCause?) -> StateStep {
        StateStep(type: type, declaredAt: declaredAt, location: location, cause: cause)
    }

    /// Reads the value where it lies, under the lock: make a copy and no more.
    ///
    /// Waits while another thread changes it in place.
    func read(_ body: (UnsafeRawPointer) -> Void) {
        while true {
            let isLent = state.withLock { state in
                if !state.isLent { state.current._withUnsafeGuaranteedRef { $0.read(body) } }
                return state.isLent
            }
            if !isLent { return }
            lending.wait(for: self)
        }
    }

    /// The value, to be compared with a later one; waits as `read` does.
    var current: StateBox {
        while true {
            let box = state.withLock { state in state.isLent ? nil : state.current.takeUnretainedValue() }
            if let box { return box }
            lending.wait(for: self)
        }
    }

    /// Sets the value, if nobody delivers, and answers what is to be done; `waiting` says that nothing was.
    ///
    /// The caller is counted in as a reader of the topic's listeners. The value is copied by `fill`, under the lock.
    @inline(__always)
    func setAtOnce(
        at topic: ListenerTopic, _ reading: inout Readers.Reading, _ readers: Readers,
        _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> Acceptance {
        var acceptance = Acceptance.waiting
        state.withLock { state in
            guard phase.load(ordering: .acquiring) == Phase.idle else { return }
            phase.store(Phase.delivering, ordering: .relaxed)
            acceptance = replace(&state.current, at: topic, &reading, readers, fill)
        }
        return acceptance
    }

    /// Sets the value, if it still is the expected one, now or behind what waits, and answers what is to be done.
    ///
    /// Of more changes than may wait the newest become one.
    @inline(never)
    func set(
        replacing expected: StateBox?, at topic: ListenerTopic, by occasion: StateOccasion, limit: Int,
        _ reading: inout Readers.Reading, _ readers: Readers,
        _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> Acceptance {
        var acceptance = Acceptance.waiting
        // What the merged change held is released here, outside of the lock.
        var merged: StateDelivery?
        state.withLock { state in
            if let expected, expected !== state.current.takeUnretainedValue() {
                acceptance = .outdated(by: state.last.flatMap { $0.thread == occasion.thread ? $0.step : nil })
                state.last = nil
                return
            }
            if state.isLent, lending.isBorrower(occasion.thread) {
                acceptance = .refused
                return
            }
            state.last = occasion.step.cause == nil ? nil : (occasion.step, occasion.thread)
            if takePhase() {
                acceptance = replace(&state.current, at: topic, &reading, readers, fill)
                return
            }
            let new = StateBox(layout)
            new.fill(fill)
            // A value that is lent stays so, as the old one; what it will be then comes before this change.
            let change = AnyStateChange(old: state.current.takeRetainedValue(), new: new)
            state.current = .passRetained(new)
            state.isLent = false
            let snapshot = topic.listeners.view(for: &reading, readers)?.snapshot
            let delivery = StateDelivery(change: change, receivers: .all(snapshot), occasion: occasion)
            if state.waiting.count >= limit, let last = state.waiting.last, last.receivers.isAll(of: snapshot) {
                merged = state.waiting.replaceLast(with: delivery.following(last))
                state.merged += 1
                acceptance = .merged(state.merged)
            } else {
                state.waiting.append(delivery)
            }
        }
        withExtendedLifetime(merged) {}
        return acceptance
    }

    /// Replaces the value, for who delivers, under the lock.
    @inline(__always)
    private func replace(
        _ current: inout Unmanaged<StateBox>, at topic: ListenerTopic, _ reading: inout Readers.Reading,
        _ readers: Readers,
        _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> Acceptance {
        let old = current
        let new = Unmanaged.passRetained(spare.take() ?? StateBox(layout))
        new._withUnsafeGuaranteedRef { $0.fill(fill) }
        current = new
        let view = topic.listeners.view(for: &reading, readers)
        return .delivering(LentStateChange(old: old, new: new), old: old, to: view)
    }

    /// Lets one observe, and puts the current value before all later changes for it.
    func link(
        _ listener: Listener, _ key: Listeners.Seats.Key, at topic: ListenerTopic, skipsCurrent: Bool,
        by occasion: StateOccasion, in epoch: Readers.Epoch
    ) -> (unlinked: PublishedList<Listener>.Unlinked, delivery: StateDelivery?) {
        state.withLock { state in
            let unlinked = topic.listeners.insert(listener, priority: key.priority, id: key.id, in: epoch)
            if skipsCurrent { return (unlinked, nil) }
            let delivery = StateDelivery(
                change: AnyStateChange(old: nil, new: state.current.takeUnretainedValue()), receivers: .one(listener),
                occasion: occasion)
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

    /// Lends the value to an update, which changes it in place: if nobody else has it, observes it or delivers it.
    ///
    /// Until `takeBack`, the thread counts as the one that delivers: what is set meanwhile comes after the update.
    func lend(at topic: ListenerTopic) -> StateBox? {
        state.withLock { state in
            guard phase.load(ordering: .acquiring) == Phase.idle, topic.listeners.isEmpty else { return nil }
            var box = state.current.takeRetainedValue()
            let isUnique = isKnownUniquelyReferenced(&box)
            state.current = .passRetained(box)
            guard isUnique else { return nil }
            phase.store(Phase.delivering, ordering: .relaxed)
            state.isLent = true
            return box
        }
    }

    /// Notes that an update has changed the value that was lent to it.
    func takeBack(_ box: StateBox) {
        state.withLock { state in
            if state.current.takeUnretainedValue() === box { state.isLent = false }
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
