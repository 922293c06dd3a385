import SignalboxCore

// States by their roots.

extension ObserverCenter {
    /// Returns the cell of a state, if the state was ever set or observed here.
    ///
    /// Soundness of the cast: only `makeCell` makes topics with the identity of a root, and these are its cells.
    func cell<Value>(of root: StateRoot<Value>) -> StateCell<Value>? {
        guard let topic = hub.topics[ObjectIdentifier(root)] else { return nil }
        return unsafe unsafeDowncast(topic.object, to: StateCell<Value>.self)
    }

    /// Returns the cell of a state, made if it is new.
    ///
    /// A new cell follows the state of the parent.
    func makeCell<Value>(of root: StateRoot<Value>) -> StateCell<Value> {
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

    /// Sets a state, and delivers the change.
    func set<Value>(_ root: StateRoot<Value>, to value: Value, _ context: SetContext) -> Bool {
        let cell = useCell(of: root)
        return change(cell, context) { context in cell.set(value, context, in: self) }
    }

    /// Changes a state in place, unless the body throws.
    ///
    /// - Parameters:
    ///   - root: The state.
    ///   - context: The source location of the update.
    ///   - isKept: `true` if the value before is kept, since the body may throw.
    ///   - body: Changes the value.
    /// - Returns: `true` if the state was changed.
    func update<Value>(
        _ root: StateRoot<Value>, _ context: SetContext, keeping isKept: Bool = false,
        _ body: (inout Value) throws -> Void
    ) -> Bool {
        let cell = useCell(of: root)
        return change(cell, context) { context in cell.update(context, in: self, keeping: isKept, body) }
    }

    /// Changes a state by a body, unless the center is closed or too many sets led to this one.
    private func change(_ state: StateTopic, _ context: SetContext, _ body: (SetContext) -> Bool) -> Bool {
        let event = hub.trace.begin(hub.event(.set, of: state, at: context.location))
        return hub.trace.run(event) {
            let thread = CurrentThread.current
            var context = context
            if thread.scope != nil { context.knownCause = Cause(of: state, at: context.location, on: thread) }
            if hub.isClosed {
                hub.trace.mark(event, .refused("the center is closed"))
                return false
            }
            if let cause = context.knownCause, hub.refusesCycle(of: cause, nil, named: state.name, on: thread) {
                return false
            }
            if body(context) { return true }
            refuse(context, of: state)
            return false
        }
    }

    /// Reports a set that was refused, because the thread updates the state.
    private func refuse(_ context: SetContext, of state: StateTopic) {
        hub.trace.mark(hub.trace.cause, .refused("an update of it is running"))
        let cause = context.cause(of: state)
        let isOwn = DeliveryScope.isUpdating(state, on: .current)
        let cycle = DeliveryCycle(cause, isOwn ? .ownUpdate : .waitingUpdates)
        let failure = DeliveryFailure(cycle, of: state.name, from: context.location)
        hub.reporting(cause) { [policy = hub.policy] in policy.onError(failure) }
    }
}
