import SignalboxCore
import Synchronization

/// The value of a state in one center.
final class StateCell<Value: Sendable>: StateTopic, @unchecked Sendable {
    /// Retained, since the cell is found by its identity.
    let root: StateRoot<Value>

    /// The value; guarded by the lock of `machine`.
    ///
    /// The value is not in the structure behind the lock, whose type each set would have to look up. Accesses never
    /// overlap, since no foreign code runs under the lock. Checking that would take a sixth of a set.
    @exclusivity(unchecked) var current: Value

    init(_ root: StateRoot<Value>, _ phase: StateMachine.Phase) {
        self.root = root
        unsafe current = root.initial
        super.init(id: ObjectIdentifier(root), showing: Value.self, phase)
    }

    override var key: String? { root.name }
    override func box(_ value: ValueAddress) -> any Sendable { value.box(as: StateChange<Value>.self) }
    override var firstChange: any Sendable {
        unsafe StateChange(before: current, hasBefore: false, new: current)
    }
    override func values(of change: ValueAddress) -> [any Sendable] { change.read(as: StateChange<Value>.self).values }

    override func merge(_ new: Envelope, into old: Envelope) -> Envelope? {
        StateChange<Value>.merge(new, into: old)
    }

    /// Reads the value.
    ///
    /// Waits while another thread changes it in place.
    ///
    /// - Parameters:
    ///   - value: The variable to read into. It keeps its value if the state was never set.
    ///   - center: The center of the cell.
    /// - Returns: `false` if the thread would wait for itself, since it changes the value in place.
    func read(into value: inout Value, in center: ObserverCenter) -> Bool {
        while true {
            let reading = machine.withLock { machine in
                // The value that the copy replaces here, under the lock, is not the last reference to the initial value.
                if case .here = machine.reading { unsafe value = current }
                return machine.reading
            }
            switch reading {
            case .here: return true
            case .parent: return center.parent?.read(root, into: &value) ?? true
            case .waitForUpdate: guard updateLock.withLock({}) else { return false }
            }
        }
    }

    override func currentValue(in hub: Hub) -> (any Sendable)? {
        var value = root.initial
        let reading = machine.withLock { machine in
            if case .here = machine.reading { unsafe value = current }
            return machine.reading
        }
        switch reading {
        case .here: return value
        case .waitForUpdate: return nil
        case .parent:
            guard let parent = hub.parent else { return value }
            let above = parent.topics[id]?.object as? StateCell<Value>
            return above.map { $0.currentValue(in: parent) } ?? value
        }
    }

    /// Sets the value, and delivers the change.
    ///
    /// - Parameters:
    ///   - new: The value.
    ///   - source: The maker of the change.
    ///   - context: The source location of the set.
    ///   - center: The center of the cell.
    /// - Returns: `false` if the thread would wait for itself, since it changes the value in place, or if the parent's value does not
    ///   count here any more.
    func set(
        _ new: Value, by source: StateMachine.Source = .thisCenter, _ context: SetContext, in center: ObserverCenter
    ) -> Bool {
        let hub = center.hub
        var old = new
        var aftermath = Aftermath()
        while true {
            if case .thisCenter = source, let parent = center.parent { receiveFirstValue(of: parent, in: hub) }
            let change = machine.withLock { machine in
                let wasInherited = machine.isInherited
                let change = machine.change(by: source)
                switch change {
                case .waitForUpdate, .ignore: return change
                case .deliver, .enqueue, .enqueueAndDeliver: break
                }
                unsafe swap(&current, &old)
                aftermath = note(change, from: old, context, in: hub, &machine)
                aftermath.hidesParent = wasInherited && !machine.isInherited
                return change
            }
            switch change {
            case .ignore: return false
            case .waitForUpdate: guard updateLock.withLock({}) else { return false }
            case .deliver, .enqueue, .enqueueAndDeliver:
                finish(aftermath, from: old, to: new, context, in: hub)
                return true
            }
        }
    }

    /// Takes the value of the parent, if it has not been received yet: observers that wait for a value receive it before a change that
    /// is made here.
    ///
    /// During an update, the update does that at its end.
    private func receiveFirstValue(of parent: ObserverCenter, in hub: Hub) {
        guard machine.withLock({ $0.isAwaited }) else { return }
        var value = root.initial
        guard parent.read(root, into: &value) else { return }
        machine.withLock { machine in
            guard machine.isAwaited else { return }
            unsafe swap(&current, &value)
            enqueuePostponed(in: hub, &machine)
        }
    }

    /// Lets observers that wait for a value receive the current one, under the lock.
    func enqueuePostponed(in hub: Hub, _ machine: inout StateMachine) {
        for newcomer in machine.takeAllPostponed() { enqueue(newcomer, firstChange, in: hub, &machine) }
    }

    /// Notes the work that a change leaves to do, under the lock.
    ///
    /// Observers that can begin now are enqueued behind the change, so that they receive all later ones.
    func note(
        _ change: StateMachine.Change?, from old: Value, _ context: SetContext, in hub: Hub,
        _ machine: inout StateMachine
    ) -> Aftermath {
        var aftermath = Aftermath(change: change)
        switch change {
        case .enqueue, .enqueueAndDeliver: enqueue(from: old, context, in: hub, &machine, &aftermath)
        case .deliver, .waitForUpdate, .ignore, nil: break
        }
        let newcomers = machine.takePostponed()
        for newcomer in newcomers { enqueue(newcomer, firstChange, in: hub, &machine) }
        if change == nil, !newcomers.isEmpty { aftermath.deliversFirstValues = machine.beginDelivery() }
        return aftermath
    }

    /// Lets a change to the current value wait, under the lock.
    ///
    /// This method is not inlined, since it looks up types.
    @inline(never)
    private func enqueue(
        from old: Value, _ context: SetContext, in hub: Hub, _ machine: inout StateMachine,
        _ aftermath: inout Aftermath
    ) {
        let change = unsafe StateChange(before: old, hasBefore: true, new: current)
        let message = Envelope(change, of: self, in: hub, because: context.cause(of: self))
        aftermath.merged = machine.enqueue(WaitingChange(message: message), limit: hub.policy.queueLimit)
        aftermath.mergedCount = machine.waiting.mergedCount
    }

    func finish(_ aftermath: Aftermath, from old: Value, to new: Value, _ context: SetContext, in hub: Hub) {
        let change = StateChange(before: old, hasBefore: true, new: new)
        ValueAddress.lend(change) { finish(aftermath, $0, context, in: hub) }
    }
}

extension ObserverCenter {
    /// Returns the cell of a state, if the state was ever set or observed here.
    ///
    /// Soundness of the cast: only `makeCell` makes topics with the identity of a root, and these are its cells.
    func cell<Value>(of root: StateRoot<Value>) -> StateCell<Value>? {
        guard let topic = hub.topics[ObjectIdentifier(root)] else { return nil }
        return unsafe unsafeDowncast(topic.object, to: StateCell<Value>.self)
    }

    /// Returns the cell of a state that is set or observed here.
    func useCell<Value>(of root: StateRoot<Value>) -> StateCell<Value> {
        let cell = makeCell(of: root)
        if !cell.isUsed.load(ordering: .relaxed) { beginUse(of: cell) }
        return cell
    }

    /// Returns the cell of a state, made if it is new.
    ///
    /// A new cell follows the state of the parent.
    private func makeCell<Value>(of root: StateRoot<Value>) -> StateCell<Value> {
        if let cell = cell(of: root) { return cell }
        let new = StateCell(root, parent == nil ? .own : .awaited)
        guard hub.topic(ObjectIdentifier(root), { new }) === new else { return makeCell(of: root) }
        guard let parent else { return new }
        let above = parent.makeCell(of: root)
        // A tap, so that this center has the value before observers of the parent are called.
        let terms = Subscription.Terms(owner: ObjectIdentifier(self), isTap: true, location: SourceLocation())
        let follower = parent.hub.subscribe(StateHandler(InheritingHandler(in: self, new), of: above), to: above, terms)
        above.admit(follower, on: nil)
        return new
    }

    /// Returns the value of a state.
    ///
    /// Waits while another thread updates the state.
    func value<Value>(of root: StateRoot<Value>) -> Value {
        var value = root.initial
        guard read(root, into: &value) else {
            fatalError("the closure that updates the state “\(root.name)” reads it, or waits for one that does")
        }
        return value
    }

    /// Reads a state into a variable that has its first value.
    ///
    /// - Returns: `false` if the thread would wait for itself, since it updates the state.
    func read<Value>(_ root: StateRoot<Value>, into value: inout Value) -> Bool {
        hub.tree.activity.note()
        if let cell = cell(of: root) { return cell.read(into: &value, in: self) }
        if let parent { return parent.read(root, into: &value) }
        checkName(of: root)
        return true
    }
}

/// The handler that lets a state follow the state of the parent.
///
/// The subscription ends with the first change of the parent after the state was set here.
private final class InheritingHandler<Value: Sendable>: Handler {
    private weak let center: ObserverCenter?
    private let cell: StateCell<Value>

    init(in center: ObserverCenter, _ cell: StateCell<Value>) {
        self.center = center
        self.cell = cell
    }

    override var isOrphaned: Bool { center == nil }

    override func receive(_ value: ValueAddress) throws -> Bool {
        let scope = CurrentThread.current.scope?.object
        guard let center, let scope, let cause = scope.cause else { return false }
        let context = SetContext(
            location: cause.step.location, actor: scope.actor, knownCause: cause, isInherited: true)
        return value.lend(as: StateChange<Value>.self) { change in
            cell.set(change.new, by: .parent, context, in: center)
        }
    }
}
