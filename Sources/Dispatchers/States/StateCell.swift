import Synchronization

/// A state in one center: its value, and the changes that have not been delivered yet.
///
/// The changes of a state are delivered one after the other, by one thread at a time. What is set meanwhile, by a handler or
/// by another thread, waits for that thread.
///
/// Why it may be shared: its variables are guarded by the lock, and all else is constant or atomic. They are no structure
/// behind the lock, since each set would have to look its type up.
final class StateCell<Value: Sendable>: TypedTopic<StateChange<Value>>, @unchecked Sendable {
    /// Kept alive, since the cell is found by its identity.
    let root: StateRoot<Value>
    let lock = Protected(())
    let gate = StateGate()

    let clock = StateClock()

    // What follows is guarded by the lock.

    var current: Value
    /// The number of the last change.
    var version: UInt64 = 0
    var isUpdating = false
    var isDelivering = false
    var waiting = Waiting<StateDelivery<Value>>()
    /// Whether something waits: to ask it, the type of what waits need not be looked up.
    var hasWaiting = false
    /// The number of the last change when an observer last began.
    var lastBeginning: UInt64 = 0
    var merged = 0
    /// Observers that begin when the update ends.
    var beginning: [StateBeginning] = []
    /// What is reported when the update has ended.
    var reports: [@Sendable () -> Void] = []

    init(_ root: StateRoot<Value>) {
        self.root = root
        current = root.initial
        super.init(id: ObjectIdentifier(root), showing: Value.self)
    }

    override var declaredAt: SourceLocation? { root.location }

    /// The value; waits while another thread updates it.
    var value: Value {
        // What the copy replaces here, under the lock, is not the last reference to the initial value.
        var value = root.initial
        while true {
            let isUpdating = lock.withLock { _ in
                if !self.isUpdating { value = current }
                return self.isUpdating
            }
            if !isUpdating { return value }
            precondition(
                gate.wait(on: CurrentThread.Key.shared.current.number),
                "the closure that updates the state declared at \(root.location) reads it, or waits for one that does")
        }
    }

    /// Sets the value and delivers the change; `false` if that is refused.
    func set(_ new: Value, by step: StateStep, in center: ObserverCenter) -> Bool {
        var old = new
        while true {
            let outcome = lock.withLock { _ in
                if isUpdating { return StateOutcome.updating }
                swap(&current, &old)
                return change(from: old, by: step, limit: center.queueLimit)
            }
            if case .updating = outcome {
                if gate.wait(on: CurrentThread.Key.shared.current.number) { continue }
                center.refuse(step, of: self)
                return false
            }
            if case .delivering(let version) = outcome {
                deliver(from: old, to: new, version, by: step, in: center)
            }
            finish(outcome, of: step, in: center)
            return true
        }
    }

    /// Notes a change to the current value; under the lock.
    func change(from old: Value, by step: StateStep, limit: Int) -> StateOutcome {
        version += 1
        if isDelivering { return wait(from: old, by: step, limit: limit) }
        isDelivering = true
        return .delivering(version)
    }

    /// Delivers a change, on the one thread that delivers.
    func deliver(from old: Value, to new: Value, _ version: UInt64, by step: StateStep, in center: ObserverCenter) {
        deliver(StateChange(from: old, to: new), version, by: step, in: center)
    }

    /// Calls the observers that may be called here, and leaves a change to the others; on the one thread that delivers.
    func deliver(_ change: StateChange<Value>, _ version: UInt64, by step: StateStep, in center: ObserverCenter) {
        clock.version.store(version, ordering: .relaxed)
        withUnsafePointer(to: change) { address in
            let address = UnsafeRawPointer(address)
            center.trace.within(step.event) {
                _ = center.hub.deliver(
                    address, on: .passUnretained(self), at: step.location, because: step.cause, actor: step.actor)
            }
        }
    }

    /// Lets a new observer have the current value.
    func deliver(_ change: StateChange<Value>, to new: StateBeginning, by step: StateStep) {
        withUnsafePointer(to: change) {
            new.handler.begin(with: UnsafeRawPointer($0), of: new.subscription, by: step)
        }
    }

    /// Lets each observer on another actor merge what waits for it.
    override func leave(_ subscriptions: [Subscription], to queue: ActorQueue, _ delivery: inout Delivery) {
        for subscription in subscriptions {
            (subscription.currentHandler as? StateHandler)?.leave(delivery, for: subscription)
        }
    }
}

/// A state that may be in an update, whatever its type.
protocol UpdatedState: Topic {
    /// Lets a report wait until the update has ended that this thread is in; `false` if it is in none of this state.
    func reportAfterUpdate(on thread: Int, _ report: @escaping @Sendable () -> Void) -> Bool
}

extension StateCell: UpdatedState {
    func reportAfterUpdate(on thread: Int, _ report: @escaping @Sendable () -> Void) -> Bool {
        guard gate.isHeld(by: thread) else { return false }
        lock.withLock { _ in reports.append(report) }
        return true
    }
}

extension ObserverCenter {
    /// The cell of a state, if it was ever set or observed.
    ///
    /// Why the cast is sound: only `makeCell` makes topics with the identity of a root, and these are its cells.
    func cell<Value>(of root: StateRoot<Value>) -> StateCell<Value>? {
        hub.topic(ObjectIdentifier(root)).map { unsafeDowncast($0.takeUnretainedValue(), to: StateCell<Value>.self) }
    }

    /// The cell of a state, made if it is new.
    func makeCell<Value>(of root: StateRoot<Value>) -> StateCell<Value> {
        if let cell = cell(of: root) { return cell }
        let topic = hub.topic(ObjectIdentifier(root)) { StateCell(root) }
        return unsafeDowncast(topic, to: StateCell<Value>.self)
    }
}
