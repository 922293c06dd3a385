import SignalboxCore

/// A moment that is sent to a component.
struct SentMoment {
    let name: String
    let component: Any
    let location: SourceLocation
    let lifecycle: Lifecycle

    /// Begins the event of the moment, if the trace is on.
    func begin() -> Trace.Cause? {
        lifecycle.trace.begin(
            TraceEvent(.moment, of: "\(name) of \(type(of: component))", at: location, in: lifecycle.name))
    }

    /// Runs advice, as an event of the trace if that is on.
    func run(_ hook: HookTerms, _ advice: () -> Void) {
        guard lifecycle.trace.isOn else { return advice() }
        lifecycle.trace.run(begin(hook), advice)
    }

    /// Runs asynchronous advice on the caller's actor, as an event of the trace if that is on.
    nonisolated(nonsending) func run(_ hook: HookTerms, awaiting advice: () async -> Void) async {
        await lifecycle.trace.run(begin(hook), advice)
    }

    /// Begins the event of a hook, if the trace is on.
    private func begin(_ hook: HookTerms) -> Trace.Cause? {
        lifecycle.trace.begin(
            TraceEvent(.hook, of: hook.what, at: location, to: hook.location, in: lifecycle.name))
    }
}
