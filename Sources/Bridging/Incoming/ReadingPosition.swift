/// The position of a reader in a stream, and its numbers.
///
/// A pure value: it decides what to do with the entries of a page, and `IncomingLane` acts.
struct ReadingPosition: Sendable {
    /// The next thing to do with a page.
    enum Step: Sendable, Equatable {
        /// Report that these entries are missing, and go on behind them.
        case skip(Range<UInt64>)
        /// Report that the stream was replaced by an older copy that ended here, and read on what it has.
        case restart(UInt64)
        /// Report that the stream was removed and made again, and read the new one from its beginning.
        case replace
        /// Handle the entry.
        case handle(StoredEntry)
        /// Read the next page.
        case end
    }

    /// The result of an entry.
    enum Result: Sendable, Equatable {
        case delivered
        case deadLetter
        case own
        /// The entry was received before: the log has it twice.
        case double
    }

    /// The position that another process of the group has stored in a stream of another identity.
    private struct Resumption: Sendable {
        let position: UInt64
        let identity: String
    }

    private(set) var status: IncomingStatus
    private(set) var hasBegun = false

    /// The identity of the stream that has the position; `nil` if the log has not said one.
    private(set) var identity: String?

    /// The identity of the stream of the last page.
    private var pageIdentity: String?

    /// The largest end of the stream that a page had.
    private var lastEnd: UInt64 = 0

    private var resumption: Resumption?

    /// The reason why the log does not have the position of the group, which pages that can be read do not end.
    private var storageFailure: String?

    /// A Boolean value that indicates whether the loss of the log was reported, and no page was read since.
    private var isLost = false

    /// The last looks at the stream if it ended before an end that it had.
    private var shortLooks: ShortLooks?

    init(_ stream: StreamName, _ group: GroupName?) {
        status = IncomingStatus(stream: stream, group: group)
    }

    /// Returns the known entries of the stream that were not read, and are not in a copy of it.
    ///
    /// - Parameter end: The end of the copy; 0 if there is none.
    /// - Returns: Their positions.
    func missed(behind end: UInt64 = 0) -> Range<UInt64> {
        let last = max(status.position, end)
        return (last + 1)..<(max(lastEnd, last) + 1)
    }

    /// Begins to read behind a position, or goes on behind it.
    ///
    /// A process does not handle a message twice, also if it could not store the position.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - stream: The identity of the stream that has it; `nil` if it is not known.
    mutating func begin(after position: UInt64, in stream: String? = nil) {
        resumption = nil
        if !hasBegun {
            status.start = position
            status.position = position
            identity = stream
            lastEnd = position
        } else if let stream, let identity, stream != identity {
            // The next page says which of the two streams is there.
            resumption = Resumption(position: position, identity: stream)
        } else {
            if identity == nil { identity = stream }
            if position > status.position {
                status.elsewhere += position - status.position
                status.position = position
            }
        }
        hasBegun = true
        status.end = max(status.end, status.position)
        status.isReading = true
        note(nil)
    }

    /// Notes that another process reads.
    mutating func pause() {
        status.isReading = false
    }

    /// Notes the last error of the log; `nil` after a success.
    mutating func note(_ failure: String?) {
        status.failure = failure
        if failure == nil { storageFailure = nil }
    }

    /// Notes that the position is not stored, or that it is.
    mutating func noteStorage(_ failure: String?) {
        guard failure != storageFailure else { return }
        storageFailure = failure
        status.failure = failure
    }

    /// Takes the end of a page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - time: The time of the look.
    /// - Throws: `BridgeError` if the page contradicts itself.
    mutating func look(at page: LogPage, at time: Duration) throws(BridgeError) {
        guard page.last < 1 << 62, page.first <= page.last + 1, page.entries.allSatisfy({ $0.position <= page.last })
        else { throw BridgeError(.invalidPage, status.stream) }
        status.end = page.last
        status.failure = storageFailure
        isLost = false
        pageIdentity = page.identity
        if identity == nil { identity = page.identity }
        // The process that has stored this position has reported the replacement. At 0, none has stored one yet.
        if isReplaced, let resumption, resumption.identity == pageIdentity, resumption.position > 0 {
            move(to: resumption.position)
        }
        guard !isReplaced else { return }
        lastEnd = max(lastEnd, page.last)
        noteEnd(page.last, at: time)
    }

    /// A Boolean value that indicates whether the last page was that of another stream.
    ///
    /// A page without an identity may be that of a server that does not know the stream yet. It counts as a stream that ends early.
    private var isReplaced: Bool { pageIdentity != nil && pageIdentity != identity }

    /// A Boolean value that indicates whether the stream was there, and was not at the last look.
    var isGone: Bool { pageIdentity == nil && identity != nil }

    private mutating func noteEnd(_ end: UInt64, at time: Duration) {
        if end >= lastEnd {
            shortLooks = nil
        } else if shortLooks == nil {
            shortLooks = ShortLooks(end, at: time)
        } else {
            shortLooks?.add(end, at: time)
        }
    }

    /// Returns the next step for a page.
    ///
    /// - Parameters:
    ///   - page: The page, which may have entries twice, or old ones.
    ///   - index: The index of the first entry that was not looked at yet.
    /// - Returns: The step.
    func next(in page: LogPage, at index: inout Int) -> Step {
        if isReplaced { return .replace }
        if let shortLooks { return shortLooks.isReplaced ? .restart(shortLooks.end) : .end }
        let next = status.position + 1
        if page.first > next { return .skip(next..<page.first) }
        while index < page.entries.count, page.entries[index].position < next { index += 1 }
        guard index < page.entries.count else { return .end }
        let entry = page.entries[index]
        // A log has dense positions. Where one does not, that is reported as well.
        guard entry.position == next else { return .skip(next..<entry.position) }
        return .handle(entry)
    }

    /// Goes on behind missing entries.
    mutating func skip(_ missed: Range<UInt64>) {
        status.missed += missed.upperBound - missed.lowerBound
        status.position = missed.upperBound - 1
    }

    /// Goes on in another stream behind a position.
    ///
    /// The known entries of the old one that were not read are missed.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - end: The end of the other stream if it is a copy of the old one.
    mutating func restart(after position: UInt64, copiedTo end: UInt64 = 0) {
        // As if they were read, and the reader had gone back.
        let count = UInt64(missed(behind: end).count)
        status.missed += count
        status.repeated += count
        move(to: position)
    }

    /// Goes to a position of the stream of the last page.
    private mutating func move(to position: UInt64) {
        if position <= status.position {
            status.repeated += status.position - position
        } else if status.group == nil {
            // Values of a state before the newest one.
            status.own += position - status.position
        } else {
            status.elsewhere += position - status.position
        }
        status.position = position
        identity = pageIdentity
        lastEnd = position
        shortLooks = nil
        resumption = nil
    }

    /// Counts what is missed since the log was removed or replaced, and cannot be read any more.
    ///
    /// - Returns: The entries; `nil` if this was called already, and no page was read since, or if nothing was read yet.
    mutating func lose() -> Range<UInt64>? {
        guard hasBegun, !isLost else { return nil }
        isLost = true
        let missed = missed()
        skip(missed)
        return missed
    }

    /// Goes on behind an entry.
    mutating func take(_ result: Result) {
        status.position += 1
        switch result {
        case .delivered: status.delivered += 1
        case .deadLetter: status.deadLetters += 1
        case .own: status.own += 1
        case .double: status.doubles += 1
        }
    }
}

/// Looks at a stream, one after the other, in which it ended before the position of its reader.
///
/// A new leader of a cluster, or a replica, may lag for some time. A stream that ends early in several looks, over some time, was
/// replaced by an older one.
private struct ShortLooks: Sendable {
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
