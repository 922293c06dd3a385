extension ProtocolDispatcherCenter {
    /// Calls all receivers of a protocol.
    ///
    /// Receivers on no actor and on the current actor have been called when it returns. For other actors, the call waits in a
    /// queue, in the order of the calls. When as many calls wait as the center's queue limit allows, later ones are dropped and
    /// reported. An error of a receiver is reported to the center's error handler, and the next receiver is called. A call to
    /// which too many others led is refused and reported.
    ///
    /// ```swift
    /// center.dispatch((any LoginObserver).self) { $0.didLogin(user) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the call is written; leave it to the compiler.
    ///   - line: Where the call is written; leave it to the compiler.
    ///   - call: Calls a receiver. If it is written on an actor, it runs only there: a receiver on another actor is not called,
    ///     and reported with a `CallIsolationError`.
    public func dispatch<P>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ call: @escaping @isolated(any) @Sendable (P) throws -> Void
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let actor = isolation.map { ObjectIdentifier($0) }
        let call = Call<P>(body: unchecked(call), isolation: call.isolation)
        if trace.isOn {
            trace.record(Trace.Subject(.call, of: type, at: location, in: hub.name)) {
                deliver(call, on: actor, at: location)
            }
        } else {
            deliver(call, on: actor, at: location)
        }
    }

    private func deliver<P>(_ call: Call<P>, on actor: ObjectIdentifier?, at location: SourceLocation) {
        guard let topic = hub.topic(ObjectIdentifier(P.self))?.object else {
            if let event = trace.cause { trace.mark(event, .unreceived) }
            return
        }
        let thread = CurrentThread.current
        let isNested = DeliveryScope.current(on: thread) != nil
        let nested = isNested ? Origin(of: topic, at: location, on: thread) : nil
        if let nested, nested.depth > hub.policy.cycleLimit { return refuse(nested, on: topic) }
        if let isolation = call.isolation, ObjectIdentifier(isolation) != actor {
            let origin = nested ?? Origin(of: topic, at: location, on: thread)
            leave(PendingMessage(call, of: topic, in: hub, from: origin), to: isolation)
        } else {
            call.deliver(in: hub, on: topic, at: location, because: nested, actor: actor)
        }
    }

    /// Reports that too many others led to a call, if that call has receivers.
    private func refuse(_ origin: Origin, on topic: Topic) {
        guard let receiver = hub.subscriptions(of: topic).first else { return }
        hub.reporting(origin) {
            onError(DeliveryFailure(DeliveryCycle(origin), of: receiver, from: origin.step.location))
        }
    }

    /// Leaves a call to the actor on which it was written.
    private func leave(_ call: PendingMessage, to actor: any Actor) {
        let queue = hub.queue(of: actor)
        var receivers: [Subscription] = []
        for receiver in hub.subscriptions(of: call.topic) {
            if receiver.queue?.belongs(to: actor) ?? true {
                receivers.append(receiver)
            } else {
                onError(DeliveryFailure(CallIsolationError(), of: receiver, from: call.location))
            }
        }
        let dropped = queue.append(isCurrent: false, limit: hub.policy.queueLimit) { [hub, receivers] in
            hub.release(queue)
            hub.deliverPart(call, to: receivers, on: queue.actorID)
        }
        guard let dropped else { return }
        hub.release(queue)
        hub.drop(dropped, receivers.first, call)
        call.endPart(isReceived: true)
    }
}
