/// The events that a trace leaves out.
///
/// ```swift
/// Trace.shared.muted = TraceMute(kinds: [.delivery], subjects: ["Tick"])
/// ```
public struct TraceMute: Sendable, Hashable {
    /// The kinds of events that are not recorded.
    public var kinds: Set<TraceEvent.Kind>

    /// The subjects whose events are not recorded, as `TraceEvent.subject` has them.
    public var subjects: Set<String>

    /// Leaves out the events of some kinds, and those of some subjects.
    public init(kinds: Set<TraceEvent.Kind> = [], subjects: Set<String> = []) {
        self.kinds = kinds
        self.subjects = subjects
    }

    var isEmpty: Bool { kinds.isEmpty && subjects.isEmpty }

    /// Returns whether it leaves out an event.
    func contains(_ event: TraceEvent) -> Bool {
        kinds.contains(event.kind) || !subjects.isEmpty && subjects.contains(event.subject)
    }
}
