import SignalboxCore

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
        let renewal = Task(name: "renewal of a lease") { await cursor.keepRenewing() }
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
        let closing = Task(name: "end of a reader") { [options] in
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

/// A cursor, the position that it has stored, and the end of its lease by the clock of this process.
///
/// The lease counts from before the call that extended it, so it ends here before it ends in the log. A process that was stopped for
/// longer than the lease finds that it has ended, and handles nothing more.
final class HeldCursor: Sendable {
    private let cursor: any LogCursor
    private let lease: Duration
    private let time: Timekeeper
    private let end: Protected<Duration>
    private let stored: Protected<Stored>

    /// The position that the log has, and the identity of its stream.
    private struct Stored: Sendable {
        let position: UInt64
        let identity: String?

        /// Returns a Boolean value that indicates whether another position is this one, as far as the identities of streams are known.
        func has(_ other: Self) -> Bool {
            position == other.position && (identity == nil || other.identity == nil || identity == other.identity)
        }
    }

    init(_ cursor: any LogCursor, from begin: Duration, for lease: Duration, by time: Timekeeper) {
        self.cursor = cursor
        self.lease = lease
        self.time = time
        end = Protected(begin + lease)
        stored = Protected(Stored(position: cursor.position, identity: cursor.identity))
    }

    /// The position that the log has.
    var storedPosition: UInt64 { stored.withLock { $0.position } }

    /// A Boolean value that indicates whether no other reader can have taken the cursor.
    var isHeld: Bool { end.withLock { $0 } > time.now() }

    /// Extends the lease again and again, also while a handler takes long, until the task is cancelled or the cursor is lost.
    func keepRenewing() async {
        while isHeld {
            do {
                try await time.sleep(lease / 3)
                try await extend { try await cursor.renew() }
            } catch {
                // After other errors, a later call may still be in time.
                if Task.isCancelled || error is LogCursorLost { return }
            }
        }
    }

    /// Stores a position, unless it is the stored one.
    ///
    /// Tries again until the cursor is lost.
    ///
    /// - Throws: `LogFull` at once: then the cursor is held still, since no other reader can store that it takes it.
    func store(_ position: UInt64, in identity: String? = nil, _ options: BridgeOptions) async throws {
        let new = Stored(position: position, identity: identity)
        if stored.withLock({ $0.has(new) }) { return }
        var backoff = Backoff(options.retrying)
        while true {
            do {
                try await extend { try await cursor.store(position, in: identity) }
                return stored.withLock { $0 = new }
            } catch {
                guard isHeld, !(error is LogFull), !Task.isCancelled else { throw error }
                try await time.sleep(backoff.nextWithJitter())
            }
        }
    }

    /// Lets another reader take the cursor.
    func release() async throws {
        end.withLock { $0 = .zero }
        try await cursor.release()
    }

    /// Extends the lease by a call.
    private func extend(by call: () async throws -> Void) async throws {
        let begin = time.now()
        do {
            try await call()
            extend(from: begin)
        } catch let lost as LogCursorLost {
            end.withLock { $0 = .zero }
            throw lost
        } catch let full as LogFull {
            extend(from: begin)
            throw full
        }
    }

    private func extend(from begin: Duration) {
        end.withLock { end in
            // A cursor that was lost meanwhile stays lost.
            if end > begin { end = max(end, begin + lease) }
        }
    }
}
