// How the subscribers of a list are called: one after the other, where they run.

extension Hub {
    /// Calls the subscribers of a list that may be called here with the value of a scope, and leaves it to the others.
    @inline(__always)
    func call(_ list: SubscriptionList, in scope: DeliveryScope) {
        if list.queues.isEmpty { callAll(list, in: scope) } else { callWithActors(list, in: scope) }
        if let kept = scope.kept {
            kept.endPart(isReceived: scope.isReceived)
        } else if !scope.isReceived, policy.onDeadLetter != nil || trace.isOn && !policy.holdsStates {
            scope.keep().endPart(isReceived: false)
        }
    }

    /// Calls where some subscribers are on actors: first what waits for the current one.
    ///
    /// A hub of states calls as a job of the current actor's queue instead, so that calls do not nest; if that queue is busy, the
    /// changes wait in it.
    private func callWithActors(_ list: SubscriptionList, in scope: DeliveryScope) {
        var begun: ActorQueue?
        // By index: in a build for debugging an iterator allocates at each step.
        for index in 0..<list.queues.count where list.queues[index].actorID == scope.actor {
            let queue = list.queues[index]
            if policy.holdsStates {
                if begun == nil, queue.begin() { begun = queue } else { scope.here = nil }
            } else if queue.isBusy {
                scope.flush(queue.flush)
            }
        }
        callAll(list, in: scope)
        for (queue, subscriptions) in scope.groups { leave(subscriptions, to: queue, in: scope) }
        scope.groups = []
        begun?.end()
    }

    /// Calls the subscribers one after the other, until the value is consumed.
    @inline(never)
    private func callAll(_ list: SubscriptionList, in scope: DeliveryScope) {
        guard let value = scope.posting?.value else { return }
        // While the trace is on, every call takes the way that records it.
        let (anywhere, here): (UInt, UInt) = trace.isOn ? (2, 2) : (0, scope.here.map { UInt(bitPattern: $0) } ?? 0)
        let entries = list.entries
        var index = 0
        // By index: in a build for debugging an iterator allocates at each step.
        while index < entries.count, !scope.isConsumed {
            let entry = entries[index]
            index += 1
            if entry.site == anywhere || entry.site == here {
                guard let handler = entry.subscription.with({ $0.handler.load() }) else { continue }
                do {
                    if try handler.with({ try $0.receive(value) }) {
                        scope.isReceived = true
                    } else {
                        entry.subscription.object.cancel()
                    }
                } catch {
                    report(error, of: entry.subscription, in: scope)
                }
            } else {
                entry.subscription.with { call($0, in: scope) }
            }
        }
    }

    /// Calls a subscriber in the way that suits all, or lets the value wait for it.
    @inline(never)
    func call(_ subscription: Subscription, in scope: DeliveryScope) {
        guard let handler = subscription.handler(in: scope) else { return }
        if let gate = subscription.gate, gate.isBusy, leave([subscription], to: gate, in: scope) { return }
        call(handler, of: subscription, in: scope)
    }

    /// Calls a handler of a subscriber on its actor, if it has one, or lets the value wait for it.
    func call(_ handler: Handler, of subscription: Subscription, in scope: DeliveryScope) {
        if !handler.isPlain { return handler.take(in: scope, of: subscription) }
        if let queue = subscription.queue, queue.actorID != scope.here {
            return handler.leave(in: scope, of: subscription)
        }
        do {
            if try receive(handler, of: subscription, in: scope) { scope.isReceived = true }
        } catch {
            report(error, of: Borrowed(subscription), in: scope)
        }
    }

    /// Calls a subscriber, records that in the trace, and returns whether it counts as a receiver.
    func receive(_ handler: Handler, of subscription: Subscription, in scope: DeliveryScope) throws -> Bool {
        guard trace.isOn || subscription.isTap, let posting = scope.posting else {
            return try subscription.receive(handler, in: scope)
        }
        var isConsumed = false
        defer { scope.isConsumed = isConsumed }
        if subscription.isTap {
            _ = try subscription.receive(handler, in: scope)
            return false
        }
        let event = subscription.hub.subject(
            .delivery, posting.topic.object, at: posting.location, to: subscription.location)
        return try trace.run(trace.begin(event, because: scope.kept?.event)) { () throws -> Bool in
            // A log of the trace is called after the handler, and consumes nothing.
            defer { isConsumed = scope.isConsumed }
            return try subscription.receive(handler, in: scope)
        }
    }

    /// Leaves the value to subscribers on another actor, or to one behind its gate, or reports why not.
    ///
    /// - Returns: Whether that is done; not if the gate is open.
    @discardableResult
    private func leave(_ subscriptions: [Subscription], to queue: ActorQueue, in scope: DeliveryScope) -> Bool {
        if let posting = scope.posting, let origin = scope.origin, posting.isConfined {
            reporting(origin) {
                for subscription in subscriptions {
                    policy.onError(DeliveryFailure(CallIsolationError(), of: subscription, from: posting.location))
                }
            }
            return true
        }
        let dropped = enqueue(subscriptions, to: queue, in: scope)
        if let dropped, dropped > 0 { drop(dropped, of: scope.keep(), at: subscriptions.first) }
        return dropped != 0
    }

    /// Leaves the value to subscribers on another actor, or to one behind its gate, as one job.
    ///
    /// - Returns: `nil` if it waits, else how many jobs the queue has dropped by now, or 0 if it is a gate that is open.
    func enqueue(_ subscriptions: [Subscription], to queue: ActorQueue, in scope: DeliveryScope) -> Int? {
        let (message, subject) = (scope.keep(), scope.posting?.subject?.object)
        let actor = subscriptions.first?.gate === queue ? nil : queue.actorID
        message.beginPart()
        let dropped = queue.append(onlyIfBusy: actor == nil, limit: policy.queueLimit) {
            withExtendedLifetime(subject) { message.hub.deliverPart(message, to: subscriptions, on: actor) }
        }
        if dropped != nil { message.endPart(isReceived: dropped != 0) }
        return dropped
    }

    /// What an event of this center is about.
    func subject(
        _ kind: TraceEvent.Kind, _ topic: Topic, at location: SourceLocation, to receiver: SourceLocation? = nil
    ) -> TraceEvent {
        TraceEvent(kind, of: topic.key.map { $0 as any Sendable } ?? topic.type, at: location, to: receiver, in: name)
    }

    /// Records what a queue had no room for, and reports it to the error handler.
    func drop(_ count: Int, of message: PendingMessage, at subscription: Subscription?, isReported: Bool = true) {
        if let subscription, message.event != nil {
            trace.end(subscription.beginDelivery(of: message), .dropped)
        } else {
            trace.mark(message.event, .dropped)
        }
        guard isReported, let overflow = QueueOverflow(reporting: count) else { return }
        reporting(message.origin) { policy.onError(DeliveryFailure(overflow, on: message, of: subscription)) }
    }

    /// Reports what a handler threw.
    @inline(never)
    private func report(_ error: any Error, of subscription: Borrowed<Subscription>, in scope: DeliveryScope) {
        let wasConsumed = scope.isConsumed
        policy.onError(DeliveryFailure(error, on: scope.keep(), of: subscription.object))
        (scope.isReceived, scope.isConsumed) = (true, wasConsumed)
    }
}

extension Subscription {
    /// Calls a handler with the value of a scope, as one of the topic; ends the subscription if the owner is gone.
    fileprivate func receive(_ handler: Handler, in scope: DeliveryScope) throws -> Bool {
        guard let posting = scope.posting else { return false }
        let isReceived: Bool
        if !posting.topic.with({ topic.needsConversion(from: $0) }) {
            isReceived = try handler.receive(posting.value)
        } else if let posted = posting.posted, posted.topic.with({ $0.id }) == topic.id {
            isReceived = try handler.receive(posted.value)
        } else {
            let message = scope.kept?.message ?? posting.topic.object.box(posting.value)
            isReceived = try topic.converting(message) { try handler.receive($0) }
        }
        if !isReceived { cancel() }
        return isReceived
    }
}
