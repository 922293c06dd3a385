import Bridging
import Foundation
import GRDB
import Synchronization
import Testing

@testable import SQLiteBridging

/// Effects of other programs, other versions and the machine on the file of a log.
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

    @Test func tablesOfAnOlderVersionAreUpgraded() throws {
        let folder = try Folder()
        let connection = try SQLiteConnection.open(folder.path)
        let upgrades = ["CREATE TABLE t (a INTEGER)", "ALTER TABLE t ADD COLUMN b INTEGER"]
        try SQLiteSchema.create([upgrades[0]], in: connection)
        try connection.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
        try SQLiteSchema.create(upgrades, in: connection)
        try SQLiteSchema.create(upgrades, in: connection)
        let row = try connection.read { try Row.fetchOne($0, sql: "SELECT a, b FROM t") }
        #expect(row == ["a": 1, "b": nil])
        #expect(throws: DatabaseError.self) { try SQLiteSchema.create([upgrades[0]], in: connection) }
    }

    @Test func tablesOfANewerVersionAreRefused() throws {
        let folder = try Folder()
        _ = try SQLiteLog(path: folder.path)
        try DatabaseQueue(path: folder.path).write {
            try $0.execute(sql: "INSERT INTO signalbox_schema (version) VALUES (99)")
        }
        let error = #expect(throws: DatabaseError.self) { _ = try SQLiteLog(path: folder.path) }
        #expect(error?.message?.contains("99") == true)
    }

    @Test func anEntryThatWasTrimmedIsNotAppendedAgain() async throws {
        let folder = try Folder()
        let log = try SQLiteLog(path: folder.path)
        try await log.append([entry("x", 1)], to: "t")
        try await log.append([entry("y", 1)], to: "t")
        try await log.trim("t", keeping: .last(1))
        try await log.append([entry("x", 1)], to: "t")
        let page = try await log.page(of: "t", after: 0, limit: 10)
        #expect(page.last == 2)
        #expect(page.entries.map(\.entry.sender) == ["y"])
    }

    @Test func aSenderIsForgottenADayAfterItsLastAppend() async throws {
        let folder = try Folder()
        let log = try SQLiteLog(path: folder.path)
        try await log.append([entry("old", 1)], to: "t")
        try await DatabaseQueue(path: folder.path).write {
            try $0.execute(sql: "UPDATE signalbox_sender SET used = used - 86400001")
        }
        try await log.append([entry("new", 1)], to: "t")
        try await log.trim("t", keeping: .last(1))
        let senders = try await DatabaseQueue(path: folder.path).read {
            try String.fetchAll($0, sql: "SELECT sender FROM signalbox_sender")
        }
        #expect(senders == ["new"])
    }

    @Test func aBacklogIsTrimmedInSteps() async throws {
        let folder = try Folder()
        let log = try SQLiteLog(path: folder.path)
        for start in stride(from: 1, to: 25_000, by: 1_000) as StrideTo<UInt64> {
            try await log.append((start..<start + 1_000).map { entry("a", $0) }, to: "t")
        }
        try await DatabaseQueue(path: folder.path).write {
            try $0.execute(
                sql: """
                    CREATE TABLE step (first INTEGER);
                    CREATE TRIGGER stepped AFTER UPDATE OF first ON signalbox_stream WHEN new.first > old.first BEGIN
                        INSERT INTO step VALUES (new.first);
                    END;
                    """)
        }
        try await log.trim("t", keeping: .last(10))
        let steps = try await DatabaseQueue(path: folder.path).read {
            try Int.fetchAll($0, sql: "SELECT first FROM step ORDER BY first")
        }
        #expect(steps == [10_001, 20_001, 24_991])
        let page = try await log.page(of: "t", after: 0, limit: 100)
        #expect(page.first == 24_991)
        #expect(page.entries.count == 10)
    }

    @Test func aPageOfLargeEntriesHasAFewOfThem() async throws {
        let folder = try Folder()
        let log = try SQLiteLog(path: folder.path)
        for number in 1...30 as ClosedRange<UInt64> {
            try await log.append([entry("a", number, size: 1_000_000)], to: "t")
        }
        var positions: [UInt64] = []
        while positions.count < 30 {
            let page = try await log.page(of: "t", after: UInt64(positions.count), limit: 256)
            #expect((1...10).contains(page.entries.count))
            if page.entries.isEmpty { break }
            positions += page.entries.map(\.position)
        }
        #expect(positions == Array(1...30))
    }

    @Test func aFileThatCannotBeOpenedIsNamed() throws {
        let path = "/no folder/log.sqlite"
        let error = #expect(throws: (any Error).self) { try SQLiteLog(path: path) }
        #expect("\(try #require(error))".contains(path))
    }

    @Test func aLeaseEndsThoughTheClockWasSetBack() async throws {
        let folder = try Folder()
        let log = try SQLiteLog(path: folder.path)
        let dead = try await log.cursor(of: "g", in: "t", for: "one", lease: .seconds(60))
        #expect(dead != nil)
        #expect(try await log.cursor(of: "g", in: "t", for: "two", lease: .milliseconds(1)) == nil)
        try await DatabaseQueue(path: folder.path).write {
            try $0.execute(sql: "UPDATE signalbox_cursor SET until = until + 86400000")
        }
        #expect(try await log.cursor(of: "g", in: "t", for: "two", lease: .milliseconds(1)) != nil)
    }

    @Test func lookingForChangesBeginsNoTransaction() async throws {
        let folder = try Folder()
        let log = try SQLiteLog(path: folder.path, poll: .milliseconds(1))
        let statements = Mutex<[String]>([])
        try await log.reader.writeWithoutTransaction { database in
            database.trace { event in statements.withLock { $0.append("\(event)") } }
        }
        var changes = log.changes().makeAsyncIterator()
        _ = await changes.next()
        let seen = statements.withLock { $0 }
        #expect(seen.contains { $0.contains("data_version") })
        #expect(!seen.contains { $0.contains("BEGIN") })
    }
}
