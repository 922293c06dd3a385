import Bridging
import Foundation
import GRDB

/// Entries of one sender whose numbers grow, as a bridge appends them.
///
/// Where all of them are new, one statement finds that out, and one reserves their positions.
struct EntryRun {
    private let entries: [LogEntry]
    private let sender: String
    private let numbers: ClosedRange<Int64>

    /// Creates a run; `nil` if the entries have several senders, or numbers that do not grow.
    init?(_ entries: [LogEntry]) {
        guard let first = entries.first, let last = entries.last, last.number <= Int64.max else { return nil }
        let isRun = zip(entries, entries.dropFirst()).allSatisfy { entry, next in
            entry.sender == next.sender && entry.number < next.number
        }
        guard isRun else { return nil }
        self.entries = entries
        sender = first.sender
        numbers = Int64(first.number)...Int64(last.number)
    }

    /// Returns a Boolean value that indicates whether a stream has none of the numbers.
    func isNew(in stream: StreamName, of database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: """
                SELECT NOT EXISTS (
                    SELECT 1 FROM signalbox_entry WHERE stream = ? AND sender = ? AND number BETWEEN ? AND ?)
                """)
        let arguments: StatementArguments = [stream.text, sender, numbers.lowerBound, numbers.upperBound]
        return try Bool.fetchOne(statement, arguments: arguments) ?? false
    }

    /// Appends the entries, which are new, behind the last one of a stream.
    func append(to stream: StreamName, in database: Database) throws {
        let last = try lastPosition(afterReservingIn: stream, of: database)
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO signalbox_entry (stream, position, sender, number, type, version, depth, traceparent, payload)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let (name, sender) = (stream.text.databaseValue, sender.databaseValue)
        var position = last - Int64(entries.count)
        for entry in entries {
            position += 1
            try statement.execute(arguments: [
                name, position, sender, Int64(entry.number), entry.type, entry.version, entry.depth, entry.traceparent,
                Data(entry.payload),
            ])
        }
    }

    private func lastPosition(afterReservingIn stream: StreamName, of database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO signalbox_stream (name, last) VALUES (?1, ?2)
                ON CONFLICT (name) DO UPDATE SET last = last + ?2 RETURNING last
                """)
        return try Int64.fetchOne(statement, arguments: [stream.text, entries.count]) ?? Int64(entries.count)
    }
}
