import SignalboxCore

extension Hub {
    /// Calls the receivers of a protocol that run on no actor or on the current one, and leaves the call to the others.
    ///
    /// - Parameters:
    ///   - call: The `Call`.
    ///   - type: The protocol.
    ///   - isConfined: `true` if receivers on other actors are reported instead.
    ///   - site: The actors and the source location of the call.
    func call(_ call: ValueAddress, to type: any Any.Type, isConfined: Bool, _ site: CallSite) {
        let event = trace.begin(TraceEvent(.call, of: type, at: site.location, in: name))
        trace.run(event) {
            guard let topic = topics[ObjectIdentifier(type)] else { return trace.mark(event, .unreceived) }
            if isClosed { return trace.mark(event, .refused("the center is closed")) }
            let thread = CurrentThread.current
            var cause: Cause?
            if thread.scope != nil || site.isOnAnotherActor {
                let known = Cause(of: topic.object, at: site.location, on: thread)
                if refusesCycle(of: known, nil, named: topic.object.name, on: thread) { return }
                if site.isOnAnotherActor { return reportIsolation(known, topic.object) }
                cause = known
            }
            let posting = Posting(value: call, topic: topic, location: site.location, isConfined: isConfined)
            _ = deliver(posting, because: cause, on: site.actor.map { ObjectIdentifier($0) }, thread)
        }
    }

    /// Reports all receivers of a call that is not made on its actor.
    private func reportIsolation(_ cause: Cause, _ topic: Topic) {
        let failures = subscriptions(of: topic).map { receiver in
            DeliveryFailure(CallIsolationError(), of: receiver, from: cause.step.location)
        }
        reporting(cause) { [policy] in
            for failure in failures { policy.onError(failure) }
        }
    }

    /// Notes in the trace that the receiver that is being called has thrown.
    func traceFailure(_ error: any Error) {
        trace.mark(trace.cause, .failed(trace.text(of: error)))
    }

    /// Keeps the call that is being delivered from the receivers after the current one.
    func stopCall() {
        DeliveryScope.current(of: self, on: CurrentThread.current)?.isConsumed = true
    }
}
