import SignalboxCore

// The files of this folder, in the order of an entry:
//
// 1. `IncomingLane`: how pages of a stream are read. `IncomingLane+Groups`: how one process of a group reads.
// 2. `ReadingPosition`: what happens to each entry of a page.
// 3. `MessageReceiver`: how an entry becomes a message.

/// The way of one stream from the log into this process.
///
/// One task reads pages, and handles one entry after the other.
final class IncomingLane: Sendable {
    /// The entries with which a reader begins that has no position in the stream.
    enum Start: Sendable {
        /// Those that are appended from now on.
        case live
        /// The newest one.
        case newest

        /// Returns the position behind which a reader begins in a stream that ends at `end`.
        func position(ofEnd end: UInt64) -> UInt64 { self == .newest ? max(end, 1) - 1 : end }
    }

    let stream: StreamName
    let group: GroupName?
    private let start: Start
    let receiver: any EntryReceiver
    let reader: String
    let options: BridgeOptions
    let position: Protected<ReadingPosition>
    private let handling = Handling()

    init(
        _ stream: StreamName, _ group: GroupName?, from start: Start, to receiver: any EntryReceiver,
        reader: String, _ options: BridgeOptions
    ) {
        self.stream = stream
        self.group = group
        self.start = start
        self.receiver = receiver
        self.reader = reader
        self.options = options
        position = Protected(ReadingPosition(stream, group))
    }

    /// The numbers of the stream.
    var status: IncomingStatus { position.withLock { $0.status } }

    /// Reads until the task is cancelled.
    func run(_ log: any MessageLog, _ changes: Signal, by time: Timekeeper) async {
        await repeatAfterErrors(by: time) {
            if let group {
                try await readForGroup(group, log, changes, by: time)
            } else {
                try await readAlone(log, changes, by: time)
            }
        }
        position.withLock { $0.pause() }
    }

    /// Calls a body again and again, until the task is cancelled or the cursor of the group is lost.
    ///
    /// Notes errors, and pauses after them, for a short time if the body has read something.
    func repeatAfterErrors(
        by time: Timekeeper, holding cursor: HeldCursor? = nil, _ body: () async throws -> Void
    ) async {
        var backoff = Backoff(options.retrying)
        while cursor?.isHeld ?? true, !Task.isCancelled {
            let begin = status.position
            do {
                try await body()
            } catch {
                if Task.isCancelled { return }
                position.withLock { $0.note("\(error)") }
                if error is LogReplaced { reportLoss() }
                if status.position != begin { backoff.reset() }
                try? await time.sleep(backoff.nextWithJitter())
            }
        }
    }

    /// Waits until the handlers of the current entry have returned.
    ///
    /// If the task that reads was cancelled before, no other entry is handled.
    func waitForHandlers() async {
        await handling.waitForEnd()
    }

    /// Reads without a group, from the end of the stream or where an error has interrupted it.
    private func readAlone(_ log: any MessageLog, _ changes: Signal, by time: Timekeeper) async throws {
        if !position.withLock({ $0.hasBegun }) {
            let page = try await log.page(of: stream, after: 0, limit: 0)
            position.withLock { $0.begin(after: start.position(ofEnd: page.last), in: page.identity) }
        }
        try await follow(log, changes, by: time)
    }
}

// The pages of a stream, one after the other.

extension IncomingLane {
    /// Reads page after page, until the cursor of the group is lost.
    func follow(
        _ log: any MessageLog, _ changes: Signal, by time: Timekeeper, holding cursor: HeldCursor? = nil
    ) async throws {
        var polling = Backoff(options.polling)
        while cursor?.isHeld ?? true {
            try Task.checkCancellation()
            let count = changes.count
            let before = status.position
            receiver.beginPage()
            let page = try await log.page(of: stream, after: before, limit: options.batchSize)
            try position.withLock { try $0.look(at: page, at: time.now()) }
            try await handle(page, holding: cursor)
            if status.position == page.last { try receiver.endLastPage() }
            try await store(in: cursor)
            if status.position != before {
                polling.reset()
            } else {
                await changes.wait(after: count, atMost: polling.next(), by: time)
            }
        }
    }

    /// Handles the entries of a page, one after the other.
    private func handle(_ page: LogPage, holding cursor: HeldCursor?) async throws {
        var index = 0
        while cursor?.isHeld ?? true {
            switch position.withLock({ $0.next(in: page, at: &index) }) {
            case .end: return
            case .skip(let missed):
                position.withLock { $0.skip(missed) }
                receiver.report(RemoteGap(stream: stream, group: group, missed: missed))
            case .restart(let end):
                let begin = start == .newest ? start.position(ofEnd: end) : min(status.position, end)
                return restart(after: begin, end)
            case .replace:
                return restart(after: start == .newest ? start.position(ofEnd: page.last) : 0)
            case .handle(let entry):
                try await handle(entry)
            }
        }
    }

    /// Goes on in another stream, and reports what was missed of the old one.
    ///
    /// - Parameters:
    ///   - begin: The position in the other stream.
    ///   - end: The end of the other stream if it is an older copy.
    private func restart(after begin: UInt64, _ end: UInt64? = nil) {
        let (missed, isGone) = position.withLock { position in
            let state = (position.missed(behind: end ?? 0), position.isGone)
            position.restart(after: begin, copiedTo: end ?? 0)
            return state
        }
        guard let end, !isGone else {
            return receiver.report(RemoteGap(stream: stream, group: group, missed: missed, reason: .replaced))
        }
        let range = missed.isEmpty ? end..<end : missed
        receiver.report(RemoteGap(stream: stream, group: group, missed: range, reason: .older(end: end)))
    }

    /// Reports what is missed since the log was removed or replaced, once until a page is read again.
    private func reportLoss() {
        guard let missed = position.withLock({ $0.lose() }) else { return }
        receiver.report(RemoteGap(stream: stream, group: group, missed: missed, reason: .replaced))
    }

    private func handle(_ entry: StoredEntry) async throws {
        handling.begin()
        defer { handling.end() }
        // Follows the beginning, so that a bridge that cancels this task waits for all handlers that are called.
        try Task.checkCancellation()
        let result = try await receiver.receive(entry)
        position.withLock { $0.take(result) }
    }
}

/// The receiver of the entries of one stream in this process.
protocol EntryReceiver: Sendable {
    /// Handles an entry, and returns when all its subscribers have.
    ///
    /// - Throws: An error that has nothing to do with the entry. Then the entry is received again.
    func receive(_ stored: StoredEntry) async throws -> ReadingPosition.Result

    /// Notes that a page is read next.
    func beginPage()

    /// Notes that all entries of the page were handled, and that there were no others.
    func endLastPage() throws

    /// Reports missed entries.
    func report(_ gap: RemoteGap)

    /// Reports an error that nothing else will show.
    func report(_ error: BridgeError)
}

extension EntryReceiver {
    func beginPage() {}
    func endLastPage() {}
    func report(_ error: BridgeError) {}
}

/// The handlers of an entry: whether they are running, for a task that waits for their end.
private final class Handling: Sendable {
    private let isRunning = Protected(false)
    private let hasEnded = Signal()

    func begin() {
        isRunning.withLock { $0 = true }
    }

    func end() {
        isRunning.withLock { $0 = false }
        hasEnded.raise()
    }

    /// Waits until no handlers are running, or the task is cancelled.
    func waitForEnd() async {
        let count = hasEnded.count
        if isRunning.withLock({ $0 }) { await hasEnded.wait(after: count) }
    }
}
