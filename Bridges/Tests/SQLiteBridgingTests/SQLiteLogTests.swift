import Bridging
import Foundation
import GRDB
import SQLiteBridging
import Testing

struct SQLiteLogTests {
    struct Order: Codable, Sendable {
        let number: Int
    }

    @Test func anEntryIsCommittedWithTheRowsOfTheAppOrNotAtAll() async throws {
        let folder = try Folder()
        let path = folder.url.appending(path: "shop.sqlite").path
        let log = try SQLiteLog(path: path)
        let app = try DatabaseQueue(path: path)
        let bridge = MessageBridge(MessageCenter(), over: log, as: "shop")
        try bridge.carry(Order.self, as: "orders", .outgoing)
        try await app.write { try $0.execute(sql: "CREATE TABLE shop_order (number INTEGER)") }

        func place(_ number: Int, failing: Bool) async throws {
            let statement = try bridge.statement(for: Order(number: number))
            try await app.write { database in
                try database.execute(sql: "INSERT INTO shop_order VALUES (?)", arguments: [number])
                try database.execute(sql: statement.sql, arguments: statement.arguments)
                if failing { throw CancellationError() }
            }
        }
        await #expect(throws: CancellationError.self) { try await place(1, failing: true) }
        try await place(2, failing: false)
        let page = try await log.page(of: "orders", after: 0, limit: 10)
        #expect(page.entries.map { String(decoding: $0.entry.payload, as: UTF8.self) } == [#"{"number":2}"#])
        let rows = try await app.read { try Int.fetchAll($0, sql: "SELECT number FROM shop_order") }
        #expect(rows == [2])
    }

    @Test func aLogIsReadAgainAfterItWasReleased() async throws {
        let folder = try Folder()
        let path = folder.url.appending(path: "log.sqlite").path
        try await SQLiteLog(path: path).append([LogEntry(sender: "a", number: 1, type: "t", payload: [1])], to: "t")
        let page = try await SQLiteLog(path: path).page(of: "t", after: 0, limit: 1)
        #expect(page.entries.map(\.entry.payload) == [[1]])
    }

    /// Batches as a sender repeats them after an answer was lost, and such as no bridge appends.
    static let batches: [[[(sender: String, number: UInt64)]]] = [
        [[("a", 1), ("a", 2)], [("a", 1), ("a", 2)], [("a", 3)]],
        [[("a", 1), ("a", 2)], [("a", 2), ("a", 3)], [("b", 1), ("b", 3)]],
        [[("a", 2), ("a", 1)], [("a", 3), ("a", 3)], [("a", 1), ("b", 1), ("a", 4)]],
        [[("a", 1), ("a", 1 << 62)], [("a", 2)], [("a", 5), ("a", 9)], [("a", 1 << 62 + 1)]],
        [[("a+", 9), ("a+", 2)], [("a+", 2)], [("a+", 5), ("a+", 9), ("a+", 3)], [("a", 1), ("a+", 1), ("a", 2)]],
        [[], [("a", 1)]],
    ]

    /// The entries that a log appends of batches.
    private static func appended(_ batches: [[(sender: String, number: UInt64)]]) -> [String] {
        var expected: [String] = []
        var lasts: [String: UInt64] = [:]
        for entry in batches.joined() {
            let text = "\(entry.sender)\(entry.number)"
            let isRandom = entry.sender.hasSuffix("+")
            guard isRandom ? !expected.contains(text) : entry.number > lasts[entry.sender, default: 0] else { continue }
            expected.append(text)
            lasts[entry.sender] = entry.number
        }
        return expected
    }

    @Test(arguments: batches, [false, true])
    func anEntryIsAppendedOnceAndPositionsAreDense(
        _ batches: [[(sender: String, number: UInt64)]], byStatements: Bool
    ) async throws {
        let folder = try Folder()
        let log = try SQLiteLog(path: folder.path)
        let app = try DatabaseQueue(path: folder.path)
        for batch in batches {
            let entries = batch.map { LogEntry(sender: $0.sender, number: $0.number, type: "t", payload: [1]) }
            guard byStatements else {
                try await log.append(entries, to: "t")
                continue
            }
            try await app.write { database in
                for statement in entries.map({ log.statement(appending: $0, to: "t") }) {
                    try database.execute(sql: statement.sql, arguments: statement.arguments)
                }
            }
        }
        let expected = Self.appended(batches)
        let page = try await log.page(of: "t", after: 0, limit: 100)
        #expect(page.entries.map { "\($0.entry.sender)\($0.entry.number)" } == expected)
        #expect(page.entries.map(\.position) == (1...UInt64(expected.count)).map { $0 })
        #expect(page.last == UInt64(expected.count))
    }

    @Test func aNumberThatIsTooLargeIsRefused() async throws {
        let folder = try Folder()
        let log = try SQLiteLog(path: folder.path)
        let entry = LogEntry(sender: "a", number: .max, type: "t", payload: [1])
        await #expect(throws: LogRefusal.self) { try await log.append([entry], to: "t") }
    }

    @Test func severalConnectionsMakeTheTablesOnce() async throws {
        let folder = try Folder()
        let path = folder.url.appending(path: "log.sqlite").path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { _ = try SQLiteLog(path: path) } }
            try await group.waitForAll()
        }
        let versions = try await DatabaseQueue(path: path).read {
            try Int.fetchAll($0, sql: "SELECT version FROM signalbox_schema")
        }
        #expect(versions == [1])
    }

    @Test func aFileThatIsNoDatabaseIsRefused() throws {
        let folder = try Folder()
        let file = folder.url.appending(path: "log.sqlite")
        try Data("this is a text of some length, and not a database".utf8).write(to: file)
        #expect(throws: DatabaseError.self) { _ = try SQLiteLog(path: file.path) }
    }
}
