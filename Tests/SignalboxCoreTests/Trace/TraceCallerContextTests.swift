import Dispatchers
import Testing

@Suite("Contexts of callers in a trace") struct TraceCallerContextTests {
    @TaskLocal private static var request: String?

    private let trace = Trace(capacity: 2, now: { .zero })

    @Test("An event without a cause keeps the context of its caller, and its effect keeps none") func keeps() {
        trace.callerContext = { Self.request }
        trace.start()
        Self.$request.withValue("GET /cart") { trace.span("handle") { trace.span("load") {} } }
        #expect(trace.events.map(\.subject) == ["handle", "load"])
        #expect(trace.events.map { $0.callerContext as? String } == ["GET /cart", nil])
    }

    @Test("No context is asked for by default, and after it was set to nil") func removes() {
        let asked = Probe<Int>()
        trace.start()
        trace.span("before") {}
        trace.callerContext = {
            asked.report(1)
            return "context"
        }
        trace.callerContext = nil
        trace.span("after") {}
        #expect(asked.values.isEmpty)
        #expect(trace.events.map { $0.callerContext == nil } == [true, true])
    }

    @Test("A context is released outside of the lock of the trace, when its event is overwritten or removed")
    func releases() {
        let lastIDs = Probe<UInt64>()
        trace.callerContext = { [trace] in Canary { lastIDs.report(trace.lastID) } }
        trace.start()
        for _ in 0..<3 { trace.span("work") {} }
        #expect(lastIDs.values == [3])
        trace.clear()
        #expect(lastIDs.values == [3, 3, 3])
        #expect(trace.events.isEmpty)
        trace.callerContext = nil
    }
}
