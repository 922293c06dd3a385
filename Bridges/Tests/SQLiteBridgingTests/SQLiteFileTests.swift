import Bridging
import DispatchersTesting
import Foundation
import GRDB
import Synchronization
import Testing

@testable import SQLiteBridging

/// A file that is removed, replaced, full or not there.
@Suite(.timeLimit(.minutes(10)))
struct SQLiteFileTests {
    struct Note: Codable, Sendable {
        var number = 0
    }

    enum Change: CaseIterable {
        case removed
        case replaced
        case replacedByALog
        case removedWithAllFiles
        case walRemoved

        func apply(to path: String) throws {
            let files = FileManager.default
            switch self {
            case .removed: try files.removeItem(atPath: path)
            case .walRemoved: try files.removeItem(atPath: path + "-wal")
            case .removedWithAllFiles:
                for suffix in ["", "-wal", "-shm"] { try files.removeItem(atPath: path + suffix) }
            case .replaced:
                try files.removeItem(atPath: path)
                try Data().write(to: URL(filePath: path))
            case .replacedByALog:
                for suffix in ["", "-wal", "-shm"] { try files.removeItem(atPath: path + suffix) }
                _ = try SQLiteLog(path: path)
            }
        }
    }

    private func entry(_ number: UInt64) -> LogEntry {
        LogEntry(sender: "w", number: number, type: "notes", payload: Array(#"{"number":\#(number)}"#.utf8))
    }

    @Test(arguments: Change.allCases)
    func aFileThatIsRemovedOrReplacedFailsADeliveryAndIsAGap(_ change: Change) async throws {
        let folder = try Folder()
        let center = MessageCenter { _ in }
        let gaps = center.record(RemoteGap.self)
        var options = BridgeOptions()
        options.batchSize = 4
        let bridge = MessageBridge(center, over: try SQLiteLog(path: folder.path), as: "a", options: options)
        try bridge.carry(Note.self, as: "notes")
        let running = Task { try await bridge.run() }
        while !bridge.status.incoming[0].isReading { try await Task.sleep(for: .milliseconds(1)) }
        // The reader stands in the fourth of ten.
        let (isHeldUp, release) = AsyncStream<Void>.makeStream()
        let token = center.observe(Note.self) { note in
            guard note.number == 4 else { return }
            for await _ in isHeldUp {}
        }
        try await SQLiteLog(path: folder.path).append((1...10).map { entry($0) }, to: "notes")
        while bridge.status.incoming[0].end < 10 || bridge.status.incoming[0].position < 3 {
            try await Task.sleep(for: .milliseconds(1))
        }
        try change.apply(to: folder.path)
        await #expect(throws: LogReplaced.self) { try await bridge.deliver(Note(number: 11)) }
        release.finish()
        while gaps.values.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(gaps.values.map(\.reason) == [.replaced])
        #expect(gaps.values.map(\.missed) == [5..<11])
        let failure = bridge.status.outgoing[0].failure
        #expect(failure?.contains(folder.path) == true)
        running.cancel()
        try await running.value
        #expect(bridge.status.incoming[0].isBalanced && bridge.status.outgoing[0].isBalanced)
        #expect(bridge.status.outgoing[0].appended == 0)
        withExtendedLifetime(token) {}
    }

    @Test func aGroupReportsTheLossOfItsFile() async throws {
        let folder = try Folder()
        let center = MessageCenter { _ in }
        let gaps = center.record(RemoteGap.self)
        let bridge = MessageBridge(center, over: try SQLiteLog(path: folder.path), as: "a")
        try bridge.carry(Note.self, as: "notes", .incoming, group: "g")
        let running = Task { try await bridge.run() }
        while !bridge.status.incoming[0].isReading { try await Task.sleep(for: .milliseconds(1)) }
        try Change.removedWithAllFiles.apply(to: folder.path)
        while gaps.values.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(gaps.values.map(\.group) == ["g"])
        running.cancel()
        try await running.value
    }

    @Test func aFileThatIsPutBackIsUsedAgain() async throws {
        let folder = try Folder()
        let log = try SQLiteLog(path: folder.path)
        try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + ".away")
        let error = await #expect(throws: LogReplaced.self) { try await log.append([entry(1)], to: "notes") }
        #expect(error == LogReplaced(.removed, "the file “\(folder.path)”"))
        try FileManager.default.moveItem(atPath: folder.path + ".away", toPath: folder.path)
        try await log.append([entry(1)], to: "notes")
        #expect(try await log.page(of: "notes", after: 0, limit: 9).last == 1)
    }

    @Test func aTransactionThatIsCommittedToARemovedFileFails() async throws {
        let folder = try Folder()
        let connection = try SQLiteConnection.open(folder.path)
        try SQLiteSchema.create(in: connection)
        let file = SQLiteFile(folder.path)
        await #expect(throws: LogReplaced.self) {
            try await file.write(by: connection) { [path = folder.path] _ in
                try FileManager.default.removeItem(atPath: path)
            }
        }
    }

    @Test func anErrorNamesThePathAndTheReasonAndNoStatement() async throws {
        let folder = try Folder()
        let log = try SQLiteLog(path: folder.path)
        try await log.writer.write { try $0.execute(sql: "DROP TABLE signalbox_entry") }
        let error = await #expect(throws: (any Error).self) { try await log.append([entry(1)], to: "notes") }
        let text = "\(try #require(error))"
        #expect(text.contains(folder.path) && text.contains("no such table"))
        #expect(!text.contains("INSERT"))
    }

    @Test func aPathThatCannotBeOpenedHasAReason() throws {
        let folder = try Folder()
        let paths: [(String, SQLiteLogError.Reason)] = [
            (folder.url.appending(path: "none/log.sqlite").path, .noFolder), (folder.url.path, .isFolder),
        ]
        for (path, reason) in paths {
            let error = #expect(throws: SQLiteLogError.self) { try SQLiteLog(path: path) }
            #expect(error?.reason == reason && error?.path == path)
            #expect(error?.description.contains("“\(path)” cannot be opened: ") == true)
        }
    }

    @Test func aFileThatIsFullIsNamed() async throws {
        let folder = try Folder()
        let log = try SQLiteLog(path: folder.path)
        try await log.writer.write { database in
            let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(count)")
        }
        let large = LogEntry(sender: "w", number: 1, type: "notes", payload: Array(repeating: 1, count: 100_000))
        let error = await #expect(throws: LogFull.self) { try await log.append([large], to: "notes") }
        #expect(error?.description.contains(folder.path) == true)
    }

    /// Where the system watches the file, an idle reader makes no statements.
    @Test func anIdleReaderLooksAtNothing() async throws {
        let folder = try Folder()
        let log = try SQLiteLog(path: folder.path, poll: .milliseconds(1))
        let looks = Mutex(0)
        try await log.reader.writeWithoutTransaction { database in
            database.trace { _ in looks.withLock { $0 += 1 } }
        }
        var changes = log.changes().makeAsyncIterator()
        _ = await changes.next()
        try await Task.sleep(for: .milliseconds(200))
        let before = looks.withLock { $0 }
        try await Task.sleep(for: .milliseconds(500))
        let idle = looks.withLock { $0 } - before
        #expect(idle <= 10)
        // A commit of another connection wakes it.
        try await SQLiteLog(path: folder.path).append([entry(1)], to: "notes")
        #expect(await changes.next() != nil)
    }
}
