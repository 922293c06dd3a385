import Bridging
import DispatchersTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PollingTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    @Test func theIntervalIsShortAgainAfterAnEntry() async throws {
        let clock = RecordingClock()
        let log = LoopbackLog(clock: clock)
        let options = BridgeOptions()
        let bridge = MessageBridge(MessageCenter { _ in }, over: log, as: "a", options: options, clock: clock)
        try bridge.carry(Note.self, as: "notes", .incoming)
        let running = Task { try await bridge.run() }
        await wait(clock.clock) { clock.pauses.values.contains(options.polling.upperBound) }
        let count = clock.pauses.values.count
        let entry = LogEntry(sender: "w", number: 1, type: "notes", payload: Array(#"{"text":"x"}"#.utf8))
        try await log.append([entry], to: "notes")
        await wait(clock.clock) { bridge.status.incoming[0].position == 1 && clock.pauses.values.count > count + 1 }
        #expect(clock.pauses.values.dropFirst(count).contains(options.polling.lowerBound))
        try await end(running)
    }
}
