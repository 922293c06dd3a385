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

    @Test func failuresNameTheCallsOfTheApp() async throws {
        struct Failure: Error {}
        let failures = Recording<DeliveryFailure>()
        let center = MessageCenter { failures.append($0) }
        let receiving = MessageCenter { failures.append($0) }
        var options = BridgeOptions()
        options.queueLimit = 1
        let sender = MessageBridge(center, over: log, as: "a", options: options)
        let carryLine = #line + 1
        try sender.carry(Note.self, as: "notes", .outgoing)
        let receiver = MessageBridge(receiving, over: log, as: "b")
        let receiveLine = #line + 1
        try receiver.carry(Note.self, as: "notes", .incoming)
        // The queue takes one.
        center.post(Note())
        let postLine = #line + 1
        center.post(Note())
        #expect(failures.values.map(\.observedAt?.line) == [carryLine])
        #expect(failures.values.map(\.postedAt.line) == [postLine])
        let letters = receiving.record(RemoteDeadLetter.self)
        let tokens = [
            center.observe(Note.self) { _ in throw Failure() },
            receiving.observe(RemoteGap.self) { _ in throw Failure() },
            receiving.observe(RemoteDeadLetter.self) { _ in throw Failure() },
        ]
        let running = [sender, receiver].map { bridge in Task { try await bridge.run() } }
        await wait { receiver.status.incoming[0].isReading && sender.status.outgoing[0].pending == 0 }
        let deliverLine = #line + 1
        try await sender.deliver(Note())
        #expect(failures.values.last?.postedAt.line == deliverLine)
        // What is reported because of the stream names its declaration.
        try await log.append([LogEntry(sender: "c", number: 1, type: "other", payload: [])], to: "notes")
        await wait { !letters.values.isEmpty && failures.values.count == 3 }
        #expect(failures.values.last?.postedAt.line == receiveLine)
        #expect(failures.values.allSatisfy { $0.postedAt.fileID == #fileID })
        for task in running { try await end(task) }
        withExtendedLifetime(tokens) {}
    }

    @Test func theCycleLimitCountsHops() async throws {
        var options = BridgeOptions()
        options.cycleLimit = 6
        let failures = Recording<String>()
        let centers = (0..<2).map { _ in MessageCenter { failures.append("\($0.error)") } }
        let bridges = centers.enumerated().map { MessageBridge($1, over: log, as: "p\($0)", options: options) }
        var tokens: [Registration] = []
        for (index, center) in centers.enumerated() {
            try bridges[index].carry(Note.self, as: "notes")
            tokens.append(
                center.observe(Note.self) { [weak center] note in
                    if note.text != "\(index)" { center?.post(Note(text: "\(index)")) }
                })
        }
        let running = bridges.map { bridge in Task { try await bridge.run() } }
        await wait { bridges.allSatisfy { $0.status.incoming[0].isReading } }
        centers[0].post(Note(text: "0"))
        await wait { !failures.values.isEmpty }
        for task in running { try await end(task) }
        let depths = try await log.page(of: "notes", after: 0, limit: 99).entries.map(\.entry.depth)
        #expect(depths == Array(0...6))
        withExtendedLifetime(tokens) {}
    }

    private func expectContext(in stream: StreamName, of trace: Trace) async throws {
        let entry = try await log.page(of: stream, after: 0, limit: 1).entries.first?.entry
        let context = entry?.traceparent.flatMap { TraceContext(traceparent: $0) }
        #expect(trace.events.contains { $0.context.traceID == context?.traceID })
    }
}
