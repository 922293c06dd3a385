import Bridging
import LogSupport

/// A cursor in a database of PostgreSQL.
struct PostgresCursor: LogCursor {
    let connection: PostgresConnection
    let stream: StreamName
    let group: GroupName

    /// The number of times that the cursor was taken, this one included.
    let term: Int64
    let position: UInt64
    let identity: String?

    /// Takes the cursor of a group; `nil` while another reader holds it.
    ///
    /// A lease that ends later than its length from now was given before the clock was set back, so it has ended.
    static func take(
        _ group: GroupName, in stream: StreamName, for reader: String, lease: Duration,
        by connection: PostgresConnection
    ) async throws -> PostgresCursor? {
        let rows = try await connection.run { session in
            // A new group begins before the oldest entry.
            try session.run(
                """
                INSERT INTO signalbox_cursor (stream, name, position, term, reader, until, lease, identity) VALUES (
                    $1, $2, coalesce((SELECT first FROM signalbox_stream WHERE name = $1), 1) - 1,
                    0, '', '-infinity', interval '0',
                    coalesce((SELECT identity FROM signalbox_stream WHERE name = $1), ''))
                ON CONFLICT DO NOTHING
                """,
                [.text(stream.text), .text(group.text)])
            return try session.rows(
                """
                UPDATE signalbox_cursor SET term = term + 1, reader = $3, lease = $4 * interval '1 millisecond',
                    until = clock_timestamp() + $4 * interval '1 millisecond'
                WHERE stream = $1 AND name = $2
                AND (until <= clock_timestamp() OR until > clock_timestamp() + lease OR reader = $3)
                RETURNING position, term, identity
                """,
                [.text(stream.text), .text(group.text), .text(reader), .integer(lease.milliseconds)]
            ) { row in
                PostgresCursor(
                    connection: connection, stream: stream, group: group, term: row.integer(1),
                    position: UInt64(clamping: row.integer(0)), identity: row.text(2).isEmpty ? nil : row.text(2))
            }
        }
        return rows.first
    }

    func renew() async throws {
        try await change("until = clock_timestamp() + lease")
    }

    func store(_ position: UInt64) async throws {
        try await store(position, in: identity)
    }

    func store(_ position: UInt64, in identity: String?) async throws {
        try await change(
            "until = clock_timestamp() + lease, position = $4, identity = $5",
            [.integer(Int64(clamping: position)), .text(identity ?? "")])
    }

    func release() async throws {
        try await change("until = '-infinity'")
    }

    /// Changes the row, if this reader still holds it.
    private func change(_ assignments: String, _ values: [PostgresValue] = []) async throws {
        let count = try await connection.run { session in
            try session.run(
                """
                UPDATE signalbox_cursor SET \(assignments)
                WHERE stream = $1 AND name = $2 AND term = $3 AND until > clock_timestamp() RETURNING 1
                """,
                [.text(stream.text), .text(group.text), .integer(term)] + values)
        }
        if count == 0 { throw LogCursorLost() }
    }
}
