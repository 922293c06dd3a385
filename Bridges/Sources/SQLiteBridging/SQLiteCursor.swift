import Bridging
import GRDB
import LogSupport

/// A cursor in a file of SQLite.
struct SQLiteCursor: LogCursor {
    private let writer: DatabaseQueue
    private let file: SQLiteFile
    private let group: GroupName
    private let stream: StreamName
    private let lease: Duration
    private let term: Int64

    let position: UInt64
    let identity: String?

    init(
        writer: DatabaseQueue, of file: SQLiteFile, group: GroupName, stream: StreamName, lease: Duration,
        holding row: Row
    ) {
        self.writer = writer
        self.file = file
        self.group = group
        self.stream = stream
        self.lease = lease
        term = row.term
        position = UInt64(clamping: row.position)
        identity = row.identity.isEmpty ? nil : row.identity
    }

    func renew() async throws {
        try await change("until = \(SQLiteTime.now) + lease")
    }

    func store(_ position: UInt64) async throws {
        try await store(position, in: identity)
    }

    func store(_ position: UInt64, in identity: String?) async throws {
        try await change(
            "until = \(SQLiteTime.now) + lease, position = ?, identity = ?",
            [Int64(clamping: position).databaseValue, (identity ?? "").databaseValue])
    }

    func release() async throws {
        try await change("until = 0")
    }

    /// Changes the row, if this reader still holds it.
    private func change(_ assignments: String, _ values: [DatabaseValue] = []) async throws {
        let arguments = StatementArguments(values) + [stream.text, group.text, term]
        let isHeld = try await file.write(by: writer) { database in
            try database.execute(
                sql: """
                    UPDATE signalbox_cursor SET \(assignments)
                    WHERE stream = ? AND name = ? AND term = ? AND until > \(SQLiteTime.now)
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
        let identity: String

        /// Takes the cursor of a group; `nil` while another reader holds it.
        ///
        /// A lease that ends later than its length from now was given before the clock was set back, so it has ended.
        static func take(
            _ group: GroupName, in stream: StreamName, for reader: String, lease: Duration, in database: Database
        ) throws -> Row? {
            try insert(group, in: stream, in: database)
            let row = try GRDB.Row.fetchOne(
                database,
                sql: """
                    UPDATE signalbox_cursor SET term = term + 1, reader = ?1, lease = ?2, until = \(SQLiteTime.now) + ?2
                    WHERE stream = ?3 AND name = ?4
                    AND (until <= \(SQLiteTime.now) OR until > \(SQLiteTime.now) + lease OR reader = ?1)
                    RETURNING position, term, identity
                    """,
                arguments: [reader, lease.milliseconds, stream.text, group.text])
            return row.map { Row(position: $0[0], term: $0[1], identity: $0[2]) }
        }

        /// Inserts the cursor of a new group, which begins before the oldest entry.
        private static func insert(_ group: GroupName, in stream: StreamName, in database: Database) throws {
            try database.execute(
                sql: """
                    INSERT INTO signalbox_cursor (stream, name, position, term, reader, until, lease, identity) VALUES (
                        ?1, ?2, coalesce((SELECT first FROM signalbox_stream WHERE name = ?1), 1) - 1, 0, '', 0, 0,
                        coalesce((SELECT identity FROM signalbox_stream WHERE name = ?1), ''))
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [stream.text, group.text])
        }
    }
}
