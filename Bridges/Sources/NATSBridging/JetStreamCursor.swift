import Bridging
import Synchronization

/// The cursor of a group in a cluster, held by this process.
final class JetStreamCursor: LogCursor {
    private struct State: Sendable {
        var record: CursorRecord
        var revision: UInt64
    }

    let position: UInt64
    let identity: String?
    let connection: NATSConnection
    let subject: String
    private let state: Mutex<State>

    init(
        _ connection: NATSConnection, _ subject: String, holding record: CursorRecord, revision: UInt64
    ) {
        self.connection = connection
        self.subject = subject
        position = record.position
        identity = record.identity
        state = Mutex(State(record: record, revision: revision))
    }

    /// The cursor as this reader knows it, and its revision.
    var known: (record: CursorRecord, revision: UInt64) { state.withLock { ($0.record, $0.revision) } }

    func renew() async throws {
        try await change { _ in }
    }

    func store(_ position: UInt64) async throws {
        try await store(position, in: identity)
    }

    func store(_ position: UInt64, in identity: String?) async throws {
        try await change { record in
            record.position = position
            record.identity = identity
        }
    }

    func release() async throws {
        try await change { $0.reader = "" }
    }

    /// Changes the cursor, if this reader still holds it.
    private func change(_ change: @escaping @Sendable (inout CursorRecord) -> Void) async throws {
        try await connection.run { [self] session in
            let held = state.withLock { $0 }
            if try apply(change, to: held, in: session) { return }
            // A change of this reader whose answer was lost, or another reader has taken it.
            guard let found = try session.cursor(subject), found.record.term == held.record.term,
                found.record.reader == held.record.reader
            else { throw LogCursorLost() }
            let known = State(record: found.record, revision: found.revision)
            guard try apply(change, to: known, in: session) else {
                throw JetStreamError("the cursor has changed meanwhile")
            }
        }
    }

    /// Returns `false` if the cursor has another revision.
    private func apply(
        _ change: (inout CursorRecord) -> Void, to held: State, in session: NATSSession
    ) throws(JetStreamError) -> Bool {
        var record = held.record
        record.renewals += 1
        change(&record)
        guard let revision = try session.change(subject, to: record, from: held.revision) else { return false }
        let new = State(record: record, revision: revision)
        state.withLock { $0 = new }
        return true
    }
}
