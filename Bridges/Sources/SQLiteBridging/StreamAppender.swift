import Bridging
import Foundation
import GRDB
import LogSupport

/// Appends entries to a stream in a transaction.
struct StreamAppender {
    let stream: StreamName
    let database: Database

    /// Appends the entries of a run that are new.
    func append(_ run: EntryRun) throws {
        let new = try newEntries(of: run)
        guard let newest = new.last else { return }
        try insert(new, upTo: lastPosition(afterReserving: new.count))
        if !run.hasRandomNumber { try remember(newest) }
    }

    private func newEntries(of run: EntryRun) throws -> ArraySlice<LogEntry> {
        guard let last = try lastNumber(of: run) else { return run.entries[...] }
        return run.entries.drop { $0.number <= UInt64(clamping: last) }
    }

    /// Returns the largest number that the log has appended of a sender; `nil` if it remembers none.
    private func lastNumber(of run: EntryRun) throws -> Int64? {
        guard run.hasRandomNumber else {
            let statement = try database.cachedStatement(
                sql: "SELECT last FROM signalbox_sender WHERE stream = ? AND sender = ?")
            return try Int64.fetchOne(statement, arguments: [stream.text, run.sender])
        }
        // The condition on `substr` is that of the index.
        let statement = try database.cachedStatement(
            sql: """
                SELECT number FROM signalbox_entry
                WHERE stream = ? AND sender = ? AND number = ? AND substr(sender, -1) = '+'
                """)
        let number = Int64(run.entries[0].number)
        return try Int64.fetchOne(statement, arguments: [stream.text, run.sender, number])
    }

    /// Returns the last position of a stream after it has grown by so many.
    private func lastPosition(afterReserving count: Int) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO signalbox_stream (name, last) VALUES (?1, ?2)
                ON CONFLICT (name) DO UPDATE SET last = last + ?2 RETURNING last
                """)
        return try Int64.fetchOne(statement, arguments: [stream.text, count]) ?? Int64(count)
    }

    private func insert(_ entries: ArraySlice<LogEntry>, upTo last: Int64) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO signalbox_entry (stream, position, sender, number, type, version, depth, traceparent, payload)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        var position = last - Int64(entries.count)
        for entry in entries {
            position += 1
            try statement.execute(arguments: [
                stream.text, position, entry.sender, Int64(entry.number), entry.type, entry.version, entry.depth,
                entry.traceparent, Data(entry.payload),
            ])
        }
    }

    private func remember(_ newest: LogEntry) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO signalbox_sender (stream, sender, last, used) VALUES (?, ?, ?, \(SQLiteTime.now))
                ON CONFLICT (stream, sender) DO UPDATE SET last = excluded.last, used = excluded.used
                """)
        try statement.execute(arguments: [stream.text, newest.sender, Int64(newest.number)])
    }
}
