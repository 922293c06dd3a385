import Bridging
import DispatchersTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct BridgeOptionsTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    @Test(arguments: [(set: Int.min, counts: 0), (-1, 0), (100, 100), (1_000_000, 1_000_000), (.max, 1_000_000)])
    func theCycleLimitIsBounded(_ set: Int, _ counts: Int) {
        var options = BridgeOptions()
        options.cycleLimit = set
        #expect(options.cycleLimit == counts)
    }

    @Test(arguments: [.zero, .seconds(-1)] as [Duration]) func aBridgePausesForSomeTime(_ pause: Duration) {
        var options = BridgeOptions()
        options.lease = pause
        options.polling = pause...pause
        options.retrying = pause...pause
        options.trimInterval = pause
        let shortest = Duration.milliseconds(1)
        #expect(options.lease == shortest)
        #expect(options.polling == shortest...shortest)
        #expect(options.retrying == shortest...shortest)
        #expect(options.trimInterval == shortest)
    }

    @Test(arguments: [Int.min, -1, 0, 999_999, 1_000_000, 1_000_001, .max])
    func anEntryOfAnyDepthIsReceivedOrADeadLetter(_ depth: Int) async throws {
        let clock = ManualClock()
        let log = LoopbackLog(clock: clock)
        var options = BridgeOptions()
        options.cycleLimit = .max
        let center = MessageCenter { _ in }
        let bridge = MessageBridge(center, over: log, as: "a", options: options, clock: clock)
        try bridge.carry(Note.self, as: "notes")
        // Posts because of the entry: one more step.
        let token = center.observe(Note.self) { note in
            if note.text == "x" { center.post(Note(text: "y")) }
        }
        let running = Task { try await bridge.run() }
        await wait(clock) { bridge.status.incoming[0].isReading }
        let payload = Array(#"{"text":"x"}"#.utf8)
        let entry = LogEntry(sender: "w", number: 1, type: "notes", depth: depth, payload: payload)
        try await log.append([entry], to: "notes")
        await wait(clock) { bridge.status.incoming[0].position > 0 }
        try await end(running)
        token.cancel()
        let status = bridge.status
        #expect(status.incoming[0].deadLetters == (depth > 1_000_000 ? 1 : 0))
        #expect(status.outgoing[0].appended == (depth < 1_000_000 ? 1 : 0))
    }
}
