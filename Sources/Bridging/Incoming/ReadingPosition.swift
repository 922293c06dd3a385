/// The position of a reader in a stream, and its numbers.
///
/// A pure value: it decides what to do with the entries of a page, and `IncomingLane` acts.
struct ReadingPosition: Sendable {
    /// The next thing to do with a page.
    enum Step: Sendable, Equatable {
        /// Report that these entries are missing, and go on behind them.
        case skip(Range<UInt64>)
        /// Report that the stream was replaced by one that ended here, and go on behind that.
        case restart(UInt64)
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

    private(set) var status: IncomingStatus
    private(set) var hasBegun = false

    /// The last looks at the stream if it ended before the position.
    private var shortLooks: ShortLooks?

    init(_ stream: StreamName, _ group: GroupName?) {
        status = IncomingStatus(stream: stream, group: group)
    }

    /// Begins to read behind a position, or goes on behind it.
    ///
    /// A process does not handle a message twice, also if it could not store the position.
    mutating func begin(after position: UInt64) {
        if !hasBegun {
            status.start = position
            status.position = position
        } else if position > status.position {
            status.elsewhere += position - status.position
            status.position = position
        }
        hasBegun = true
        status.end = max(status.end, status.position)
        status.isReading = true
        status.failure = nil
    }

    /// Notes that another process reads.
    mutating func pause() {
        status.isReading = false
    }

    /// Notes the last error of the log; `nil` after a success.
    mutating func note(_ failure: String?) {
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
        status.failure = nil
        noteEnd(page.last, at: time)
    }

    private mutating func noteEnd(_ end: UInt64, at time: Duration) {
        if end >= status.position {
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

    /// Goes on behind the end of another stream.
    mutating func restart(after position: UInt64) {
        status.repeated += status.position - position
        status.position = position
        shortLooks = nil
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
