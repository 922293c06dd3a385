import Foundation
import GRDB

/// Opens connections to the file of a log.
enum SQLiteConnection {
    /// The time for which a connection waits for a lock of another one, in seconds.
    private static let patience = 5

    /// Opens a connection whose commits are synced to the disk.
    static func open(_ path: String) throws -> DatabaseQueue {
        let end = ContinuousClock.now + .seconds(patience)
        while true {
            do {
                return try openOnce(path)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end {
                // A file is put into WAL mode by one connection alone, and SQLite does not wait for the others.
                Thread.sleep(forTimeInterval: 0.01)
            } catch let error as DatabaseError {
                throw error.naming(path)
            }
        }
    }

    private static func openOnce(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(TimeInterval(patience))
        configuration.journalMode = .wal
        // An app extension that holds a lock when it is suspended would be killed. It posts `Database.suspendNotification` before.
        configuration.observesSuspensionNotifications = true
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        try connection.writeWithoutTransaction { database in
            // GRDB has set this to NORMAL with the WAL mode, which does not sync a commit.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            // On Apple's systems, a disk may keep data in its cache without this. Others ignore it.
            try database.execute(sql: "PRAGMA fullfsync = 1")
        }
        return connection
    }
}
