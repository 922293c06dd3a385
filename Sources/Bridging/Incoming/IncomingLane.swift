import SignalboxCore

/// The way of one stream from the log into this process.
///
/// One task reads pages, and handles one entry after the other.
final class IncomingLane: Sendable {
    /// The entries with which a reader without a group begins.
    enum Start: Sendable {
        /// Those that are appended from now on.
        case live
        /// The newest one.
        case newest
    }

    let stream: StreamName
    let group: GroupName?
    private let start: Start
    private let receiver: any EntryReceiver
    private let reader: String
    private let options: BridgeOptions
    private let position: Protected<ReadingPosition>
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
        var backoff = Backoff(options.retrying)
        while !Task.isCancelled {
            let begin = status.position
            do {
                if let group {
                    try await readForGroup(group, log, changes, by: time)
                } else {
                    try await readAlone(log, changes, by: time)
                }
            } catch {
                if Task.isCancelled { break }
                position.withLock { $0.note("\(error)") }
                if status.position != begin { backoff.reset() }
                try? await time.sleep(backoff.nextWithJitter())
            }
        }
        position.withLock { $0.pause() }
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
            let end = try await log.page(of: stream, after: 0, limit: 0).last
            position.withLock { $0.begin(after: start == .newest ? max(end, 1) - 1 : end) }
        }
        try await follow(log, changes, by: time) { true }
    }

    /// Reads for a group, as long as this process holds its cursor; waits as long as another one does.
    private func readForGroup(
        _ group: GroupName, _ log: any MessageLog, _ changes: Signal, by time: Timekeeper
    ) async throws {
        let begin = time.now()
        let taken = try await log.cursor(of: group, in: stream, for: reader, lease: options.lease)
        guard let taken else {
            position.withLock { $0.pause() }
            position.withLock { $0.note(nil) }
            return try await time.sleep(min(options.polling.upperBound, options.lease / 4))
        }
        let cursor = HeldCursor(taken, from: begin, for: options.lease, by: time)
        position.withLock { $0.begin(after: taken.position) }
        defer { position.withLock { $0.pause() } }
        let renewal = Task { await cursor.keepRenewing() }
        await hold(cursor, from: taken.position, log, changes, by: time)
        renewal.cancel()
        await renewal.finish(within: options.closingTime, by: time)
        await finish(cursor, by: time)
    }

    /// Reads as long as this process holds a cursor, and tries again after errors.
    private func hold(
        _ cursor: HeldCursor, from stored: UInt64, _ log: any MessageLog, _ changes: Signal, by time: Timekeeper
    ) async {
        var backoff = Backoff(options.retrying)
        while cursor.isHeld, !Task.isCancelled {
            let begin = status.position
            do {
                // What this process has handled, but could not store.
                if status.position > stored { try await cursor.store(status.position, options) }
                try await follow(log, changes, by: time, storingIn: cursor) { cursor.isHeld }
            } catch {
                if Task.isCancelled { break }
                position.withLock { $0.note("\(error)") }
                if status.position != begin { backoff.reset() }
                try? await time.sleep(backoff.nextWithJitter())
            }
        }
    }

    /// Stores the position of a reader that ends, also in a task that is cancelled, and lets another one take over.
    private func finish(_ cursor: HeldCursor, by time: Timekeeper) async {
        let handled = status.position
        let closing = Task { [options] in
            guard cursor.isHeld else { return }
            try? await cursor.store(handled, options)
            try? await cursor.release()
        }
        await closing.finish(within: options.closingTime, by: time)
    }

    /// Reads page after page, as long as the condition holds.
    private func follow(
        _ log: any MessageLog, _ changes: Signal, by time: Timekeeper, storingIn cursor: HeldCursor? = nil,
        while isCurrent: () -> Bool
    ) async throws {
        var polling = Backoff(options.polling)
        while isCurrent() {
            try Task.checkCancellation()
            let count = changes.count
            let before = status.position
            receiver.beginPage()
            let page = try await log.page(of: stream, after: before, limit: options.batchSize)
            try position.withLock { try $0.look(at: page, at: time.now()) }
            try await handle(page, while: isCurrent)
            if status.position == page.last { try receiver.endLastPage() }
            if status.position != before {
                try await cursor?.store(status.position, options)
                polling.reset()
            } else {
                await changes.wait(after: count, atMost: polling.next(), by: time)
            }
        }
    }

    /// Handles the entries of a page, one after the other.
    private func handle(_ page: LogPage, while isCurrent: () -> Bool) async throws {
        var index = 0
        while isCurrent(), !Task.isCancelled {
            switch position.withLock({ $0.next(in: page, at: &index) }) {
            case .end: return
            case .skip(let missed):
                position.withLock { $0.skip(missed) }
                receiver.report(RemoteGap(stream: stream, group: group, missed: missed))
            case .restart(let end):
                position.withLock { $0.restart(after: end) }
                receiver.report(RemoteGap(stream: stream, group: group, missed: end..<end))
                return
            case .skipDouble:
                position.withLock { $0.take(.double) }
            case .handle(let entry):
                try await handle(entry)
            }
        }
    }

    private func handle(_ entry: StoredEntry) async throws {
        handling.begin()
        defer { handling.end() }
        // After the begin, so that a bridge that has cancelled this task either waits for the handlers, or none is called.
        try Task.checkCancellation()
        let result = try await receiver.receive(entry)
        position.withLock { $0.take(result, of: entry.entry) }
    }
}
