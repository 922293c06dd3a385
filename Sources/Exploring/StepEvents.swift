#if os(Linux) && compiler(>=6.3)
    import SignalboxCore

    /// Attributes the events of a trace to the steps of a run.
    ///
    /// Of a trace that other tests use as well, only the events of the exploring thread are taken.
    struct StepEvents: Sendable {
        private let trace: Trace
        private let thread = ThreadNumber.current
        /// The last event before each change of the step that runs.
        private var marks: [(event: UInt64, step: Int)] = []

        init(of trace: Trace) { self.trace = trace }

        /// Notes that the events from now on are those of a step.
        mutating func go(on step: Int) { marks.append((trace.lastID, step)) }

        /// The events of each step, by its index.
        var bySteps: [Int: [TraceEvent]] {
            guard let first = marks.first else { return [:] }
            var rest = marks[...]
            var events: [Int: [TraceEvent]] = [:]
            for event in trace.events(after: first.event) where event.thread == thread {
                while rest.count > 1, rest[rest.startIndex + 1].event < event.id { rest.removeFirst() }
                events[rest[rest.startIndex].step, default: []].append(event)
            }
            return events
        }
    }

    extension TraceEvent {
        /// The event in one line, without its duration: no time passes during a step.
        var line: String {
            var line = "\(kind) \(subject)"
            if let detail { line += " (\(detail))" }
            if let scope { line += " in \(scope)" }
            line += " at \(location)"
            if let receiver { line += " → \(receiver)" }
            if outcome != .done { line += ", \(outcome)" }
            return line
        }
    }
#endif
