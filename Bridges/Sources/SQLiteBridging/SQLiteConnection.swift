import Foundation
import GRDB

/// Opens connections to the file of a log.
enum SQLiteConnection {
    /// The time for which a connection waits for a lock of another one, in seconds.
    private static let patience = 5

    /// Opens a connection whose commits are synced to the disk.
    static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(TimeInterval(patience))
        configuration.journalMode = .wal
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
