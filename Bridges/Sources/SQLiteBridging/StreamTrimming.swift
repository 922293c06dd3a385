import Bridging
import GRDB

/// Removes the oldest entries of a stream.
struct StreamTrimming: Sendable {
    /// The largest number of entries that one transaction removes, so that others do not wait for long.
    private static let step = 10_000

    let stream: StreamName

    /// The number of entries that remain.
    let count: Int64

    /// Removes entries.
    ///
    /// - Returns: `true` if there may be more to remove.
    func removeSome(in database: Database) throws -> Bool {
        try database.execute(
            sql: """
                UPDATE signalbox_stream SET first = min(first + ?3, last - ?2 + 1)
                WHERE name = ?1 AND first < last - ?2 + 1
                """,
            arguments: [stream.text, count, Self.step])
        guard database.changesCount > 0 else { return false }
        try database.execute(
            sql: """
                DELETE FROM signalbox_entry WHERE stream = ?1
                AND position < (SELECT first FROM signalbox_stream WHERE name = ?1)
                """,
            arguments: [stream.text])
        return true
    }

    /// Forgets senders that have appended nothing for a day.
    func forgetSenders(in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM signalbox_sender WHERE stream = ? AND used < \(SQLiteTime.now) - 86400000",
            arguments: [stream.text])
    }
}
