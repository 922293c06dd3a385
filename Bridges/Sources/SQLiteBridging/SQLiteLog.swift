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
/// a transaction of the app. Such an entry is as durable as the app's connection makes its commits. GRDB 7.10 sets `synchronous` to
/// `NORMAL`, with which the last commits are lost if the machine loses power, in the writer of a `DatabasePool`, and in a `DatabaseQueue`
/// whose configuration has the journal mode `.wal`. A `DatabaseQueue` with the default configuration leaves it at `FULL`, also on a file
/// that is in WAL mode. Releasing the log closes its connections.
///
/// If the file or its write-ahead log is removed or replaced while the log is open, each call throws `LogReplaced`, and readers post a
/// `RemoteGap`: SQLite itself would go on in the removed file. Copy a database back only while no process has it open.
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
    private let file: SQLiteFile
    private let poll: Duration

    /// Opens a log.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - poll: The interval in which `changes` looks for entries of other processes where the system cannot watch a file. It grows to
    ///     ten times as long while nothing is new. On Linux, the file is watched, and nothing is done while nothing is written.
    /// - Throws: `SQLiteLogError` if the file cannot be opened, or an error of the database, also if a newer version of this package has
    ///   made its tables.
    public init(path: String, poll: Duration = .milliseconds(10)) throws {
        writer = try SQLiteConnection.open(path)
        do {
            try SQLiteSchema.create(in: writer)
        } catch let error as DatabaseError {
            throw error.naming(path)
        }
        file = SQLiteFile(path)
        reader = try SQLiteConnection.open(path)
        self.poll = poll
        // Both connections have the same file.
        try file.check()
    }

    /// Appends entries to a stream in one transaction.
    public func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        let runs = try EntryRun.runs(of: entries)
        try await file.write(by: writer) { database in
            let appender = StreamAppender(stream: stream, database: database)
            for run in runs { try appender.append(run) }
        }
    }

    /// Returns entries of a stream: fewer than the limit if they are large.
    public func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        try await file.read(from: reader) { database in
            let ends = try Row.fetchOne(
                database, sql: "SELECT first, last, identity FROM signalbox_stream WHERE name = ?",
                arguments: [stream.text])
            guard let ends else { return LogPage(first: 1, last: 0, entries: []) }
            let first: Int64 = ends[0]
            let last: Int64 = ends[1]
            let entries = try Self.entries(of: stream, after: position, limit: limit, in: database)
            return LogPage(
                first: UInt64(clamping: first), last: UInt64(clamping: last), entries: entries, identity: ends[2])
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
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { [reader, file, poll] continuation in
            let task = Task {
                var looks = ChangeLooks(reader, of: file)
                await looks.look { continuation.yield() }
                if let watch = FileWatch(file.path) {
                    // What was committed before the watch began.
                    await looks.look { continuation.yield() }
                    await looks.follow(watch) { continuation.yield() }
                } else {
                    await looks.poll(in: poll...poll * 10) { continuation.yield() }
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Takes the cursor of a group.
    ///
    /// Leases are in the time of the machine.
    public func cursor(
        of group: GroupName, in stream: StreamName, for reader: String, lease: Duration
    ) async throws -> (any LogCursor)? {
        let held = try await file.write(by: writer) { database in
            try SQLiteCursor.Row.take(group, in: stream, for: reader, lease: lease, in: database)
        }
        return held.map {
            SQLiteCursor(writer: writer, of: file, group: group, stream: stream, lease: lease, holding: $0)
        }
    }

    /// Removes the oldest entries of a stream, in several transactions if there are many.
    public func trim(_ stream: StreamName, keeping retention: LogRetention) async throws {
        let trimming = StreamTrimming(stream: stream, count: Int64(clamping: retention.entryCount))
        while try await file.write(by: writer, { try trimming.removeSome(in: $0) }) {}
        try await file.write(by: writer) { try trimming.forgetSenders(in: $0) }
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
