import Bridging
import GRDB

/// A cursor in a file of SQLite.
struct SQLiteCursor: LogCursor {
    private let writer: DatabaseQueue
    private let group: GroupName
    private let stream: StreamName
    private let lease: Duration
    private let term: Int64

    let position: UInt64

    init(writer: DatabaseQueue, group: GroupName, stream: StreamName, lease: Duration, holding row: Row) {
        self.writer = writer
        self.group = group
        self.stream = stream
        self.lease = lease
        term = row.term
        position = UInt64(clamping: row.position)
    }

    func renew() async throws {
        try await change("until = \(Row.now) + ?", [Row.milliseconds(lease)])
    }

    func store(_ position: UInt64) async throws {
        try await change("until = \(Row.now) + ?, position = ?", [Row.milliseconds(lease), Int64(clamping: position)])
    }

    func release() async throws {
        try await change("until = 0", [])
    }

    /// Changes the row, if this reader still holds it.
    private func change(_ assignments: String, _ values: [Int64]) async throws {
        let arguments = StatementArguments(values) + [stream.text, group.text, term]
        let isHeld = try await writer.write { database in
            try database.execute(
                sql: """
                    UPDATE signalbox_cursor SET \(assignments)
                    WHERE stream = ? AND name = ? AND term = ? AND until > \(Row.now)
                    """,
                arguments: arguments)
            return database.changesCount == 1
        }
        if !isHeld { throw LogCursorLost() }
    }
}

extension SQLiteCursor {
    /// The row of a cursor.
    struct Row: Sendable {
        let position: Int64
        let term: Int64

        /// The time of the machine, in milliseconds.
        static let now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"

        static func milliseconds(_ duration: Duration) -> Int64 {
            duration.components.seconds * 1_000 + duration.components.attoseconds / 1_000_000_000_000_000
        }

        /// Takes the cursor of a group; `nil` while another reader holds it.
        static func take(
            _ group: GroupName, in stream: StreamName, for reader: String, lease: Duration, in database: Database
        ) throws -> Row? {
            // A new group begins before the oldest entry.
            try database.execute(
                sql: """
                    INSERT INTO signalbox_cursor (stream, name, position, term, reader, until)
                    VALUES (?1, ?2, coalesce((SELECT first FROM signalbox_stream WHERE name = ?1), 1) - 1, 0, '', 0)
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [stream.text, group.text])
            let row = try GRDB.Row.fetchOne(
                database,
                sql: """
                    UPDATE signalbox_cursor SET term = term + 1, reader = ?1, until = \(now) + ?2
                    WHERE stream = ?3 AND name = ?4 AND (until <= \(now) OR reader = ?1)
                    RETURNING position, term
                    """,
                arguments: [reader, milliseconds(lease), stream.text, group.text])
            return row.map { Row(position: $0[0], term: $0[1]) }
        }
    }
}
