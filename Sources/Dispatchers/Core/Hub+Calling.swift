// How the subscribers of a list are called: one after the other, where they run.

extension Hub {
    /// Delivers a value to the subscribers of a list.
    @inline(__always)
    func deliver(_ delivery: inout Delivery, to list: SubscriptionList) {
        if list.queues.isEmpty {
            callAll(&delivery, of: list, at: .anywhere)
        } else {
            deliverWithActors(&delivery, to: list)
        }
        if let kept = delivery.kept {
            kept.endPart(isReceived: delivery.isReceived)
        } else if !delivery.isReceived, policy.onDeadLetter != nil || trace.isOn && policy.expectsReceivers {
            delivery.keep().endPart(isReceived: false)
        }
    }

    /// Delivers where some subscribers are on actors: first what waits for the current one.
    ///
    /// An exclusive hub takes the turn of that one's queue instead.
    @inline(never)
    private func deliverWithActors(_ delivery: inout Delivery, to list: SubscriptionList) {
        var here = delivery.actor.map(CallSite.init) ?? .anywhere
        var held: ActorQueue?
        // By index: in a build for debugging an iterator allocates at each step.
        for index in 0..<list.queues.count where list.queues[index].actorID == delivery.actor {
            let queue = list.queues[index]
            if policy.isExclusiveOnActors {
                if held == nil, queue.begin() { held = queue } else { here = .anywhere }
            } else if queue.isBusy {
                delivery.scope.flush(queue.flush)
            }
        }
        callAll(&delivery, of: list, at: here)
        for group in delivery.groups { delivery.leave(group.subscriptions, to: group.queue) }
        held?.end()
    }

    /// Calls the subscribers one after the other, until the value is consumed.
    private func callAll(_ delivery: inout Delivery, of list: SubscriptionList, at here: CallSite) {
        let (value, scope) = (delivery.value, delivery.scopeReference)
        // While the trace is on, every call takes the way that records it.
        let (anywhere, local) = trace.isOn ? (CallSite.none, CallSite.none) : (.anywhere, here)
        let entries = list.entries
        var index = 0
        // By index: in a build for debugging an iterator allocates at each step.
        while index < entries.count {
            let entry = entries[index]
            index += 1
            if entry.site == anywhere || entry.site == local {
                if let handler = entry.subscription.with({ $0.lentHandler }) {
                    do {
                        if try handler.with({ try $0.receive(value) }) {
                            delivery.isReceived = true
                        } else {
                            end(entry.subscription)
                        }
                    } catch {
                        report(error, entry.subscription, &delivery)
                    }
                }
            } else {
                callSpecial(entry.subscription.object, &delivery, at: here)
            }
            if scope.with({ $0.isConsumed }) { return }
        }
    }

    /// Calls a subscriber of which more has to be asked, or notes it for its actor.
    @inline(never)
    private func callSpecial(_ subscription: Subscription, _ delivery: inout Delivery, at here: CallSite) {
        guard let handler = subscription.handler(for: delivery) else { return }
        if delivery.leave(behindGateOf: subscription) { return }
        if let queue = subscription.queue, CallSite(of: queue.actorID) != here, !handler.runsAnywhere {
            if !handler.leave(&delivery, to: subscription) { delivery.note(subscription, in: queue) }
        } else {
            call(handler, of: subscription, &delivery)
        }
    }

    /// Calls a subscriber, on its actor if it has one.
    func call(_ handler: Handler, of subscription: Subscription, _ delivery: inout Delivery) {
        do {
            if try tracing(handler, of: subscription, &delivery) { delivery.isReceived = true }
        } catch {
            report(error, Borrowed(subscription), &delivery)
        }
    }

    /// Calls a subscriber, records that in the trace, and returns whether it counts as a receiver.
    func tracing(
        _ handler: Handler, of subscription: Subscription, _ delivery: inout Delivery
    ) throws -> Bool {
        guard trace.isOn, !handler.isTap, !handler.runsAnywhere else {
            return try receive(handler, of: subscription, &delivery)
        }
        let event = subscription.hub.subject(
            .delivery, delivery.topic, at: delivery.location, to: subscription.location)
        let (scope, cause) = (delivery.scope, delivery.kept?.event)
        var isConsumed = false
        defer { scope.isConsumed = isConsumed }
        return try trace.record(event, because: cause) { () throws -> Bool in
            // The log is called after the handler, and consumes nothing.
            defer { isConsumed = scope.isConsumed }
            return try receive(handler, of: subscription, &delivery)
        }
    }

    /// What an event of this center is about.
    func subject(
        _ kind: TraceEvent.Kind, _ topic: Topic, at location: SourceLocation, to receiver: SourceLocation? = nil
    ) -> Trace.Subject {
        Trace.Subject(
            kind, of: topic.key.map { $0 as any Sendable } ?? topic.type, at: location, to: receiver, in: name)
    }

    /// Reports what a queue had no room for.
    func drop(_ count: Int, _ subscription: Subscription?, _ message: PendingMessage) {
        noteDrop(of: message, at: subscription)
        reportDrop(count, subscription, message)
    }

    /// Reports what a queue had no room for to the error handler.
    func reportDrop(_ count: Int, _ subscription: Subscription?, _ message: PendingMessage) {
        guard let overflow = QueueOverflow(reporting: count) else { return }
        reporting(message.origin) { policy.onError(DeliveryFailure(overflow, on: message, of: subscription)) }
    }

    /// Records what a queue had no room for.
    func noteDrop(of message: PendingMessage, at subscription: Subscription?) {
        guard trace.isOn, let event = message.event else { return }
        guard let subscription else { return trace.mark(event, .dropped) }
        let subject = subscription.hub.subject(
            .delivery, message.topic, at: message.location, to: subscription.location)
        trace.note(subject, because: event, .dropped)
    }

    private func receive(
        _ handler: Handler, of subscription: Subscription, _ delivery: inout Delivery
    ) throws -> Bool {
        guard subscription.topic.needsConversion(from: delivery.topic) else {
            return try handler.receive(&delivery, delivery.value, of: subscription)
        }
        var isReceived = false
        try subscription.topic.converting(delivery.message) { value in
            isReceived = try handler.receive(&delivery, value, of: subscription)
        }
        return isReceived
    }

    /// Ends a subscription whose owner is gone.
    @inline(never)
    private func end(_ subscription: Borrowed<Subscription>) { subscription.object.cancel() }

    /// Reports what a handler threw.
    @inline(never)
    private func report(_ error: any Error, _ subscription: Borrowed<Subscription>, _ delivery: inout Delivery) {
        delivery.isReceived = true
        delivery.scope.withoutConsuming {
            policy.onError(DeliveryFailure(error, on: delivery.keep(), of: subscription.object))
        }
    }
}
