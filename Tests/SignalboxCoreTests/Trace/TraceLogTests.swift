import Foundation
import SignalboxCore
import Testing

@Suite("Logs of a trace") struct TraceLogTests {
    private let trace = Trace()

    private func record() {
        trace.end(trace.begin(TraceEvent(.span, of: "work", at: SourceLocation())))
    }

    @Test("C4: A log cancelled by another log is not called") func cancelledByAnother() {
        let second = Probe<Int>()
        let registration = Slot<Registration>()
        let first = trace.log { _ in _ = registration.value?.cancel() }
        registration.value = trace.log { _ in second.report(1) }
        trace.start()
        record()
        #expect(second.values.isEmpty)
        first.cancel()
    }

    @Test("cancelAndDrain() waits for a running call of a log") func drains() async {
        let (began, ended, drained) = (Probe<Bool>(), Probe<Bool>(), Probe<Bool>())
        let log = trace.log { _ in
            began.report(true)
            for _ in 0..<1_000 where drained.values.isEmpty { sched_yield() }
            ended.report(true)
        }
        trace.start()
        Thread.detachNewThread { record() }
        _ = await began.values(1)
        await log.cancelAndDrain()
        let isEarly = ended.values.isEmpty
        drained.report(true)
        #expect(!isEarly)
        _ = await ended.values(1)
    }
}
