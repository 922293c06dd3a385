import Dispatchers
import Hooks
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
        let steady = Counter.counting.before(on: .object(counter)) { counter, _ in
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

    @Test("1,000 hooks come and go at random on three threads while two call; then none is left")
    func aThousandHooksComeAndGo() async {
        let meter = Gauge()
        await withTaskGroup(of: Void.self) { group in
            for seed in 1...3 {
                group.addTask {
                    var random = Xorshift(seed: UInt64(seed))
                    var hooks: [Registration] = []
                    for _ in 1...334 {
                        hooks.append(Gauge.randomHook(on: meter, Int.random(in: 0..<6, using: &random)))
                        if Bool.random(using: &random) {
                            hooks.remove(at: Int.random(in: hooks.indices, using: &random)).cancel()
                        }
                    }
                }
            }
            for _ in 1...2 {
                group.addTask {
                    for number in 1...3_000 { #expect(meter.read(number) == number) }
                }
            }
        }
        #expect(meter.read(7) == 7)
        #expect(Gauge.reading.hooks.isEmpty)
    }

    @Test("A hook for one call runs on one of many threads")
    func hooksForOneCallRunOnce() async {
        let once = Once()
        let fired = Probe<String>()
        for _ in 1...100 {
            let hooks = [
                Once.starting.before(on: .all.once) { _, _ in fired.report("fired") },
                Pointcut<Once>.all.once.before { _, _ in fired.report("fired") },
            ]
            await withTaskGroup(of: Void.self) { group in
                for _ in 1...4 { group.addTask { once.start() } }
            }
            withExtendedLifetime(hooks) {}
        }
        #expect(fired.values.count == 200)
        #expect(Once.starting.hooks.isEmpty)
    }

    @Test("Pointcuts come and go while join points are reached for the first time")
    func pointcutsComeAndGo() async {
        let gauge = Gauge()
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...2 {
                group.addTask {
                    for _ in 1...100 { Pointcut<Gauge>.named("weigh*").before { _, _ in }.cancel() }
                }
                group.addTask {
                    for number in 1...300 {
                        let fresh = JoinPoint<Gauge, Int, Int>("weigh(_:)")
                        #expect(fresh(gauge, number) { $0 } == number)
                    }
                }
            }
        }
    }

    @Test func aMomentIsEndedFromOtherThreads() async {
        let lifecycle = Lifecycle()
        var hooks: [Registration] = []
        var heard = 0
        for _ in 1...200 { hooks.append(lifecycle.before(Moment<Void>("tick"), of: Int.self) { _, _ in heard += 1 }) }
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

private final class Gauge: Sendable {
    static let reading = JoinPoint<Gauge, Int, Int>("readGauge(_:)")

    func read(_ number: Int) -> Int { Self.reading(self, number) { $0 } }

    static func randomHook(on gauge: Gauge, _ kind: Int) -> Registration {
        switch kind {
        case 0: reading.before { _, _ in }
        case 1: reading.around { _, number, proceed in proceed(number) }
        case 2: reading.after(on: .object(gauge)) { _, _, _ in }
        case 3: reading.after(on: .kind(of: Gauge.self).once) { _, _, _ in }
        case 4: Pointcut<Gauge>.named("readG*").before { _, _ in }
        default: Pointcut<any Sendable>.named("readGauge(_:)").after { _, _, _ in }
        }
    }
}

private final class Once: Sendable {
    static let starting = JoinPoint<Once, Void, Void>("startOnce()")
    func start() { Self.starting(self, ()) { _ in } }
}
