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
    func reportLoss() {
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
