/// The events that a trace recorded since the batch before.
public struct TraceBatch: Sendable {
    /// The events that began, in that order, in their present state: some may have ended already.
    public internal(set) var began: [TraceEvent] = []

    /// The events that ended, in that order.
    ///
    /// An event whose parts end at different times occurs again.
    public internal(set) var ended: [TraceEvent] = []

    /// The number of beginnings and ends that were overwritten before they were read.
    public internal(set) var lost = 0

    var isEmpty: Bool { began.isEmpty && ended.isEmpty && lost == 0 }
}
