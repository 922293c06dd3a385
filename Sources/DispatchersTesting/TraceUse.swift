import SignalboxCore

/// The traces that tests have started, with the number of tests that use each.
enum TraceUse {
    private static let counts = Protected([ObjectIdentifier: Int]())

    /// Starts a trace, unless it is on.
    static func begin(of trace: Trace) {
        counts.withLock { counts in
            let id = ObjectIdentifier(trace)
            if let count = counts[id] {
                counts[id] = count + 1
            } else if !trace.isOn {
                counts[id] = 1
                trace.start(describing: .short)
            }
        }
    }

    /// Stops a trace that was started here, when no test uses it any more.
    static func end(of trace: Trace) {
        counts.withLock { counts in
            let id = ObjectIdentifier(trace)
            guard let count = counts[id] else { return }
            counts[id] = count > 1 ? count - 1 : nil
            if count == 1 { trace.stop() }
        }
    }
}
