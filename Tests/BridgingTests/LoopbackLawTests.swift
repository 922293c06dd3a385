import BridgingTesting
import DispatchersTesting
import Foundation
import Testing

/// The laws of all logs, over the log in memory, with a clock that passes when the test says so.
struct LoopbackLawTests {
    /// The number of seeds of each law; `BRIDGE_SEEDS` asks for more.
    static let seeds = UInt64(ProcessInfo.processInfo.environment["BRIDGE_SEEDS"] ?? "") ?? 60

    @Test(.timeLimit(.minutes(10)), arguments: LogLaw.allCases)
    func lawHolds(_ law: LogLaw) async throws {
        for seed in 1...Self.seeds { try await law.check(.loopback(), seed: seed) }
    }
}

extension LogUnderTest {
    /// A new log in memory, whose time passes while a test waits.
    static func loopback() -> LogUnderTest {
        let clock = ManualClock()
        let log = LoopbackLog(clock: clock)
        var underTest = LogUnderTest(
            clock: clock,
            pass: {
                clock.pass(.milliseconds(20))
                for _ in 0..<4 { await Task.yield() }
            },
            connect: { log })
        underTest.remove = { log.remove($0) }
        return underTest
    }
}
