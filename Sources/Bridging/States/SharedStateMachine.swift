/// The decisions about a shared state in one process.
///
/// From the time that this process sends an entry until it reads that entry from the log, entries of other processes are ignored.
/// Thus all processes end with the value of the last entry of the log.
struct SharedStateMachine: Sendable {
    /// The number of the newest entry of this process that has not come back.
    private var awaited: UInt64?

    /// A Boolean value that indicates whether a received value was set after that entry was sent.
    private var isOverwritten = false

    /// Notes an entry of this process.
    mutating func send(_ number: UInt64) {
        awaited = number
        isOverwritten = false
    }

    /// Notes that observers received a value that came from another process.
    mutating func observeReceived() {
        if awaited != nil { isOverwritten = true }
    }

    /// Returns a Boolean value that indicates whether the value of another process's entry is set here.
    func takesOther() -> Bool { awaited == nil }

    /// Returns a Boolean value that indicates whether the value of an entry of this process, which comes back, is set again.
    mutating func takesOwn(_ number: UInt64) -> Bool {
        guard let last = awaited else { return true }
        guard number >= last else { return false }
        awaited = nil
        return isOverwritten
    }

    /// Stops waiting for an entry that the log has refused.
    mutating func lose(_ number: UInt64) {
        if awaited == number { awaited = nil }
    }

    /// Stops waiting for entries that the log may have removed.
    mutating func forget() {
        awaited = nil
    }
}
