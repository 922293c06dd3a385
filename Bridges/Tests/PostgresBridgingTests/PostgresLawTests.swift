import BridgingTesting
import Foundation
import PostgresBridging
import Testing

/// The server that `.ci/check-bridges` starts.
enum TestServer {
    static let connection = ProcessInfo.processInfo.environment["BRIDGES_POSTGRES"]
}

/// The laws of all logs, over the server.
@Suite(.enabled(if: TestServer.connection != nil, "needs BRIDGES_POSTGRES"))
struct PostgresLawTests {
    static var log: LogUnderTest {
        var options = BridgeOptions()
        options.lease = .milliseconds(1_500)
        options.polling = .milliseconds(2) ... .milliseconds(20)
        options.retrying = .milliseconds(2) ... .milliseconds(50)
        var log = LogUnderTest(options: options) { try PostgresLog(TestServer.connection ?? "") }
        log.remove = { stream in
            let app = try AppConnection(TestServer.connection ?? "")
            for table in ["entry", "sender"] {
                try app.run("DELETE FROM signalbox_\(table) WHERE stream = $1", [stream.text])
            }
            try app.run("DELETE FROM signalbox_stream WHERE name = $1", [stream.text])
        }
        return log
    }

    @Test(.timeLimit(.minutes(10)), arguments: LogLaw.allCases)
    func lawHolds(_ law: LogLaw) async throws {
        for seed in 1...3 as ClosedRange<UInt64> { try await law.check(Self.log, seed: seed) }
    }
}

struct PostgresLogTests {
    @Test(arguments: ["passwort=geheim", "postgres://me:geheim@[::1/x", "host='a"])
    func aConnectionThatIsNotValidIsRefusedWithoutItsText(_ text: String) {
        let error = #expect(throws: PostgresError.self) { _ = try PostgresLog(text) }
        #expect(error?.text.contains("geheim") == false)
    }

    @Test func aServerThatIsNotThereIsAnErrorWithoutThePassword() async throws {
        let log = try PostgresLog("host=127.0.0.1 port=1 user=me password=geheim dbname=x")
        let error = await #expect(throws: PostgresError.self) {
            _ = try await log.page(of: "a", after: 0, limit: 1)
        }
        #expect(error?.text.isEmpty == false)
        #expect(error?.text.contains("geheim") == false)
    }
}
