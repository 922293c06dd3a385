import SignalboxCore
import Synchronization

// Scopes of their own: for jobs, replays, updates and reports.

extension Hub {
    /// Calls a body in a scope of its own, in which a message is being delivered.
    func run(on actor: ObjectIdentifier?, with message: PendingMessage, _ body: (DeliveryScope) -> Void) {
        run(on: actor) { scope in scope.withCurrent(message) { body(scope) } }
    }

    /// Calls a body in a scope of its own, and then delivers the messages that were posted in it.
    ///
    /// - Parameters:
    ///   - actor: The current actor.
    ///   - cause: The cause of the steps of the body.
    ///   - body: The body.
    /// - Throws: The error of the body.
    @inline(never)
    func run<Failure: Error>(
        on actor: ObjectIdentifier?, because cause: Cause? = nil, _ body: (DeliveryScope) throws(Failure) -> Void
    ) throws(Failure) {
        let scope = DeliveryScope.begin(in: self, because: cause, on: actor, .current).object
        scope.reader.begin(readers, at: readers.now)
        defer { finish(scope) }
        try body(scope)
    }

    /// Delivers the messages that were posted in a scope, and ends the scope.
    ///
    /// If jobs of a queue are called in a scope around it, the messages wait in that.
    private func finish(_ scope: DeliveryScope) {
        if scope.hasPosts, let outer = scope.drainingScope { movePosts(of: scope, to: outer) }
        deliverPosts(in: scope)
        scope.end(on: CurrentThread.current)
    }

    /// Lets the messages that wait in a scope wait in another one, as far as there is room.
    private func movePosts(of scope: DeliveryScope, to outer: DeliveryScope) {
        // Those that reports of drops post meanwhile follow.
        while let post = scope.popFirstPost() {
            if let loss = outer.append(post, limit: policy.queueLimit) { drop(post, loss) }
        }
    }

    /// Drops a message that found no room.
    func drop(_ post: AcceptedMessage, _ loss: Loss) {
        reportDrop(loss, of: post.message)
        post.message.endWithoutDeadLetter()
    }

    /// Calls a body in a scope of its own, inside the current delivery if there is one.
    ///
    /// If this thread delivers something for the same hubs, posts of the body wait in that scope.
    func runInside(because cause: Cause? = nil, _ body: (DeliveryScope) -> Void) {
        guard let scope = DeliveryScope.current(of: self, on: CurrentThread.current) else {
            return run(on: nil, because: cause, body)
        }
        scope.collectingPosts { run(on: scope.actor, because: cause, body) }
    }

    /// Calls a report about a post, set or call, unless that stems from a report itself.
    ///
    /// Inside an update the report waits until the outermost update of this thread has ended, since it may read the state.
    @inline(never)
    func reporting(_ cause: Cause, _ report: @escaping @Sendable () -> Void) {
        if cause.isReport { return }
        let reporting: @Sendable () -> Void = { [self] in
            CarriedValues.with(cause.carried) { runInside(because: cause.reported) { _ in report() } }
        }
        if let scope = DeliveryScope.delayingReports(on: CurrentThread.current) {
            scope.delayedReports?.append(reporting)
        } else {
            reporting()
        }
    }

    /// Reports the error of a handler.
    @inline(never)
    func report(_ error: any Error, of subscription: Subscription, in scope: DeliveryScope) {
        let wasConsumed = scope.isConsumed
        policy.onError(DeliveryFailure(error, on: scope.makeCopy(), of: subscription))
        scope.isConsumed = wasConsumed
    }

    /// Reports a subscriber on another actor, which a confined value must not reach.
    ///
    /// - Returns: `true` if it was reported, and so the value counts as received.
    func refuse(_ subscription: Subscription, in scope: DeliveryScope) -> Bool {
        guard let cause = scope.cause else { return false }
        let failure = DeliveryFailure(CallIsolationError(), of: subscription, from: cause.step.location)
        reporting(cause) { [policy] in policy.onError(failure) }
        return true
    }

    /// Records a value that a queue had no room for, and reports it to the error handler.
    ///
    /// - Parameters:
    ///   - loss: The loss.
    ///   - message: The value.
    ///   - subscriptions: The subscribers that do not receive it.
    func reportDrop(_ loss: Loss, of message: PendingMessage, for subscriptions: [Subscription] = []) {
        for subscription in subscriptions {
            subscription.droppedCount.add(1, ordering: .relaxed)
            trace.end(subscription.beginDelivery(of: message), .dropped)
        }
        if subscriptions.isEmpty { trace.mark(message.event, .dropped) }
        reportOverflow(loss, of: message, for: subscriptions.first)
    }

    /// Reports a value that a queue has lost to the error handler, if that is due.
    func reportOverflow(_ loss: Loss, of message: PendingMessage, for subscription: Subscription?) {
        guard let overflow = QueueOverflow(reporting: loss) else { return }
        let failure = DeliveryFailure(overflow, on: message, of: subscription)
        reporting(message.cause) { [policy] in policy.onError(failure) }
    }

    /// Refuses a post, set or call that too many others led to, or that is nested too deeply for the stack of the thread.
    ///
    /// - Returns: `true` if it was refused.
    func refusesCycle(of cause: Cause, _ message: (any Sendable)?, named name: String, on thread: CurrentThread) -> Bool
    {
        guard let reason = refusal(of: cause, on: thread) else { return false }
        trace.mark(trace.cause, .refused("too many causes"))
        let failure = DeliveryFailure(DeliveryCycle(cause, reason), of: name, message, from: cause.step.location)
        reporting(cause) { [policy] in policy.onError(failure) }
        return true
    }

    private func refusal(of cause: Cause, on thread: CurrentThread) -> DeliveryCycle.Reason? {
        if cause.depth > policy.cycleLimit { return .limit(policy.cycleLimit) }
        let depth = thread.scope?.with { $0.depth } ?? 0
        return depth >= 8 && depth >= thread.nestingLimit ? .stack(depth) : nil
    }

    /// Returns an event of this hub about a topic.
    func event(
        _ kind: TraceEvent.Kind, of topic: Topic, at location: SourceLocation, to receiver: SourceLocation? = nil
    ) -> TraceEvent {
        let subject: any Sendable = topic.key ?? topic.type
        return TraceEvent(kind, of: subject, at: location, to: receiver, in: name)
    }
}
