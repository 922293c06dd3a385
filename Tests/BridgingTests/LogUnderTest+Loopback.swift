import BridgingTesting
import DispatchersTesting

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
