import SignalboxCore

/// The decisions about a shared state in one process.
///
/// From the time that this process sends an entry until it reads that entry from the log, entries of other processes are ignored.
/// Thus all processes end with the value of the last entry of the log. If the entry never comes back, the last ignored one counts.
struct SharedStateMachine: Sendable {
    /// The thing to do with an entry.
    enum Action: Sendable, Equatable {
        /// Set the state to its value.
        case set
        /// Ignore it.
        case ignore
    }

    /// The number of the newest entry of this process that has not come back.
    private var awaited: UInt64?

    /// The awaited entry if the log had appended it when the stream was last read.
    private var expected: UInt64?

    /// A Boolean value that indicates whether a received value was set after that entry was sent.
    private var isOverwritten = false

    /// The last entry of another process that was ignored for the awaited one.
    private var ignored: StoredEntry?

    /// Notes an entry of this process.
    mutating func send(_ number: UInt64) {
        awaited = number
        isOverwritten = false
    }

    /// Notes that observers received a value that came from another process.
    mutating func observeReceived() {
        if awaited != nil { isOverwritten = true }
    }

    /// Receives an entry of another process.
    mutating func receiveOther(_ entry: StoredEntry) -> Action {
        if awaited == nil {
            ignored = nil
            return .set
        }
        ignored = entry
        return .ignore
    }

    /// Receives an entry of this process, which comes back.
    mutating func receiveOwn(_ number: UInt64) -> Action {
        ignored = nil
        guard let last = awaited else { return .set }
        guard number >= last else { return .ignore }
        awaited = nil
        return isOverwritten ? .set : .ignore
    }

    /// Stops waiting for an entry that the log has refused.
    mutating func lose(_ number: UInt64) {
        if awaited == number { awaited = nil }
    }

    /// Notes that the stream is read next.
    ///
    /// - Parameter isSent: `true` if the log has appended all entries of this process.
    mutating func beginPage(isSent: Bool) {
        expected = isSent ? awaited : nil
    }

    /// Notes that the stream was read to its end.
    ///
    /// Stops waiting for an entry that was to be there: it was removed before it was read.
    mutating func endLastPage() {
        if let expected { lose(expected) }
    }

    /// The ignored entry, if that for which it was ignored was lost: the state gets its value now.
    var pendingIgnored: StoredEntry? { awaited == nil ? ignored : nil }

    /// Forgets the ignored entry, which is set.
    mutating func dropIgnored() {
        ignored = nil
    }
}

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
