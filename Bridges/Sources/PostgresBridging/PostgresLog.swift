public import Bridging
import CPostgreSQL
import LogSupport

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
/// A log has three connections: one appends, one reads, and one holds the cursors of groups. They are opened when they are used, and
/// again after an error. They work behind a pool of connections in the mode of sessions. `changes` is silent, since `NOTIFY` locks the
/// whole database at each commit: readers ask in the intervals of `BridgeOptions.polling`.
///
/// A call fails when the server has not answered for 15 seconds, and a connection that cannot be opened after five, unless
/// `connect_timeout` says otherwise. A statement waits for a lock for five seconds at most. An append waits for the transactions of the
/// app that have appended to the stream, so keep those short.
///
/// If the tables are dropped while processes use them, the next call makes them again. Each stream has an identity of its own, which a
/// backup of the database keeps: readers of a stream that was made again post a `RemoteGap`, and read it from its beginning.
///
/// An append is synced to the disk of the server, also if `synchronous_commit` is off for the user. A statement of `statement(for:)` is
/// as durable as the commit of the app. If another server takes over to which changes are copied asynchronously, the last entries are
/// lost: set `synchronous_standby_names` to have them copied before a commit returns.
public final class PostgresLog: TransactionalLog {
    /// The largest sum of the payloads of a page, in bytes, if it has more than one entry.
    private static let pageSize: Int64 = 8 * 1_024 * 1_024

    /// The largest number of entries that one statement removes, so that others do not wait for long.
    private static let trimmingStep: Int64 = 10_000

    let writer: PostgresConnection
    private let reader: PostgresConnection

    /// A connection for cursors, so that a lease is extended while an append waits for a lock.
    private let holder: PostgresConnection

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
        holder = PostgresConnection(connection)
    }

    /// Appends entries to a stream in one transaction.
    public func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        guard !entries.contains(where: Self.hasZero) else { throw LogRefusal("a text has a zero character") }
        let runs = try EntryRun.runs(of: entries)
        try await writer.run { session in
            if let run = runs.first, runs.count == 1 { return try Self.append(run, to: stream, in: session) }
            try session.inTransaction {
                for run in runs { try Self.append(run, to: stream, in: session) }
            }
        }
    }

    private static func append(_ run: EntryRun, to stream: StreamName, in session: PostgresSession) throws {
        let entries = run.entries
        try session.run(
            "SELECT signalbox_append($1, $2, $3, $4, $5, $6, $7, $8)",
            [
                .text(stream.text), .text(run.sender), .integers(entries.map { Int64($0.number) }),
                .texts(entries.map(\.type)), .integers(entries.map { Int64($0.version) }),
                .integers(entries.map { Int64($0.depth) }), .texts(entries.map(\.traceparent)),
                .bytes(entries.map(\.payload)),
            ])
    }

    /// Returns entries of a stream: fewer than the limit if they are large.
    public func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        let rows = try await reader.run { session in
            try session.rows(
                Self.pageStatement,
                [
                    .text(stream.text), .integer(Int64(clamping: position)), .integer(Int64(limit)),
                    .integer(Self.pageSize),
                ],
                EntryRow.init)
        }
        guard let ends = rows.first else { return LogPage(first: 1, last: 0, entries: []) }
        return LogPage(
            first: ends.first, last: ends.last, entries: rows.compactMap(\.stored), identity: ends.identity)
    }

    /// Reads the ends and the entries by one statement, so that they are of one moment.
    private static let pageStatement = """
        SELECT s.first, s.last,
            e.position, e.sender, e.number, e.type, e.version, e.depth, e.traceparent, e.payload,
            s.identity
        FROM signalbox_stream s LEFT JOIN LATERAL (
            SELECT *, sum(octet_length(payload)) OVER (ORDER BY position ROWS UNBOUNDED PRECEDING) AS size
            FROM signalbox_entry WHERE stream = s.name AND position > $2 ORDER BY position LIMIT $3
        ) e ON e.size - octet_length(e.payload) < $4
        WHERE s.name = $1 ORDER BY e.position
        """

    /// Returns a sequence without elements.
    public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    /// Takes the cursor of a group.
    ///
    /// Leases are in the time of the server.
    public func cursor(
        of group: GroupName, in stream: StreamName, for reader: String, lease: Duration
    ) async throws -> (any LogCursor)? {
        try await PostgresCursor.take(group, in: stream, for: reader, lease: lease, by: holder)
    }

    /// Removes the oldest entries of a stream, in several transactions if there are many.
    public func trim(_ stream: StreamName, keeping retention: LogRetention) async throws {
        let count = Int64(clamping: retention.entryCount)
        while try await removeSome(of: stream, keeping: count) {}
        try await writer.run { session in
            try session.run(
                "DELETE FROM signalbox_sender WHERE stream = $1 AND used < clock_timestamp() - interval '1 day'",
                [.text(stream.text)])
        }
    }

    /// Removes entries.
    ///
    /// - Returns: `true` if there may be more to remove.
    private func removeSome(of stream: StreamName, keeping count: Int64) async throws -> Bool {
        try await writer.run { session in
            let rowCount = try session.run(
                """
                WITH trimmed AS (
                    UPDATE signalbox_stream SET first = least(first + $3, last - $2 + 1)
                    WHERE name = $1 AND first < last - $2 + 1 RETURNING first
                ), removed AS (
                    DELETE FROM signalbox_entry WHERE stream = $1 AND position < (SELECT first FROM trimmed)
                ) SELECT first FROM trimmed
                """,
                [.text(stream.text), .integer(count), .integer(Self.trimmingStep)])
            return rowCount > 0
        }
    }

    /// Returns the statement that appends an entry in a transaction of the app.
    ///
    /// Other appends to the stream wait until the transaction ends.
    public func statement(appending entry: LogEntry, to stream: StreamName) -> LogStatement {
        LogStatement(
            sql: """
                SELECT signalbox_append($1, $2, ARRAY[$3]::bigint[], ARRAY[$4]::text[],
                ARRAY[$5]::bigint[], ARRAY[$6]::bigint[], ARRAY[$7]::text[], ARRAY[$8]::bytea[])
                """,
            values: [
                .text(stream.text), .text(entry.sender), .integer(Int64(clamping: entry.number)), .text(entry.type),
                .integer(Int64(entry.version)), .integer(Int64(entry.depth)),
                entry.traceparent.map { .text($0) } ?? .null, .bytes(entry.payload),
            ])
    }

    private static func hasZero(_ entry: LogEntry) -> Bool {
        [entry.sender, entry.type, entry.traceparent ?? ""].contains { $0.utf8.contains(0) }
    }
}
