import Bridging
import DispatchersTesting
import Testing

/// Causes of entries that nothing else records.
struct CauseTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    let log = LoopbackLog()

    @Test(.timeLimit(.minutes(1))) func aDeliveryOutsideOfAllEventsHasATraceContext() async throws {
        let trace = Trace()
        trace.start()
        let bridge = MessageBridge(MessageCenter(trace: trace), over: log, as: "a")
        try bridge.carry(Note.self, as: "notes", .outgoing)
        let running = Task { try await bridge.run() }
        try await bridge.deliver(Note())
        running.cancel()
        try await running.value
        try await expectContext(in: "notes", of: trace)
    }

    @Test(.timeLimit(.minutes(1))) func aStateHasTheContextOfItsOwnCenter() async throws {
        let trace = Trace()
        trace.start()
        let states = ObserverCenter(trace: trace)
        let key = StateKey("sale", default: 0)
        let bridge = MessageBridge(MessageCenter(trace: Trace()), states: states, over: log, as: "a")
        try bridge.share(key, as: "sale")
        let running = Task { try await bridge.run() }
        states.set(key, to: 1)
        while bridge.status.outgoing[0].appended == 0 { await Task.yield() }
        running.cancel()
        try await running.value
        try await expectContext(in: "sale", of: trace)
    }

    private func expectContext(in stream: StreamName, of trace: Trace) async throws {
        let entry = try await log.page(of: stream, after: 0, limit: 1).entries.first?.entry
        let context = entry?.traceparent.flatMap { TraceContext(traceparent: $0) }
        #expect(trace.events.contains { $0.context.traceID == context?.traceID })
    }
}
