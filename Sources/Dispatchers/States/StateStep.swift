/// Where a state was set, and what led to it.
struct StateStep: Sendable {
    let location: SourceLocation

    /// The actor that is current.
    var actor: ObjectIdentifier?

    /// The set as the cause of others, if something led to it.
    var cause: Origin?

    /// The set as an event, while that is traced.
    var event: Trace.Cause?
}

/// What became of a set.
enum StateOutcome {
    /// An update has the value.
    case updating
    /// The change waits for the thread that delivers.
    case waiting
    /// It waits, and has become one with the change before it; so many have by now. What it replaces is released with this.
    indirect case merged(Int, replaced: any Sendable)
    /// The current thread delivers: the change with this number, and then what waits.
    case delivering(UInt64)
    /// The current thread delivers what waits.
    case draining
}

/// A change that waits to be delivered.
struct StateDelivery<Value: Sendable>: Sendable {
    let change: StateChange<Value>
    let version: UInt64
    let step: StateStep
    let thread = CurrentThread.Key.shared.current.number

    /// Who receives it as its first; `nil` if it is for all observers.
    var beginning: StateBeginning?
}

/// An observer that begins.
struct StateBeginning: Sendable {
    let handler: StateHandler
    let subscription: Subscription
    let skipsCurrent: Bool
    let step: StateStep
}

/// An observer that is about to subscribe.
struct StateSubscriber: Sendable {
    let location: SourceLocation
    let options: StateOptions<Void>
    var priority = 0
    /// The actor that it runs on.
    var actor: (any Actor)?
    /// The actor that is current.
    var current: ObjectIdentifier?
    var owner: ObjectIdentifier?
    var onEnd: (@Sendable () -> Void)?
    /// Receives changes of what it subscribes to.
    var handler: Handler
}

extension ObserverCenter {
    var trace: Trace { hub.trace }

    /// Sets a state by a body, unless the center is closed or too many sets led to this one.
    func set<Failure>(
        _ topic: Topic, at location: SourceLocation, on actor: ObjectIdentifier?,
        _ body: (StateStep) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        guard !hub.isClosed, var step = step(of: topic, at: location, on: actor) else { return false }
        guard trace.isOn else { return try body(step) }
        return try trace.record(Trace.Subject(.set, of: topic.type, at: location)) { () throws(Failure) in
            step.event = trace.cause
            return try body(step)
        }
    }

    /// What is done now; `nil` if too many sets led to it, which is reported.
    private func step(of topic: Topic, at location: SourceLocation, on actor: ObjectIdentifier?) -> StateStep? {
        let step = StateStep(location: location, actor: actor, cause: cause(of: topic, at: location))
        if step.cause.map({ $0.depth <= hub.policy.cycleLimit }) ?? true { return step }
        refuse(step, of: topic)
        return nil
    }

    /// What is done now as the cause of others, if something led to it.
    private func cause(of topic: Topic, at location: SourceLocation) -> Origin? {
        let thread = CurrentThread.Key.shared.current
        if thread.scope == nil { return nil }
        let origin = Origin(of: topic, at: location, on: thread)
        return origin.hasCause ? origin : nil
    }

    /// Runs the closure of an update: what it sets has the update as its cause.
    func run<Failure: Error>(
        _ step: StateStep, of topic: Topic, _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        try hub.run(on: step.actor, because: step.cause, for: topic, at: step.location) { (_) throws(Failure) in
            try body()
        }
    }

    /// Lets an observer begin.
    func subscribe<Value>(_ subscriber: StateSubscriber, to cell: StateCell<Value>) -> Subscription {
        let options = subscriber.options
        let isInline = subscriber.actor == nil && !options.coalesces
        let handler = StateHandler(
            subscriber.handler, cell.clock,
            isInline ? nil : PendingChanges<Value>(coalesces: options.coalesces, limit: options.limit),
            onEnd: subscriber.onEnd)
        let subscription = hub.subscribe(
            handler, to: cell, on: subscriber.actor, priority: subscriber.priority, owner: subscriber.owner,
            at: subscriber.location)
        guard subscription.isActive else { return subscription }
        let step = StateStep(
            location: subscriber.location, actor: subscriber.current, cause: cause(of: cell, at: subscriber.location))
        cell.begin(
            StateBeginning(
                handler: handler, subscription: subscription, skipsCurrent: options.skipsCurrent, step: step), in: self)
        return subscription
    }

    /// Reports that a set was refused.
    func refuse(_ step: StateStep, of topic: Topic) {
        let steps = step.cause?.chain ?? [Origin.Step(of: topic, at: step.location)]
        let chain = steps.map { step in
            StateCycle.Link(
                state: "\(step.type)", declaredAt: step.declaredAt ?? step.location, location: step.location
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
        let origin = step.cause ?? Origin(Origin.Step(of: topic, at: step.location))
        guard !origin.isReport else { return }
        let failure = StateFailure(
            state: "\(topic.type)", declaredAt: topic.declaredAt ?? step.location, setAt: step.location, error: error)
        let report = { @Sendable [hub, onError] in
            hub.run(on: step.actor, because: origin.reported) { _ in onError(failure) }
        }
        // Inside of an update the handler could not read the state.
        let thread = CurrentThread.Key.shared.current
        var (states, next) = ([any UpdatedState](), DeliveryScope.current(on: thread))
        while let scope = next {
            if let state = scope.pointee.topic?.takeUnretainedValue() as? any UpdatedState { states.append(state) }
            next = scope.pointee.outerScope
        }
        for state in states.reversed() where state.reportAfterUpdate(on: thread.number, report) { return }
        report()
    }
}
