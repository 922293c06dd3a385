import Dispatchers

/// The steps below one event of a trace.
struct StepTree {
    private let effects: [UInt64: [TraceEvent]]

    /// Finds the events that an event has led to.
    init(of events: ArraySlice<TraceEvent>) {
        effects = Dictionary(grouping: events.filter { $0.cause != nil }) { $0.cause ?? 0 }
    }

    /// The step of an event, with the steps that it caused.
    func step(of event: TraceEvent, in outer: Step.Mechanism? = nil, depth: Int = 0) -> Step {
        var step = Step(event, in: outer)
        // A cycle is refused at a depth of 100, which is deeper than a reader follows.
        guard depth < 24 else { return step }
        for effect in effects[event.id] ?? [] {
            let next = self.step(of: effect, in: step.mechanism, depth: depth + 1)
            if let last = step.effects.last, last.isLike(next) {
                if !next.isOfTabs { step.effects[step.effects.count - 1].count += 1 }
            } else {
                step.effects.append(next)
            }
        }
        return step
    }
}
