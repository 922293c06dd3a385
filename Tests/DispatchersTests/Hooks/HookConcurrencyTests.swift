import Dispatchers
import Synchronization
import Testing

private final class Counter: Sendable {
    static let counting = JoinPoint<Counter, Int, Int>("count(_:)")
    let advised = Atomic(0)

    func count(_ number: Int) -> Int { Self.counting(self, number) { number in number } }
}

@Suite struct HookConcurrencyTests {
    @Test("C4, exactly once: hooks come and go while calls run, and every count is exact")
    func hooksComeAndGoWhileCallsRun() async {
        let counter = Counter()
        let (calls, rounds) = (5_000, 500)
        let steady = Counter.counting.before(on: counter) { counter, _ in
            counter.advised.add(1, ordering: .relaxed)
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...2 {
                group.addTask {
                    for number in 1...calls where counter.count(number) % number != 0 { Issue.record("wrong result") }
                }
                group.addTask {
                    for _ in 1...rounds {
                        let hook = Counter.counting.around { _, number, proceed in proceed(number) * 2 }
                        #expect(counter.count(1) % 2 == 0)
                        #expect(hook.cancel())
                    }
                }
            }
        }
        #expect(counter.advised.load(ordering: .relaxed) == 2 * calls + 2 * rounds)
        #expect(Counter.counting.hooks.count == 1)
        steady.cancel()
        #expect(counter.count(7) == 7)
        #expect(Counter.counting.hooks.isEmpty)
    }

    @Test func aMomentIsEndedFromOtherThreads() async {
        let lifecycle = Lifecycle()
        var hooks: [Registration] = []
        var heard = 0
        for _ in 1...200 { hooks.append(lifecycle.before(Moment<Void>("tick"), of: Int.self) { _ in heard += 1 }) }
        lifecycle.send(Moment<Void>("tick"), to: 1) {}
        #expect(heard == 200)
        await withTaskGroup(of: Void.self) { group in
            for hook in hooks { group.addTask { #expect(hook.cancel()) } }
        }
        lifecycle.send(Moment<Void>("tick"), to: 1) {}
        #expect(heard == 200)
        #expect(lifecycle.hooks.isEmpty)
    }
}
