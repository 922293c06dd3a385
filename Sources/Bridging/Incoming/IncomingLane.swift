import SignalboxCore

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
    let start: Start
    let receiver: any EntryReceiver
    let reader: String
    let options: BridgeOptions
    let position: Protected<ReadingPosition>
    let handling = Handling()

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
