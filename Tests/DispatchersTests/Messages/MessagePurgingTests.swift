import AllocationCounter
import Dispatchers
import Testing

@Suite("Purging dead owners") struct MessagePurgingTests {
    private struct Ping: Sendable {}
    private final class Screen: Sendable {}

    private let center = MessageCenter()
    private let received = Probe<Int>()

    enum Isolation: String, CaseIterable, Sendable { case poster, mainActor }

    private nonisolated func observe(_ screen: Screen) {
        center.observe(Ping.self, by: screen) { [received] _, _ in received.report(1) }
    }

    /// How many bytes a post to so many living owners allocates, of whom as many died since they observed.
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
        "C19: a post meets as many dead owners as living ones, and each dead one costs little",
        arguments: Isolation.allCases)
    @MainActor func deadAmongLiving(_ isolation: Isolation) {
        let bytes = bytes(10_000, isolation)
        // Going through all of them for each one that died would take some gigabytes.
        #expect(bytes < 100_000_000)
    }
}
