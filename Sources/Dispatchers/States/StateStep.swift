/// Where a state was set, and what led to it.
struct StateStep: Sendable {
    let location: SourceLocation

    /// The actor that was current.
    let actor: ObjectIdentifier?

    /// The set as the cause of others, if something led to it.
    let cause: Cause?

    /// The set as an event, while that is traced.
    var event: Trace.Cause?

    /// Calls one observer with a change, on its actor, which is current.
    func deliver<Value>(
        _ change: StateChange<Value>, to subscription: Subscription, on actor: ObjectIdentifier?
    ) {
        let hub = subscription.hub
        let origin = cause?.origin ?? Origin(Origin.Step(topic: subscription.topic, location: location))
        hub.trace.within(event) {
            let message = PendingValue(change, PendingMessage.Facts(hub: hub, origin: origin, subject: nil))
            hub.deliver(message, to: [subscription], on: actor)
        }
    }
}

/// What became of a set.
enum StateOutcome {
    /// An update has the value.
    case updating
    /// The change waits for the thread that delivers.
    case waiting
    /// It waits, and has become one with the change before it; so many have by now.
    case merged(Int)
    /// The current thread delivers: the change with this number, and then what waits.
    case delivering(UInt64)
    /// The current thread delivers what waits.
    case draining
}

/// A change that waits to be delivered.
struct StateDelivery<Value: Sendable>: Sendable {
    let change: StateChange<Value>
    let step: StateStep
    let thread: Int

    /// Who receives it as its first; `nil` if it is for all observers.
    let beginning: StateBeginning<Value>?

    init(_ change: StateChange<Value>, by step: StateStep, to beginning: StateBeginning<Value>? = nil) {
        self.change = change
        self.step = step
        self.beginning = beginning
        thread = CurrentThread.Key.shared.current.number
    }
}

/// An observer that begins.
struct StateBeginning<Value: Sendable>: Sendable {
    let handler: StateHandler<Value>
    let subscription: Subscription
    let skipsCurrent: Bool
    let step: StateStep
}

extension ObserverCenter {
    var trace: Trace { hub.trace }

    /// The cell of a state, if it was ever set or observed.
    func cell<Value>(of root: StateRoot<Value>) -> StateCell<Value>? {
        hub.topic(ObjectIdentifier(root))?.takeUnretainedValue() as? StateCell<Value>
    }

    /// The cell of a state, made if it is new.
    func makeCell<Value>(of root: StateRoot<Value>) -> StateCell<Value> {
        if let cell = cell(of: root) { return cell }
        let new = StateCell(root)
        return hub.topic(ObjectIdentifier(root)) { new } as? StateCell<Value> ?? new
    }

    /// Sets a state by a body, unless the center is closed or too many sets led to this one.
    func set<Value, Failure>(
        _ cell: StateCell<Value>, at location: SourceLocation, on actor: ObjectIdentifier?,
        _ body: (StateStep) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        guard !hub.isClosed, var step = step(of: cell, at: location, on: actor) else { return false }
        guard trace.isOn else { return try body(step) }
        return try trace.record(Trace.Subject(.set, of: Value.self, at: location)) { () throws(Failure) in
            step.event = trace.cause
            return try body(step)
        }
    }

    /// What is done now; `nil` if too many sets led to it, which is reported.
    func step(of topic: Topic, at location: SourceLocation, on actor: ObjectIdentifier?) -> StateStep? {
        let thread = CurrentThread.Key.shared.current
        guard PostScope.current(on: thread) != nil else {
            return StateStep(location: location, actor: actor, cause: nil)
        }
        let origin = Origin(of: topic, at: location, on: thread)
        let step = StateStep(location: location, actor: actor, cause: Cause(origin))
        if origin.depth <= hub.policy.cycleLimit { return step }
        refuse(step, of: topic)
        return nil
    }

    /// Runs the closure of an update: what it sets has the update as its cause.
    func run<Failure: Error>(
        _ step: StateStep, of topic: Topic, _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        let (thread, readers) = (CurrentThread.Key.shared.current, hub.readers)
        let scope = PostScope.begin(
            in: hub, on: thread, readers.begin(on: thread), for: .passUnretained(topic), at: step.location,
            because: step.cause.map { .passUnretained($0) }, actor: step.actor, frame: CurrentThread.stackAddress)
        defer { readers.end(PostScope.end(scope, on: thread)) }
        try body()
    }

    /// Lets an observer begin.
    func subscribe<Value>(_ subscriber: StateSubscriber<Value>, to cell: StateCell<Value>) -> Subscription {
        let handler = StateHandler(subscriber, of: cell)
        let subscription = hub.subscribe(
            handler, to: cell, on: subscriber.actor, priority: subscriber.priority,
            owner: subscriber.owner.map { ObjectIdentifier($0) }, at: subscriber.location)
        guard subscription.isActive else { return subscription }
        let thread = CurrentThread.Key.shared.current
        let isNested = PostScope.current(on: thread) != nil
        let cause = isNested ? Cause(Origin(of: cell, at: subscriber.location, on: thread)) : nil
        let step = StateStep(location: subscriber.location, actor: subscriber.current, cause: cause)
        cell.begin(
            StateBeginning(
                handler: handler, subscription: subscription, skipsCurrent: subscriber.options.skipsCurrent, step: step),
            in: self)
        return subscription
    }

    /// Reports that a set was refused.
    func refuse(_ step: StateStep, of topic: Topic) {
        let steps = step.cause?.origin.chain ?? [Origin.Step(topic: topic, location: step.location)]
        let chain = steps.map { step in
            StateCycle.Link(
                state: "\(step.topic.type)", declaredAt: step.topic.declaredAt ?? step.location, location: step.location
            )
        }
        report(StateCycle(chain: chain), by: step, of: topic)
    }

    /// Reports the first, the second, the fourth and so on of the changes that were merged.
    func reportMerge(_ count: Int, by step: StateStep, of topic: Topic) {
        if count & (count - 1) == 0 { report(StateOverflow(count: count), by: step, of: topic) }
    }

    /// Calls the error handler, unless the set stems from what that handler does itself.
    private func report(_ error: any Error, by step: StateStep, of topic: Topic) {
        let origin = step.cause?.origin ?? Origin(Origin.Step(topic: topic, location: step.location))
        guard !origin.isReport else { return }
        let failure = StateFailure(
            state: "\(topic.type)", declaredAt: topic.declaredAt ?? step.location, setAt: step.location, error: error)
        hub.run(on: step.actor, because: Cause(origin.reported)) { _ in onError(failure) }
    }
}
