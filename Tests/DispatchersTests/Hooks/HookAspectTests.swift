import Dispatchers
import Testing

private final class Kettle: Sendable {
    static let boiling = JoinPoint<Kettle, Int, String>("boil(_:)")
    static let pouring = ThrowingJoinPoint<Kettle, Void, Void, PaymentRefused>("pour()")
    func boil(_ minutes: Int) -> String { Self.boiling(self, minutes) { "hot after \($0)" } }
    func pour() throws(PaymentRefused) {
        try Self.pouring(self, ()) { _ throws(PaymentRefused) in throw PaymentRefused() }
    }
}

@Suite struct HookAspectTests {
    private let journal = Probe<String>()
    private let kettle = Kettle()

    @Test func aScopesHooksConcernItsCallsAloneChildTasksIncluded() async {
        let (journal, kettle) = (journal, kettle)
        await withTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask {
                    await HookScope.runAsync {
                        let spy = HookSpy(Pointcut<Kettle>.named("boil*"))
                        await withTaskGroup(of: Void.self) { inner in inner.addTask { _ = kettle.boil(number) } }
                        #expect(spy.calls.map(\.outcome) == ["hot after \(number)"])
                    }
                }
            }
        }
        HookScope.run {
            let outer = Kettle.boiling.before { _, _ in journal.report("outer") }
            HookScope.run { _ = kettle.boil(1) }
            outer.cancel()
        }
        #expect(journal.values == ["outer"])
    }

    @Test func aSpyNotesArgumentsResultsAndErrors() {
        HookScope.run {
            let spy = HookSpy(Pointcut<Kettle>.all)
            _ = kettle.boil(3)
            try? kettle.pour()
            #expect(
                spy.calls.map { "\($0.name) \($0.arguments) \($0.outcome)" } == [
                    "boil(_:) 3 hot after 3", "pour() () PaymentRefused()",
                ])
        }
    }

    @Test func callsAreLoggedTimedAndCounted() {
        let (journal, kettle, clock) = (journal, kettle, ManualClock())
        HookScope.run {
            let hooks = [
                Pointcut<Kettle>.all.logging { journal.report($0) },
                Pointcut<Kettle>.all.timing(by: clock) { call, time in journal.report("\(call.name) \(time)") },
                Kettle.boiling.before { _, minutes in clock.pass(.seconds(60 * minutes)) },
            ]
            let counter = Pointcut<Kettle>.named("*o*").counting()
            _ = kettle.boil(2)
            try? kettle.pour()
            #expect(
                journal.values == [
                    "→ Kettle.boil(_:) 2", "boil(_:) 120.0 seconds", "← Kettle.boil(_:) = hot after 2",
                    "→ Kettle.pour() ()", "pour() 0.0 seconds", "← Kettle.pour() threw PaymentRefused()",
                ])
            #expect(counter.total == 2 && counter["boil(_:)"] == 1 && counter["spill()"] == 0)
            for hook in hooks { hook.cancel() }
        }
    }

    @Test func callsAreEventsOfATrace() {
        let (kettle, trace) = (kettle, Trace(now: { .zero }))
        HookScope.run {
            let hook = Pointcut<Kettle>.all.tracing(in: trace)
            _ = kettle.boil(2)
            #expect(trace.events.isEmpty)
            trace.start()
            _ = kettle.boil(2)
            try? kettle.pour()
            #expect(trace.events.map(\.kind) == [.hook, .hook])
            #expect(trace.events.map(\.subject) == ["Kettle.boil(_:)", "Kettle.pour()"])
            #expect(trace.events.map(\.outcome) == [.done, .failed("PaymentRefused()")])
            hook.cancel()
        }
    }
}
