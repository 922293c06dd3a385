import AllocationCounter
import Hooks
import Testing

private struct Spilled: Error {}

private final class Jug: Sendable {
    let filling = JoinPoint<Jug, Int, Int>("fill(_:)")
    let pouring = ThrowingJoinPoint<Jug, Int, Int, any Error>("pour(_:)")

    @inline(never)
    func fill(_ number: Int) -> Int { filling(self, number) { $0 + 1 } }

    @inline(never)
    func pour(_ number: Int) throws -> Int { try pouring(self, number) { number throws in number + 1 } }
}

@Suite("Allocations of a call", .enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
struct HookAllocationTests {
    private let jug = Jug()

    /// Returns the allocations of 100 calls, after a first one that makes the plan.
    ///
    /// The least of many counts is taken, since pointcuts of other tests may apply to these calls meanwhile.
    private func allocations(of call: () -> Void) async -> Int {
        var least = Int.max
        for _ in 1...10_000 where least > 0 {
            call()
            let before = allocationsOfThisThread()
            for _ in 0..<100 { call() }
            least = min(least, allocationsOfThisThread() - before)
            await Task.yield()
        }
        return least
    }

    @Test("C20: a call without hooks allocates nothing")
    func unhookedCalls() async {
        #expect(await allocations { _ = jug.fill(1) } == 0)
        jug.filling.before { _, _ in }.cancel()
        #expect(await allocations { _ = jug.fill(1) } == 0)
    }

    @Test("Advice before and after a call allocates nothing")
    func hookedCalls() async {
        let hooks = [
            jug.filling.before { _, _ in },
            jug.filling.after { _, _, _ in },
            jug.filling.after(on: .object(jug)) { _, _, outcome in _ = outcome.get() },
            jug.pouring.after { _, _, outcome in _ = try? outcome.get() },
        ]
        hooks[2].cancel()
        #expect(await allocations { _ = jug.fill(1) } == 0)
        #expect(await allocations { _ = try? jug.pour(1) } == 0)
        withExtendedLifetime(hooks) {}
    }
}
