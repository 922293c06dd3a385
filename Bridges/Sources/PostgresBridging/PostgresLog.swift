public import Bridging
import CPostgreSQL

/// A log in a database of PostgreSQL, for services on many machines.
///
/// The log makes its tables itself; their names begin with `signalbox_`. The user needs the right to create tables in the first schema of
/// its search path, or someone else runs the log once.
///
/// ```swift
/// let log = try PostgresLog("host=db dbname=shop user=shop sslmode=verify-full sslrootcert=/etc/ssl/db.crt")
/// let bridge = MessageBridge(center, over: log, as: "shop-2")
/// ```
///
/// Without `sslmode=verify-full`, the connection is not protected against a false server: the default of the client library, `prefer`,
/// does without encryption if the server has none. Keep the password in `PGPASSWORD` or a password file instead of the text.
///
/// A log has two connections: one appends, the other reads. They are opened when they are used, and again after an error. `changes` is
/// silent, since `NOTIFY` locks the whole database at each commit: readers ask in the intervals of `BridgeOptions.polling`. It works
/// behind a pool of connections in the mode of sessions.
public final class PostgresLog: TransactionalLog {
    private let writer: PostgresConnection
    private let reader: PostgresConnection

    /// Creates a log.
    ///
    /// It does not connect yet.
    ///
    /// - Parameter connection: The parameters of the connection, as libpq reads them: `host=db dbname=shop`, or a URL.
    /// - Throws: `PostgresError` if the text is not valid. The error does not have the text, which may have a password.
    public init(_ connection: String) throws(PostgresError) {
        guard let options = PQconninfoParse(connection, nil) else {
            throw PostgresError(text: "the parameters of the connection are not valid")
        }
        PQconninfoFree(options)
        writer = PostgresConnection(connection)
        reader = PostgresConnection(connection)
    }

    /// Appends entries to a stream in one transaction.
    public func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        guard !entries.contains(where: Self.hasZero) else { throw LogRefusal("a text has a zero character") }
        _ = try await writer.run(
            "SELECT signalbox_append($1, $2, $3, $4, $5, $6, $7, $8)",
            [
                stream.text, PostgresArray.texts(entries.map(\.sender)),
                PostgresArray.numbers(entries.map { Int64(bitPattern: $0.number) }),
                PostgresArray.texts(entries.map(\.type)), PostgresArray.numbers(entries.map { Int64($0.version) }),
                PostgresArray.numbers(entries.map { Int64($0.depth) }),
                PostgresArray.texts(entries.map(\.traceparent)), PostgresArray.bytes(entries.map(\.payload)),
            ])
    }

    /// Returns entries of a stream.
    public func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        // One statement, so that the ends and the entries are of one moment.
        let rows = try await reader.run(
            """
            SELECT s.first, s.last, e.position, e.sender, e.number, e.type, e.version, e.depth, e.traceparent, e.payload
            FROM signalbox_stream s LEFT JOIN LATERAL (
                SELECT * FROM signalbox_entry WHERE stream = s.name AND position > $2 ORDER BY position LIMIT $3
            ) e ON true WHERE s.name = $1 ORDER BY e.position
            """,
            [stream.text, "\(Int64(clamping: position))", "\(limit)"])
        guard let ends = rows.first else { return LogPage(first: 1, last: 0, entries: []) }
        return LogPage(
            first: Self.number(ends[0]) ?? 1, last: Self.number(ends[1]) ?? 0, entries: rows.compactMap(Self.entry))
    }

    /// Returns a sequence without elements.
    public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    /// Takes the cursor of a group.
    ///
    /// Leases are in the time of the server.
    public func cursor(
        of group: GroupName, in stream: StreamName, for reader: String, lease: Duration
    ) async throws -> (any LogCursor)? {
        // A new group begins before the oldest entry.
        _ = try await writer.run(
            """
            INSERT INTO signalbox_cursor
            VALUES ($1, $2, coalesce((SELECT first FROM signalbox_stream WHERE name = $1), 1) - 1, 0, '', '-infinity')
            ON CONFLICT DO NOTHING
            """,
            [stream.text, group.text])
        let rows = try await writer.run(
            """
            UPDATE signalbox_cursor
            SET term = term + 1, reader = $3, until = clock_timestamp() + $4 * interval '1 millisecond'
            WHERE stream = $1 AND name = $2 AND (until <= clock_timestamp() OR reader = $3) RETURNING position, term
            """,
            [stream.text, group.text, reader, PostgresCursor.milliseconds(lease)])
        guard let row = rows.first, let position = Self.number(row[0]), let term = row[1] else { return nil }
        return PostgresCursor(
            connection: writer, key: [stream.text, group.text, term], lease: lease, position: position)
    }

    /// Removes the oldest entries of a stream.
    public func trim(_ stream: StreamName, keeping retention: LogRetention) async throws {
        _ = try await writer.run(
            """
            WITH trimmed AS (
                UPDATE signalbox_stream SET first = greatest(first, last - $2 + 1) WHERE name = $1 RETURNING first
            ) DELETE FROM signalbox_entry WHERE stream = $1 AND position < (SELECT first FROM trimmed)
            """,
            [stream.text, "\(Int64(clamping: retention.entryCount))"])
    }

    /// Returns the statement that appends an entry in a transaction of the app.
    ///
    /// Other appends to the stream wait until the transaction ends.
    public func statement(appending entry: LogEntry, to stream: StreamName) -> LogStatement {
        LogStatement(
            sql: """
                SELECT signalbox_append($1, ARRAY[$2]::text[], ARRAY[$3]::bigint[], ARRAY[$4]::text[],
                ARRAY[$5]::bigint[], ARRAY[$6]::bigint[], ARRAY[$7]::text[], ARRAY[$8]::bytea[])
                """,
            values: [
                .text(stream.text), .text(entry.sender), .integer(Int64(bitPattern: entry.number)), .text(entry.type),
                .integer(Int64(entry.version)), .integer(Int64(entry.depth)),
                entry.traceparent.map { .text($0) } ?? .null, .bytes(entry.payload),
            ])
    }

    private static func hasZero(_ entry: LogEntry) -> Bool {
        [entry.sender, entry.type, entry.traceparent ?? ""].contains { $0.utf8.contains(0) }
    }

    private static func number(_ text: String?) -> UInt64? { text.flatMap { UInt64($0) } }

    /// Returns the entry of a row; `nil` if the page has none.
    private static func entry(_ row: [String?]) -> StoredEntry? {
        guard let position = number(row[2]), let sender = row[3], let type = row[5], let payload = row[9] else {
            return nil
        }
        let entry = LogEntry(
            sender: sender, number: row[4].flatMap { Int64($0) }.map { UInt64(bitPattern: $0) } ?? 0, type: type,
            version: row[6].flatMap { Int($0) } ?? 0, depth: row[7].flatMap { Int($0) } ?? 0, traceparent: row[8],
            payload: PostgresArray.bytes(hexadecimal: payload))
        return StoredEntry(position: position, entry: entry)
    }
}
