/// The limits and intervals of a bridge.
public struct BridgeOptions: Sendable, Hashable {
    /// The largest number of entries of a stream that wait for the log.
    ///
    /// Further posts are refused and reported. A shared state is never refused: its newest value replaces the one that waits.
    public var queueLimit = 8_192

    /// The largest number of bytes of the encoded messages of a stream that wait for the log.
    ///
    /// Further posts are refused in the same way. A queue takes one message of any size.
    public var queueByteLimit = 64 * 1_024 * 1_024

    /// The largest number of entries that are appended, or read, at once.
    ///
    /// A batch that is appended has at most 1 MiB of messages, or one message. After an error of the log, the next one has half as many
    /// entries. Numbers below 1 count as 1.
    public var batchSize = 256 {
        didSet { batchSize = max(1, batchSize) }
    }

    /// The largest size of an encoded message in bytes.
    ///
    /// Larger ones are refused when posted, and dead letters when read.
    public var payloadLimit = 512 * 1_024

    /// The largest number of posts that may lead to a message, each made by a handler of the one before, in any process.
    ///
    /// That a process receives a message is no post: of a message that goes from process to process, it is the number of hops.
    ///
    /// From 0 to 1,000,000; other numbers count as the nearest of these.
    public var cycleLimit = 100 {
        didSet { cycleLimit = min(max(0, cycleLimit), RemoteOrigin.depthLimit) }
    }

    /// The time for which a reader holds the cursor of a group.
    ///
    /// Another reader takes over from a process that dies within this time and the longest polling interval. The lease, and the bounds
    /// of the intervals, are at least a millisecond.
    public var lease = Duration.seconds(10) {
        didSet { lease = max(lease, Self.shortestPause) }
    }

    /// The shortest and the longest interval between two looks at a stream in which nothing is new.
    public var polling = Duration.milliseconds(20) ... .seconds(1) {
        didSet { polling = Self.clamped(polling) }
    }

    /// The shortest and the longest pause after an error of the log.
    ///
    /// Each is shortened by up to a half at random.
    public var retrying = Duration.milliseconds(100) ... .seconds(10) {
        didSet { retrying = Self.clamped(retrying) }
    }

    /// The time that a bridge takes at most, when its task is cancelled, to append what waits and to store positions.
    public var closingTime = Duration.seconds(5)

    /// The entries that remain of the streams that this process sends, if it is to trim them.
    ///
    /// A stream is trimmed when a bridge begins to run, after every 1,024 entries that this process appended, and after each trim
    /// interval. Without a retention, nothing is removed.
    public var retention: LogRetention?

    /// The interval after which a stream is trimmed, if there is a retention.
    public var trimInterval = Duration.seconds(300) {
        didSet { trimInterval = max(trimInterval, Self.shortestPause) }
    }

    private static let shortestPause = Duration.milliseconds(1)

    /// Creates options with the default values.
    public init() {}

    private static func clamped(_ range: ClosedRange<Duration>) -> ClosedRange<Duration> {
        max(range.lowerBound, shortestPause)...max(range.upperBound, shortestPause)
    }
}
