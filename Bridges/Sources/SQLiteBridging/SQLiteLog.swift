public import Bridging
import Foundation
import GRDB

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
/// Its connections are closed when it is released. Streams can also be in the database of the app, whose file is named here: its tables begin with `signalbox_`. Then an entry can be
/// appended in a transaction of the app.
public final class SQLiteLog: TransactionalLog {
    /// Two connections, so that a reader does not wait for an append of this process.
    let reader: DatabaseQueue
    let writer: DatabaseQueue
    private let poll: Duration

    /// Opens a log.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - poll: The interval in which `changes` looks for entries of other processes.
    /// - Throws: An error of the database.
    public init(path: String, poll: Duration = .milliseconds(10)) throws {
        writer = try SQLiteConnection.open(path)
        try SQLiteSchema.create(in: writer)
        reader = try SQLiteConnection.open(path)
        self.poll = poll
    }

    /// Appends entries to a stream in one transaction.
    public func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        try await writer.write { database in
            if let run = EntryRun(entries), try run.isNew(in: stream, of: database) {
                try run.append(to: stream, in: database)
            } else {
                for entry in entries {
                    let statement = Self.appending(entry, to: stream)
                    let cached = try database.cachedStatement(sql: statement.sql)
                    try cached.execute(arguments: statement.arguments)
                }
            }
        }
    }

    /// Returns entries of a stream.
    public func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        try await reader.read { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT first, last FROM signalbox_stream WHERE name = ?", arguments: [stream.text])
            guard let row else { return LogPage(first: 1, last: 0, entries: []) }
            let first: Int64 = row[0]
            let last: Int64 = row[1]
            let statement = try database.cachedStatement(
                sql: """
                    SELECT position, sender, number, type, version, depth, traceparent, payload FROM signalbox_entry
                    WHERE stream = ? AND position > ? ORDER BY position LIMIT ?
                    """)
            let rows = try Row.fetchCursor(
                statement, arguments: [stream.text, Int64(clamping: position), limit])
            var entries: [StoredEntry] = []
            while let row = try rows.next() { entries.append(Self.entry(row)) }
            return LogPage(first: UInt64(clamping: first), last: UInt64(clamping: last), entries: entries)
        }
    }

    /// Returns a sequence with an element whenever another connection has changed the file.
    public func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { [reader, poll] continuation in
            let task = Task {
                var last: Int64 = -1
                while !Task.isCancelled {
                    let version = try? await reader.read { try Int64.fetchOne($0, sql: "PRAGMA data_version") }
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

    /// Removes the oldest entries of a stream.
    public func trim(_ stream: StreamName, keeping retention: LogRetention) async throws {
        let count = Int64(clamping: retention.entryCount)
        try await writer.write { database in
            try database.execute(
                sql: "UPDATE signalbox_stream SET first = max(first, last - ? + 1) WHERE name = ?",
                arguments: [count, stream.text])
            try database.execute(
                sql: """
                    DELETE FROM signalbox_entry WHERE stream = ?1
                    AND position < (SELECT first FROM signalbox_stream WHERE name = ?1)
                    """,
                arguments: [stream.text])
        }
    }

    /// Returns the statement that appends an entry in a transaction of a database that has the tables of the log.
    public func statement(appending entry: LogEntry, to stream: StreamName) -> LogStatement {
        Self.appending(entry, to: stream)
    }

    private static func appending(_ entry: LogEntry, to stream: StreamName) -> LogStatement {
        LogStatement(
            sql: """
                INSERT INTO signalbox_entry (stream, position, sender, number, type, version, depth, traceparent, payload)
                SELECT ?1, coalesce((SELECT last FROM signalbox_stream WHERE name = ?1), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
                WHERE NOT EXISTS (SELECT 1 FROM signalbox_entry WHERE stream = ?1 AND sender = ?2 AND number = ?3)
                """,
            values: [
                .text(stream.text), .text(entry.sender), .integer(Int64(bitPattern: entry.number)), .text(entry.type),
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
            sender: row[1], number: UInt64(bitPattern: number), type: row[3], version: Int(clamping: version),
            depth: Int(clamping: depth), traceparent: row[6], payload: Array(payload))
        return StoredEntry(position: UInt64(clamping: position), entry: entry)
    }
}
