extension ObserverCenter {
    var trace: Trace { hub.trace }

    /// The cell of a state, if it was ever set or observed.
    ///
    /// Why the cast is sound: only `makeCell` makes topics with the identity of a root, and these are its cells.
    func cell<Value>(of root: StateRoot<Value>) -> StateCell<Value>? {
        hub.topic(ObjectIdentifier(root)).map { unsafeDowncast($0.takeUnretainedValue(), to: StateCell<Value>.self) }
    }

    /// The cell of a state, made if it is new.
    private func makeCell<Value>(of root: StateRoot<Value>) -> StateCell<Value> {
        if let cell = cell(of: root) { return cell }
        let topic = hub.topic(ObjectIdentifier(root)) { StateCell(root, parent == nil ? .own : .unset) }
        return unsafeDowncast(topic, to: StateCell<Value>.self)
    }

    func value<Value>(of root: StateRoot<Value>) -> Value {
        if let cell = cell(of: root) { return cell.value(in: self) }
        return parent?.value(of: root) ?? root.initial
    }

    func set<Value>(_ root: StateRoot<Value>, to value: Value, _ context: SetContext) -> Bool {
        let cell = makeCell(of: root)
        return change(cell, context) { cell.set(value, $0, in: self) }
    }

    func update<Value, Failure>(
        _ root: StateRoot<Value>, _ context: SetContext, _ body: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        let cell = makeCell(of: root)
        return try change(cell, context) { context throws(Failure) in try cell.update(context, in: self, body) }
    }

    /// Changes a state by a body, unless the center is closed or too many sets led to this one.
    private func change<Failure>(
        _ topic: StateTopic, _ context: SetContext, _ body: (SetContext) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        if hub.isClosed {
            trace.note(hub.subject(.set, topic, at: context.location), .refused("the center is closed"))
            return false
        }
        var context = context
        context.cause = cause(of: topic, at: context.location)
        if let cause = context.cause, cause.depth > hub.policy.cycleLimit {
            refuse(context, of: topic)
            return false
        }
        guard trace.isOn else { return try body(context) }
        return try trace.record(hub.subject(.set, topic, at: context.location)) { () throws(Failure) in
            context.event = trace.cause
            return try body(context)
        }
    }

    /// What is done now as the cause of others, if something led to it.
    private func cause(of topic: Topic, at location: SourceLocation) -> Origin? {
        let thread = CurrentThread.Key.shared.current
        if thread.scope == nil { return nil }
        let origin = Origin(of: topic, at: location, on: thread)
        return origin.hasCause ? origin : nil
    }

    /// The change that is being delivered on this thread.
    func currentContext() -> SetContext {
        let scope = DeliveryScope.current(on: CurrentThread.Key.shared.current)
        let origin = scope?.pointee.origin
        return SetContext(
            location: origin?.step.location ?? SourceLocation(), actor: scope?.pointee.actor, cause: origin,
            event: trace.isOn ? trace.cause : nil)
    }

    /// Lets an observer begin.
    func subscribe<Value>(_ subscriber: StateSubscriber, to root: StateRoot<Value>) -> Subscription {
        let (cell, location) = (makeCell(of: root), subscriber.location)
        if let parent, cell.beginFollowing() {
            let handler = InheritingHandler(in: self, root)
            let follower = StateSubscriber(handler, StateOptions<Value>(), by: self, at: location)
            _ = parent.subscribe(follower, to: root)
        }
        let handler =
            subscriber.actor == nil && !subscriber.coalesces
            ? StateHandler(subscriber.handler, of: cell)
            : WaitingStateHandler<Value>(subscriber.handler, of: cell, coalesces: subscriber.coalesces)
        let subscription = hub.subscribe(
            handler, to: cell, on: subscriber.actor, priority: subscriber.priority, owner: subscriber.owner,
            at: location)
        guard subscription.isActive else { return subscription }
        let context = SetContext(
            location: location, actor: subscriber.current, cause: cause(of: cell, at: location))
        cell.begin(
            StateNewcomer(
                handler: handler, subscription: subscription, skipsCurrent: subscriber.skipsCurrent, context: context),
            in: self)
        return subscription
    }

    /// Reports that a set was refused.
    func refuse(_ context: SetContext, of topic: Topic) {
        if let event = context.event {
            trace.end(event, .refused("an update of it is running"))
        } else {
            trace.note(hub.subject(.set, topic, at: context.location), .refused("too many others led to it"))
        }
        let steps = context.cause?.chain ?? [Origin.Step(of: topic, at: context.location)]
        report(DeliveryCycle(chain: steps.map(DeliveryCycle.Link.init)), by: context, of: topic)
    }

    /// Calls the error handler, unless the set stems from what that handler does itself.
    func report(_ error: any Error, by context: SetContext, of topic: Topic) {
        let origin = context.cause ?? Origin(Origin.Step(of: topic, at: context.location))
        guard !origin.isReport else { return }
        let failure = DeliveryFailure(error, of: topic.name, from: context.location)
        let report = { @Sendable [hub, onError] in
            hub.run(on: context.actor, because: origin.reported) { _ in onError(failure) }
        }
        // Inside of an update the handler could not read the state: it is called when the outermost one has ended.
        let thread = CurrentThread.Key.shared.current
        var (updated, next) = (StateTopic?.none, DeliveryScope.current(on: thread))
        while let scope = next {
            let topic = scope.pointee.topic?.takeUnretainedValue() as? StateTopic
            if let topic, topic.gate.isHeld(by: thread.number) { updated = topic }
            next = scope.pointee.outerScope
        }
        if let updated { updated.append(report) } else { report() }
    }
}
