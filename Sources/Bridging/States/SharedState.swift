import SignalboxCore

/// The machine of a shared state behind its lock.
final class SharedState: Sendable {
    private let machine = Protected(SharedStateMachine())

    func withLock<Result: Sendable>(_ body: (inout SharedStateMachine) -> Result) -> Result {
        machine.withLock { body(&$0) }
    }

    /// Leaves an entry in the queue.
    ///
    /// Under the lock, so that it does not come back before the machine knows its number.
    func send(_ entry: LogEntry, by lane: OutgoingLane) throws(BridgeError) {
        try machine.withLock { machine throws(BridgeError) in
            machine.send(try lane.add(entry))
        }
    }
}
