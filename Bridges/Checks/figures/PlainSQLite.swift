import Foundation
import GRDB

/// One row for each message, and one transaction for each batch, with the settings of `SQLiteLog`.
struct PlainSQLite: PlainLoop {
    private let database: DatabaseQueue

    init(path: String) throws {
        var configuration = Configuration()
        configuration.journalMode = .wal
        database = try DatabaseQueue(path: path, configuration: configuration)
        // GRDB has set NORMAL, which does not sync a commit.
        try database.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            // On Apple's systems, a sync without this does not reach the disk.
            try database.execute(sql: "PRAGMA fullfsync = 1")
        }
        try database.write {
            try $0.execute(
                sql:
                    "CREATE TABLE IF NOT EXISTS message (position INTEGER PRIMARY KEY AUTOINCREMENT, payload BLOB NOT NULL)"
            )
        }
    }

    func append(_ payloads: [[UInt8]]) throws {
        try database.write { database in
            let statement = try database.cachedStatement(sql: "INSERT INTO message (payload) VALUES (?)")
            for payload in payloads { try statement.execute(arguments: [Data(payload)]) }
        }
    }
}
