import SignalboxCore
import Synchronization

// The steps of the synchronous driver.

extension Hub {
    /// Makes sure that no value overtakes another one on the current actor.
    ///
    /// Waiting jobs are called first, unless calls are made in turn. Then the queue is entered. If it is busy, or has too many jobs to
    /// call them now, receivers on the current actor count as others do: the value waits in their queue.
    ///
    /// - Returns: The queue, if it was entered and has to be left; `nil` if no queue was entered.
    func prepareQueue(
        of list: SubscriptionList, for delivery: inout Delivery, in scope: DeliveryScope
    ) -> ActorQueue? {
        guard let actor = scope.actor, let queue = queue(of: actor, in: list) else { return nil }
        if policy.callsInTurn {
            if queue.enter() { return queue }
            delivery.actor = nil
        } else if queue.isBusy, !scope.collectingPosts(queue.drainWaiting) {
            delivery.actor = nil
        }
        return nil
    }

    /// Returns the queue of an actor.
    ///
    /// A queue of the same identity may be that of an actor that was released.
    private func queue(of actor: ObjectIdentifier, in list: SubscriptionList) -> ActorQueue? {
        var found: ActorQueue?
        // By index: in a build for debugging an iterator allocates at each step.
        for index in list.queues.indices where list.queues[index].actorID == actor {
            if found == nil || list.queues[index].liveActor != nil { found = list.queues[index] }
        }
        return found
    }

    /// Calls a subscriber with the value of a scope, and reports its error.
    ///
    /// - Returns: `true` if it counts as a receiver.
    @discardableResult
    func call(_ subscription: Subscription, in scope: DeliveryScope) -> Bool {
        do {
            return try receive(subscription, in: scope)
        } catch {
            report(error, of: subscription, in: scope)
            return !subscription.isTap
        }
    }

    /// Calls a subscriber with the value of a scope, as a value of its topic.
    ///
    /// - Returns: `true` if it counts as a receiver.
    func receive(_ subscription: Subscription, in scope: DeliveryScope) throws -> Bool {
        guard let posting = scope.posting else { return false }
        if posting.topic.with({ !subscription.topic.needsConversion(from: $0) }) {
            return try receive(posting.value, by: subscription, in: scope)
        }
        if let posted = posting.posted, posted.topic.with({ $0.id }) == subscription.topic.id {
            return try receive(posted.value, by: subscription, in: scope)
        }
        guard let conversion = scope.conversion(to: subscription.topic) else { return false }
        return try conversion.lend { try receive($0, by: subscription, in: scope) }
    }

    /// Calls a subscriber with a value of its topic.
    ///
    /// While the trace is on, the call is an event.
    private func receive(_ value: ValueAddress, by subscription: Subscription, in scope: DeliveryScope) throws -> Bool {
        guard let handler = subscription.handlerForReader else { return false }
        if subscription.isTap {
            let isAlive = try trace.within(scope.copy?.event) { try tap(handler, value, in: scope) }
            if !isAlive { subscription.cancel() }
            return false
        }
        let isAlive =
            trace.isOn && !handler.isOrphaned
            ? try receiveTraced(value, by: handler, of: subscription, in: scope) : try handler.receive(value)
        if !isAlive { subscription.cancel() }
        return isAlive
    }

    /// Calls the handler of a subscriber as an event of the trace.
    ///
    /// A log of the trace, which is called at its end, consumes nothing.
    private func receiveTraced(
        _ value: ValueAddress, by handler: Handler, of subscription: Subscription, in scope: DeliveryScope
    ) throws -> Bool {
        var isConsumed = false
        defer { scope.isConsumed = isConsumed }
        let location = scope.posting?.location ?? subscription.location
        // A part of a state is recorded with its own name, and a message with its own type.
        let posted = scope.posting?.topic.object ?? subscription.topic
        let topic = subscription.topic.key == nil ? posted : subscription.topic
        let event = subscription.hub.event(.delivery, of: topic, at: location, to: subscription.location)
        return try trace.run(trace.begin(event, because: scope.copy?.event)) { () throws -> Bool in
            defer { isConsumed = scope.isConsumed }
            return try handler.receive(value)
        }
    }

    /// Calls a tap, which consumes nothing.
    ///
    /// - Returns: `false` if its subscription has to end.
    private func tap(_ handler: Handler, _ value: ValueAddress, in scope: DeliveryScope) throws -> Bool {
        let wasConsumed = scope.isConsumed
        defer { scope.isConsumed = wasConsumed }
        return try handler.receive(value)
    }

    /// Hands the value of a scope to a subscriber that keeps its own values.
    ///
    /// - Returns: `true` if the value counts as received.
    func buffer(_ subscription: Subscription, in scope: DeliveryScope) -> Bool {
        guard let handler = subscription.handlerForReader else { return false }
        // Foreign code may run that is not a handler: it makes the key of a message, or the part of a state.
        let wasConsumed = scope.isConsumed
        defer { scope.isConsumed = wasConsumed }
        return handler.buffer(scope, for: subscription)
    }

    /// Leaves the value of a scope in a queue as one job, or reports that the queue is full.
    ///
    /// - Returns: `true` if the value counts as received: a value in a queue does when the queue has delivered it.
    func enqueue(_ subscriptions: [Subscription], in queue: ActorQueue, in scope: DeliveryScope) -> Bool {
        switch enqueueCopy(for: subscriptions, in: queue, in: scope) {
        case .appended: return false
        case .refused:
            // The subscribers have received the retained messages meanwhile.
            return subscriptions.reduce(false) { isReceived, next in serve(next, in: scope) || isReceived }
        case .dropped(let loss):
            reportDrop(loss, of: scope.makeCopy(), for: subscriptions)
            return true
        }
    }

    /// Calls a subscriber of no actor, or hands it the value if it keeps its own values.
    private func serve(_ subscription: Subscription, in scope: DeliveryScope) -> Bool {
        let isBuffered = subscription.handlerForReader?.buffering == .always
        return isBuffered ? buffer(subscription, in: scope) : call(subscription, in: scope)
    }

    /// Leaves a copy of the value of a scope in a queue, as one delivery of the message and one job.
    ///
    /// - Parameters:
    ///   - subscriptions: The subscribers to call.
    ///   - queue: The queue.
    ///   - scope: The scope.
    ///   - isPublished: `true` if the loss of the value is in the report of its publication.
    /// - Returns: The result.
    func enqueueCopy(
        for subscriptions: [Subscription], in queue: ActorQueue, in scope: DeliveryScope, isPublished: Bool = false
    ) -> ActorQueue.Appending {
        let message = scope.makeCopy()
        let subject = message.subject
        let isReplay = subscriptions.first?.replayQueue === queue
        let actor = isReplay ? nil : queue.actorID
        let job: ActorQueue.Job = {
            withExtendedLifetime(subject) { message.hub.deliver(message, to: subscriptions, on: actor) }
        }
        message.beginDelivery()
        for subscription in subscriptions { subscription.waitingCount.add(1, ordering: .relaxed) }
        let limit = policy.queueLimit
        let isReported = !isPublished && !message.cause.isReport
        let appending =
            isReplay
            ? queue.appendIfBusy(limit: limit, isReported: isReported, job)
            : queue.append(limit: limit, isReported: isReported, job)
        if case .appended = appending { return appending }
        for subscription in subscriptions { subscription.waitingCount.subtract(1, ordering: .relaxed) }
        message.endDelivery(isReceived: false)
        return appending
    }
}
