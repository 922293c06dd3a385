import AllocationCounter
import Bridging
import Testing

/// B12: what a bridge does not carry costs what it did.
@Suite(.enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
struct CarryingCostTests {
    struct Carried: Codable, Sendable {
        var text = ""
    }

    struct Other: Sendable {
        var words = (1, 2, 3, 4)
    }

    private func allocations(of work: () -> Void) -> Int {
        work()
        let before = allocationsOfThisThread()
        for _ in 0..<100 { work() }
        return allocationsOfThisThread() - before
    }

    @Test func aPostOfATypeThatIsNotCarriedAllocatesNothing() throws {
        let center = MessageCenter()
        let bridge = MessageBridge(center, over: LoopbackLog(), as: "a")
        try bridge.carry(Carried.self, as: "carried")
        let token = center.observe(Other.self) { _ in }
        #expect(allocations { center.post(Other()) } == 0)
        // The counter counts: a carried message is encoded.
        #expect(allocations { center.post(Carried()) } >= 100)
        token.cancel()
    }
}
