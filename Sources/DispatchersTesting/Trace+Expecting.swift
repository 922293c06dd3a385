public import Dispatchers

extension Trace {
    /// Makes sure that an event led to others, each of which led to the next, directly or through events between them.
    ///
    /// ```swift
    /// try trace.expect(.post(ItemPicked.self), ledTo: .set(.cart), .post(CartChanged.self))
    /// ```
    ///
    /// - Parameters:
    ///   - cause: The first event.
    ///   - effects: The events that it led to, in this order.
    /// - Returns: The last of the events.
    /// - Throws: An error that prints the whole tree.
    @discardableResult
    public func expect(_ cause: TraceStep, ledTo effects: TraceStep...) throws(TraceExpectationError) -> TraceEvent {
        let events = events
        let steps = [cause] + effects
        let byID = Dictionary(uniqueKeysWithValues: events.map { ($0.id, $0) })
        for last in events {
            var rest = steps[...]
            // The last step is the event itself. The others are looked for among its causes.
            guard let step = rest.popLast(), step.fits(last) else { continue }
            var next: TraceEvent? = last
            while let step = rest.last, let cause = next?.cause.flatMap({ byID[$0] }) {
                if step.fits(cause) { rest.removeLast() }
                next = cause
            }
            if rest.isEmpty { return last }
        }
        let path = steps.map(\.description).joined(separator: " → ")
        let tree = events.isEmpty ? "  nothing; is the trace started?" : tree
        let hints = steps.kindsMissing(in: events).compactMap { kind in
            kind.recorder.map { "\nNo \(kind) is in the trace: does it record the \($0)?" }
        }
        throw TraceExpectationError(
            description: "the trace does not have \(path), but:\n\(tree)\(hints.joined())")
    }
}

extension [TraceStep] {
    /// Returns the kinds of steps of which a trace has no event, each once.
    fileprivate func kindsMissing(in events: [TraceEvent]) -> [TraceEvent.Kind] {
        var seen = Set(events.map(\.kind))
        return map(\.kind).filter { seen.insert($0).inserted }
    }
}

extension TraceEvent.Kind {
    /// The type of the objects that record events of this kind, and the ways to create them with a trace.
    fileprivate var recorder: String? {
        switch self {
        case .post, .request: "MessageCenter, by MessageCenter(trace:) or Centers(trace:)"
        case .set: "ObserverCenter, by ObserverCenter(trace:) or Centers(trace:)"
        case .call, .service: "ProtocolDispatcherCenter, by ProtocolDispatcherCenter(trace:) or Centers(trace:)"
        case .route, .guard, .redirect: "Router, by Router(trace:)"
        case .moment: "Lifecycle, by Lifecycle(trace:)"
        default: nil
        }
    }
}
