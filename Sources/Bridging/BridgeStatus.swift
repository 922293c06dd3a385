/// The numbers of a bridge, from its beginning.
public struct BridgeStatus: Sendable, Hashable {
    /// The streams that this process sends, in the order in which they were declared.
    public var outgoing: [OutgoingStatus]

    /// The streams that this process reads, in the order in which they were declared.
    public var incoming: [IncomingStatus]

    /// A Boolean value that indicates whether `run` is running.
    public var isRunning: Bool
}

extension BridgeStatus: CustomStringConvertible {
    /// One line for each stream.
    public var description: String {
        (outgoing.map(\.description) + incoming.map(\.description)).joined(separator: "\n")
    }
}

/// The numbers of a stream that a process reads.
///
/// At all times, they are balanced: the entries from `start` to `position`, together with those that were `repeated`, are the sum of
/// `delivered`, `deadLetters`, `missed`, `own`, `doubles` and `elsewhere`.
public struct IncomingStatus: Sendable, Hashable {
    /// The stream.
    public var stream: StreamName

    /// The group, if a group reads it.
    public var group: GroupName?

    /// A Boolean value that indicates whether this process reads: `false` before the log was reached for the first time, and while
    /// another process of the group reads.
    public var isReading = false

    /// The position behind which this process began to read.
    public var start: UInt64 = 0

    /// The position of the last entry that was read and handled.
    public var position: UInt64 = 0

    /// The position of the newest entry, when the log was last asked.
    public var end: UInt64 = 0

    /// The number of entries that all their subscribers have handled.
    public var delivered: UInt64 = 0

    /// The number of entries that a `RemoteDeadLetter` was posted for.
    public var deadLetters: UInt64 = 0

    /// The number of entries that a `RemoteGap` was posted for.
    public var missed: UInt64 = 0

    /// The number of entries that were skipped: those of this process, and values of a state that are older than one of this process, or
    /// than the newest one of a stream that has replaced another.
    public var own: UInt64 = 0

    /// The number of messages that were skipped because they were received before: the log has appended them twice.
    public var doubles: UInt64 = 0

    /// The number of entries that other processes of the group have handled meanwhile.
    public var elsewhere: UInt64 = 0

    /// The number of positions by which the stream went back, when it was replaced by an older or a new one.
    public var repeated: UInt64 = 0

    /// The last error of the log, if the last attempt failed.
    public var failure: String?

    /// The number of entries that are not read yet.
    public var lag: UInt64 { end > position ? end - position : 0 }

    /// A Boolean value that indicates whether the sum closes, as it always does: what was read is what became of it.
    public var isBalanced: Bool {
        position + repeated == start + delivered + deadLetters + missed + own + doubles + elsewhere
    }

    init(stream: StreamName, group: GroupName?) {
        self.stream = stream
        self.group = group
    }
}

extension IncomingStatus: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        let name = group.map { "\(stream) (\($0))" } ?? "\(stream)"
        let numbers = "delivered \(delivered), dead \(deadLetters), missed \(missed), own \(own)"
        let others = "doubles \(doubles), elsewhere \(elsewhere), repeated \(repeated)"
        let line = "← \(name): position \(position) of \(end), from \(start), \(numbers), \(others)"
        return line + (isReading ? "" : ", not reading") + (failure.map { ", failed: \($0)" } ?? "")
    }
}

/// The numbers of a stream that a process sends.
///
/// At all times, they are balanced: `posted` is the sum of `appended`, `pending`, `refused` and `replaced`.
public struct OutgoingStatus: Sendable, Hashable {
    /// The stream.
    public var stream: StreamName

    /// The number of messages that were posted or delivered, or of values that were set.
    public var posted: UInt64

    /// The number of entries that the log has confirmed.
    public var appended: UInt64

    /// The number of entries that wait for the log.
    public var pending: UInt64

    /// The number of messages that were refused, each of which was reported.
    public var refused: UInt64

    /// The number of values of a state that a newer one replaced while they waited.
    public var replaced: UInt64

    /// The last error of the log, if the last attempt failed.
    public var failure: String?

    /// The error of the last attempt to trim the stream, if it failed.
    public var trimFailure: String?

    /// A Boolean value that indicates whether the sum closes, as it always does: what was posted is what became of it.
    public var isBalanced: Bool { posted == appended + pending + refused + replaced }
}

extension OutgoingStatus: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        let sum = "appended \(appended), pending \(pending), refused \(refused), replaced \(replaced)"
        let failed = failure.map { ", failed: \($0)" } ?? ""
        let untrimmed = trimFailure.map { ", not trimmed: \($0)" } ?? ""
        return "→ \(stream): posted \(posted), \(sum)" + failed + untrimmed
    }
}
