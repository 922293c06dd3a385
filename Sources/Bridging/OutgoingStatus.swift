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
