import AllocationCounter
import Dispatchers
import Testing

@Suite("Allocations of posting", .enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
struct MessageAllocationTests {
    private struct Ping: Sendable { var words = (1, 2, 3, 4, 5, 6, 7, 8) }
    private struct Pong: Sendable {}
    private final class Screen: Sendable {}

    private let center = MessageCenter()

    private func allocations(of work: () -> Void) -> Int {
        work()
        let before = allocationsOfThisThread()
        for _ in 0..<100 { work() }
        return allocationsOfThisThread() - before
    }

    @Test("the counter counts") func countsAtAll() {
        #expect(allocations { _ = Screen() } >= 100)
    }

    @Test("C20: posting to nobody allocates nothing") func toNobody() {
        #expect(allocations { center.post(Ping()) } == 0)
    }

    @Test("C20: posting to inline observers of the exact type allocates nothing after its first post")
    func toInlineObservers() {
        let screen = Screen()
        let registrations = (0..<10).map { _ in center.observe(Ping.self) { _ in } }
        center.observe(Ping.self, by: screen) { _, _ in }
        #expect(allocations { center.post(Ping()) } == 0)
        #expect(registrations.count == 10)
    }

    @Test("C20: posting on the main actor to its own observers allocates nothing") @MainActor func onTheMainActor() {
        let registration = center.observe(Ping.self) { @MainActor _ in }
        #expect(allocations { @MainActor in center.post(Ping()) } == 0)
        registration.cancel()
    }
}
