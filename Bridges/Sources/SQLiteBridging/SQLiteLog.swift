public import Bridging
import Foundation
import GRDB
import LogSupport

/// A log in a file of SQLite, for the processes of one machine.
///
/// The file is made if it is new. It is in WAL mode, so readers and a writer do not wait for each other, and each append is synced to
/// the disk. Its directory must be on a disk of the machine, since SQLite's locks do not work over most network file systems.
///
/// ```swift
/// let log = try SQLiteLog(path: "/var/lib/shop/messages.sqlite")
/// let bridge = MessageBridge(center, over: log, as: "shop-2")
/// ```
///
/// Pass the path of the app's database to keep streams there. The log's tables begin with `signalbox_`, and `statement(for:)` appends in
/// a transaction of the app. Such an entry is as durable as the app's connection makes its commits: GRDB sets `synchronous` to `NORMAL`
/// in WAL mode, with which the last commits are lost if the machine loses power. Releasing the log closes its connections.
///
/// A lease is in the time of the machine, and it is extended by a transaction. So choose one that is longer than the longest transaction
/// of the app. If the clock is set back, another reader takes the cursor, and up to one batch is handled twice.
public final class SQLiteLog: TransactionalLog {
    /// The largest sum of the payloads of a page, in bytes, if it has more than one entry.
    private static let pageSize = 8 * 1_024 * 1_024

    // Two connections, so that a reader does not wait for an append of this process. Leases are extended by the one that appends: the
    // file has one lock for writers, for which another connection would wait without an order.
    let reader: DatabaseQueue
    let writer: DatabaseQueue
    private let poll: Duration

    /// Opens a log.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - poll: The interval in which `changes` looks for entries of other processes.
    /// - Throws: An error of the database, also if a newer version of this package has made its tables.
    public init(path: String, poll: Duration = .milliseconds(10)) throws {
        writer = try SQLiteConnection.open(path)
        try SQLiteSchema.create(in: writer)
        reader = try SQLiteConnection.open(path)
        self.poll = poll
    }

    /// Appends entries to a stream in one transaction.
    public func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        let runs = try EntryRun.runs(of: entries)
        try await writer.write { database in
            let appender = StreamAppender(stream: stream, database: database)
            for run in runs { try appender.append(run) }
        }
    }

    /// Returns entries of a stream: fewer than the limit if they are large.
    public func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        try await reader.read { database in
            let ends = try Row.fetchOne(
                database, sql: "SELECT first, last FROM signalbox_stream WHERE name = ?", arguments: [stream.text])
            guard let ends else { return LogPage(first: 1, last: 0, entries: []) }
            let first: Int64 = ends[0]
            let last: Int64 = ends[1]
            let entries = try Self.entries(of: stream, after: position, limit: limit, in: database)
            return LogPage(first: UInt64(clamping: first), last: UInt64(clamping: last), entries: entries)
        }
    }

    private static func entries(
        of stream: StreamName, after position: UInt64, limit: Int, in database: Database
    ) throws -> [StoredEntry] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT position, sender, number, type, version, depth, traceparent, payload FROM signalbox_entry
                WHERE stream = ? AND position > ? ORDER BY position LIMIT ?
                """)
        let rows = try Row.fetchCursor(statement, arguments: [stream.text, Int64(clamping: position), limit])
        var entries: [StoredEntry] = []
        var size = 0
        while size < pageSize, let row = try rows.next() {
            let entry = entry(row)
            entries.append(entry)
            size += entry.entry.payload.count
        }
        return entries
    }

    /// Returns a sequence with an element whenever another connection has changed the file.
    public func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { [reader, poll] continuation in
            let task = Task {
                var last: Int64 = -1
                while !Task.isCancelled {
                    let version = try? await reader.unsafeRead { try Self.version(in: $0) }
                    if let version, version != last {
                        last = version
                        continuation.yield()
                    }
                    try? await Task.sleep(for: poll)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Returns a number that changes with each commit of another connection.
    private static func version(in database: Database) throws -> Int64? {
        try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA data_version"))
    }

    /// Takes the cursor of a group.
    ///
    /// Leases are in the time of the machine.
    public func cursor(
        of group: GroupName, in stream: StreamName, for reader: String, lease: Duration
    ) async throws -> (any LogCursor)? {
        let held = try await writer.write { database in
            try SQLiteCursor.Row.take(group, in: stream, for: reader, lease: lease, in: database)
        }
        return held.map { SQLiteCursor(writer: writer, group: group, stream: stream, lease: lease, holding: $0) }
    }

    /// Removes the oldest entries of a stream, in several transactions if there are many.
    public func trim(_ stream: StreamName, keeping retention: LogRetention) async throws {
        let trimming = StreamTrimming(stream: stream, count: Int64(clamping: retention.entryCount))
        while try await writer.write({ try trimming.removeSome(in: $0) }) {}
        try await writer.write { try trimming.forgetSenders(in: $0) }
    }

    /// Returns the statement that appends an entry in a transaction of a database that has the tables of the log.
    public func statement(appending entry: LogEntry, to stream: StreamName) -> LogStatement {
        LogStatement(
            sql: """
                INSERT INTO signalbox_append (stream, sender, number, type, version, depth, traceparent, payload)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            values: [
                .text(stream.text), .text(entry.sender), .integer(Int64(clamping: entry.number)), .text(entry.type),
                .integer(Int64(entry.version)), .integer(Int64(entry.depth)),
                entry.traceparent.map { .text($0) } ?? .null, .bytes(entry.payload),
            ])
    }

    private static func entry(_ row: Row) -> StoredEntry {
        let position: Int64 = row[0]
        let number: Int64 = row[2]
        let version: Int64 = row[4]
        let depth: Int64 = row[5]
        let payload: Data = row[7]
        let entry = LogEntry(
            sender: row[1], number: UInt64(clamping: number), type: row[3], version: Int(clamping: version),
            depth: Int(clamping: depth), traceparent: row[6], payload: Array(payload))
        return StoredEntry(position: UInt64(clamping: position), entry: entry)
    }
}
