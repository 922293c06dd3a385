import Bridging
import DispatchersTesting
import Testing

/// Causes of entries that nothing else records.
@Suite(.timeLimit(.minutes(10)))
struct CauseTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    let log = LoopbackLog()

    @Test func aDeliveryOutsideOfAllEventsHasATraceContext() async throws {
        let trace = Trace()
        trace.start()
        let bridge = MessageBridge(MessageCenter(trace: trace), over: log, as: "a")
        try bridge.carry(Note.self, as: "notes", .outgoing)
        let running = Task { try await bridge.run() }
        try await bridge.deliver(Note())
        try await end(running)
        try await expectContext(in: "notes", of: trace)
    }

    @Test func aStateHasTheContextOfItsOwnCenter() async throws {
        let trace = Trace()
        trace.start()
        let states = ObserverCenter(trace: trace)
        let key = StateKey("sale", default: 0)
        let bridge = MessageBridge(MessageCenter(trace: Trace()), states: states, over: log, as: "a")
        try bridge.share(key, as: "sale")
        let running = Task { try await bridge.run() }
        states.set(key, to: 1)
        await wait { bridge.status.outgoing[0].appended > 0 }
        try await end(running)
        try await expectContext(in: "sale", of: trace)
    }

    @Test func aReceivedValueNamesItsSender() async throws {
        let trace = Trace()
        trace.start()
        let key = StateKey("sale", default: 0)
        let senderStates = ObserverCenter()
        let sender = MessageBridge(MessageCenter(), states: senderStates, over: log, as: "shop-2")
        try sender.share(key, as: "sale")
        try sender.carry(Note.self, as: "notes", .outgoing)
        let states = ObserverCenter(trace: trace)
        let receiver = MessageBridge(MessageCenter(trace: trace), states: states, over: log, as: "shop-1")
        try receiver.share(key, as: "sale")
        try receiver.carry(Note.self, as: "notes", .incoming)
        let running = [sender, receiver].map { bridge in Task { try await bridge.run() } }
        await wait { receiver.status.incoming.allSatisfy(\.isReading) }
        senderStates.set(key, to: 1)
        try await sender.deliver(Note())
        await wait { states[key] == 1 && receiver.status.incoming.allSatisfy { $0.delivered > 0 } }
        for task in running { try await end(task) }
        for stream in ["sale", "notes"] {
            #expect(trace.events.contains { $0.subject.hasPrefix("receive \(stream) from shop-2.") })
        }
    }

    private func expectContext(in stream: StreamName, of trace: Trace) async throws {
        let entry = try await log.page(of: stream, after: 0, limit: 1).entries.first?.entry
        let context = entry?.traceparent.flatMap { TraceContext(traceparent: $0) }
        #expect(trace.events.contains { $0.context.traceID == context?.traceID })
    }
}
