import BridgingTesting
import Foundation
import GRDB
import Testing

@testable import SQLiteBridging

/// The laws of all logs, over files of SQLite.
struct SQLiteLawTests {
    /// Each connection is opened as another process would.
    static func log(_ folder: URL) -> LogUnderTest {
        var options = BridgeOptions()
        options.lease = .milliseconds(1_500)
        options.polling = .milliseconds(2) ... .milliseconds(20)
        options.retrying = .milliseconds(2) ... .milliseconds(50)
        let path = folder.appending(path: "log.sqlite").path
        var log = LogUnderTest(options: options) { try SQLiteLog(path: path, poll: .milliseconds(2)) }
        log.remove = { stream in
            try await SQLiteConnection.open(path).write { database in
                for table in ["entry", "sender"] {
                    try database.execute(
                        sql: "DELETE FROM signalbox_\(table) WHERE stream = ?", arguments: [stream.text])
                }
                try database.execute(sql: "DELETE FROM signalbox_stream WHERE name = ?", arguments: [stream.text])
            }
        }
        return log
    }

    @Test(.timeLimit(.minutes(10)), arguments: LogLaw.allCases)
    func lawHolds(_ law: LogLaw) async throws {
        let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for seed in 1...3 as ClosedRange<UInt64> { try await law.check(Self.log(folder), seed: seed) }
    }
}
