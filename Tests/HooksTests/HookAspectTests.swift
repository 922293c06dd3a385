import Dispatchers
import Hooks
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

    @Test func aScopesHooksApplyToItsCallsAndThoseOfChildTasksAlone() async {
        let (journal, kettle) = (journal, kettle)
        await withTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask {
                    await HookScope.runAsync {
                        let noted = Probe<String>()
                        let hook = Pointcut<Kettle>.named("boil*").after { _, _, outcome in
                            if case .success(let output) = outcome { noted.report("\(output)") }
                        }
                        await withTaskGroup(of: Void.self) { inner in inner.addTask { _ = kettle.boil(number) } }
                        #expect(noted.values == ["hot after \(number)"])
                        hook.cancel()
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
            trace.start(describing: TraceDetails(limit: 100) { $0 is PaymentRefused ? "•••" : nil })
            try? kettle.pour()
            #expect(trace.events.last?.outcome == .failed("•••"))
            hook.cancel()
        }
    }
}

@Suite struct HookScopeTests {
    @Test("An asynchronous body stays on its caller's actor inside a scope")
    @MainActor func aScopeKeepsTheIsolation() async {
        await HookScope.runAsync {
            await Task.yield()
            MainActor.assertIsolated()
        }
    }
}
