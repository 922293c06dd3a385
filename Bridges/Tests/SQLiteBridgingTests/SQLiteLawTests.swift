import BridgingTesting
import Foundation
import SQLiteBridging
import Testing

/// The laws of all logs, over files of SQLite.
struct SQLiteLawTests {
    /// Each connection is opened as another process would.
    static func log(_ folder: URL) -> LogUnderTest {
        var options = BridgeOptions()
        options.lease = .milliseconds(1_500)
        options.polling = .milliseconds(2) ... .milliseconds(20)
        options.retrying = .milliseconds(2) ... .milliseconds(50)
        let path = folder.appending(path: "log.sqlite").path
        return LogUnderTest(options: options) { try SQLiteLog(path: path, poll: .milliseconds(2)) }
    }

    @Test(.timeLimit(.minutes(10)), arguments: LogLaw.allCases)
    func lawHolds(_ law: LogLaw) async throws {
        let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for seed in 1...3 as ClosedRange<UInt64> { try await law.check(Self.log(folder), seed: seed) }
    }
}
