extension Hub {
    /// Calls a subscriber on its actor, and ends it if its owner is gone.
    func call(_ handler: Handler, of subscription: Subscription, _ delivery: inout Delivery) {
        do {
            let reception = try tracing(handler, of: subscription, &delivery)
            if reception == .received { delivery.isReceived = true }
            if reception == .ownerGone { subscription.cancel() }
        } catch {
            report(error, subscription, &delivery)
        }
    }

    /// Calls a subscriber on its actor, and records that in the trace.
    func tracing(
        _ handler: Handler, of subscription: Subscription, _ delivery: inout Delivery
    ) throws -> Reception {
        guard trace.isOn, !handler.isTap, !handler.runsAnywhere else {
            return try receive(handler, of: subscription, &delivery)
        }
        let event = Trace.Subject(
            .delivery, of: delivery.topic.name, at: delivery.location, to: subscription.location)
        let (scope, cause) = (delivery.scope, delivery.kept?.event)
        var isConsumed = false
        defer { scope.pointee.isConsumed = isConsumed }
        return try trace.record(event, because: cause) { () throws -> Reception in
            // The log is called after the handler, and consumes nothing.
            defer { isConsumed = scope.pointee.isConsumed }
            return try receive(handler, of: subscription, &delivery)
        }
    }

    private func receive(
        _ handler: Handler, of subscription: Subscription, _ delivery: inout Delivery
    ) throws -> Reception {
        guard subscription.topic.needsConversion(from: delivery.topic) else {
            return try handler.receive(&delivery, at: delivery.address, of: subscription)
        }
        var reception = Reception.missed
        try subscription.topic.converting(delivery.topic.box(delivery.address)) { address in
            reception = try handler.receive(&delivery, at: address, of: subscription)
        }
        return reception
    }

    /// Reports what a handler threw.
    @inline(never)
    func report(_ error: any Error, _ subscription: Subscription, _ delivery: inout Delivery) {
        delivery.isReceived = true
        let isConsumed = delivery.scope.pointee.isConsumed
        policy.onFailure(error, subscription, delivery.facts)
        delivery.scope.pointee.isConsumed = isConsumed
    }
}
