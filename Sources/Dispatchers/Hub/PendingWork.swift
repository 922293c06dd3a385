import SignalboxCore

/// The work that is under way in some hubs.
package struct PendingWork {
    /// For each topic, queue and handler, the number of values that were left to it; `nil` while some of them wait or are handled.
    var totals: [Int?] = []
    var queues: [ActorQueue] = []
    var calls: [RunningCalls] = []
}
