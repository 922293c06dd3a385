import AllocationCounter
import Dispatchers
import Testing

@Suite("Purging observations of released owners") struct MessagePurgingTests {
    private struct Ping: Sendable {}
    private final class Screen: Sendable {}

    private let center = MessageCenter()
    private let received = Probe<Int>()

    enum Isolation: String, CaseIterable, Sendable { case poster, mainActor }

    private nonisolated func observe(_ screen: Screen) {
        center.observe(Ping.self, by: screen) { [received] _, _ in received.report(1) }
    }

    /// Returns the bytes that a post allocates for `count` living and `count` released owners.
    @MainActor private func bytes(_ count: Int, _ isolation: Isolation) -> Int {
        let living = (0..<count).map { _ in Screen() }
        var dying = (0..<count).map { _ in Screen() }
        for screens in zip(living, dying) {
            for screen in [screens.0, screens.1] {
                if isolation == .poster {
                    observe(screen)
                } else {
                    center.observe(Ping.self, by: screen) { @MainActor [received] _, _ in received.report(1) }
                }
            }
        }
        dying = []
        let before = allocatedBytesOfThisThread()
        center.post(Ping())
        let bytes = allocatedBytesOfThisThread() - before
        #expect(center.observations.count == count)
        #expect(received.values.count == count)
        center.post(Ping())
        #expect(received.values.count == 2 * count)
        withExtendedLifetime(living) {}
        return bytes
    }

    @Test(
        "C19: A post that purges 10,000 released owners among living ones allocates less than 100 MB",
        arguments: Isolation.allCases)
    @MainActor func releasedAmongLiving(_ isolation: Isolation) {
        let bytes = bytes(10_000, isolation)
        // A copy of the list for each released owner would take some gigabytes.
        #expect(bytes < 100_000_000)
    }
}
