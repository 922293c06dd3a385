// The reader of a group, which holds a cursor.

extension IncomingLane {
    /// Reads for a group, as long as this process holds its cursor; waits as long as another one does.
    func readForGroup(
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
        position.withLock { $0.begin(after: taken.position, in: taken.identity) }
        defer { position.withLock { $0.pause() } }
        let renewal = Task { await cursor.keepRenewing() }
        await repeatAfterErrors(by: time, holding: cursor) {
            // What this process has handled, but could not store.
            try await store(in: cursor)
            try await follow(log, changes, by: time, holding: cursor)
        }
        renewal.cancel()
        await renewal.finish(within: options.closingTime, by: time)
        await finish(cursor, by: time)
    }

    /// Stores the position of a group.
    ///
    /// While the storage of the log is full, the position stays in memory, and the reader goes on.
    func store(in cursor: HeldCursor?) async throws {
        guard let cursor else { return }
        let (handled, identity) = position.withLock { ($0.status.position, $0.identity) }
        do {
            try await cursor.store(handled, in: identity, options)
            position.withLock { $0.noteStorage(nil) }
        } catch let full as LogFull {
            position.withLock { $0.noteStorage("the position of the group is kept in memory: \(full)") }
        }
    }

    /// Stores the position of a reader that ends, also in a task that is cancelled, and lets another one take over.
    private func finish(_ cursor: HeldCursor, by time: Timekeeper) async {
        let (handled, identity) = position.withLock { ($0.status.position, $0.identity) }
        let closing = Task { [options] in
            guard cursor.isHeld else { return }
            try? await cursor.store(handled, in: identity, options)
            try? await cursor.release()
        }
        await closing.finish(within: options.closingTime, by: time)
        // A reader that goes on stores the position later.
        guard Task.isCancelled, cursor.storedPosition != handled else { return }
        receiver.report(BridgeError(.notStored(position: handled, stored: cursor.storedPosition), stream))
    }
}
