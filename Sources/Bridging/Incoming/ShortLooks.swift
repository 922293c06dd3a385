/// Looks at a stream, one after the other, in which it ended before the position of its reader.
///
/// A new leader of a cluster, or a replica, may lag for some time. A stream that ends early in several looks, over some time, was
/// replaced by an older one.
struct ShortLooks: Sendable {
    /// The smallest number of looks, and the time between the first and the last, after which the stream counts as replaced.
    private static let countLimit = 5
    private static let timeLimit = Duration.seconds(10)

    /// The smallest end: entries behind it may have been appended to the other stream meanwhile.
    private(set) var end: UInt64
    private var count = 1
    private let begin: Duration
    private var last: Duration

    init(_ end: UInt64, at time: Duration) {
        self.end = end
        begin = time
        last = time
    }

    /// A Boolean value that indicates whether the stream was replaced.
    var isReplaced: Bool { count >= Self.countLimit && last - begin >= Self.timeLimit }

    /// Adds a look.
    mutating func add(_ end: UInt64, at time: Duration) {
        self.end = min(self.end, end)
        count += 1
        last = time
    }
}
