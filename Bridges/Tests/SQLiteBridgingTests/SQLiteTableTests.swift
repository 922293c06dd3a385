import Bridging
import Foundation
import GRDB
import Synchronization
import Testing

@testable import SQLiteBridging

/// What other programs, other versions and the machine do to the file of a log.
struct SQLiteTableTests {
    private func entry(_ sender: String, _ number: UInt64, size: Int = 1) -> LogEntry {
        LogEntry(sender: sender, number: number, type: "t", payload: Array(repeating: 1, count: size))
    }

    @Test func eachConnectionSyncsItsCommits() throws {
        let folder = try Folder()
        let log = try SQLiteLog(path: folder.path)
        for connection in [log.writer, log.reader] {
            let level = try connection.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
            #expect(level == 2)
        }
    }

    /// The change to WAL mode needs a lock for which SQLite does not wait.
    @Test func aFileThatAnotherConnectionChangesIsOpenedWhenItHasEnded() async throws {
        let folder = try Folder()
        let app = try DatabaseQueue(path: folder.path)
        try await app.write { try $0.execute(sql: "CREATE TABLE shop_order (number INTEGER)") }
        let (isWriting, writes) = AsyncStream<Void>.makeStream()
        async let writing: Void = app.write { database in
            try database.execute(sql: "INSERT INTO shop_order VALUES (1)")
            writes.finish()
            Thread.sleep(forTimeInterval: 0.3)
        }
        for await _ in isWriting {}
        _ = try SQLiteLog(path: folder.path)
        try await writing
    }
}
