import Bridging

/// A cursor in a database of PostgreSQL.
struct PostgresCursor: LogCursor {
    let connection: PostgresConnection

    /// The stream, the group and the number of times that the cursor was taken.
    let key: [String]
    let lease: Duration
    let position: UInt64

    static func milliseconds(_ duration: Duration) -> String {
        "\(duration.components.seconds * 1_000 + duration.components.attoseconds / 1_000_000_000_000_000)"
    }

    func renew() async throws {
        try await change("until = clock_timestamp() + $4 * interval '1 millisecond'", [Self.milliseconds(lease)])
    }

    func store(_ position: UInt64) async throws {
        try await change(
            "until = clock_timestamp() + $4 * interval '1 millisecond', position = $5",
            [Self.milliseconds(lease), "\(Int64(clamping: position))"])
    }

    func release() async throws {
        try await change("until = '-infinity'", [])
    }

    /// Changes the row, if this reader still holds it.
    private func change(_ assignments: String, _ values: [String]) async throws {
        let rows = try await connection.run(
            """
            UPDATE signalbox_cursor SET \(assignments)
            WHERE stream = $1 AND name = $2 AND term = $3 AND until > clock_timestamp() RETURNING 1
            """,
            key + values)
        if rows.isEmpty { throw LogCursorLost() }
    }
}
