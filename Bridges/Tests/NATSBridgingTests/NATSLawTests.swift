import BridgingTesting
import Foundation
import Testing

@testable import NATSBridging

/// The servers that `.ci/check-bridges` starts.
enum TestServers {
    static let addresses = ProcessInfo.processInfo.environment["BRIDGES_NATS"]

    /// The options of a log that has a copy of each stream on each server.
    static var options: JetStreamOptions {
        var options = JetStreamOptions(addresses ?? "")
        options.replicas = options.servers.count
        return options
    }
}

/// The laws of all logs, over the servers.
@Suite(.enabled(if: TestServers.addresses != nil, "needs BRIDGES_NATS"))
struct NATSLawTests {
    static var log: LogUnderTest {
        var options = BridgeOptions()
        options.lease = .milliseconds(1_500)
        options.polling = .milliseconds(2) ... .milliseconds(20)
        options.retrying = .milliseconds(2) ... .milliseconds(50)
        var log = LogUnderTest(options: options) { try JetStreamLog(TestServers.options) }
        let operating = NATSConnection(TestServers.options)
        log.remove = { stream in
            try await operating.run { try $0.remove(NATSSession.serverName(of: stream)) }
        }
        return log
    }

    @Test(.timeLimit(.minutes(10)), arguments: LogLaw.allCases)
    func lawHolds(_ law: LogLaw) async throws {
        for seed in 1...3 as ClosedRange<UInt64> { try await law.check(Self.log, seed: seed) }
    }
}
