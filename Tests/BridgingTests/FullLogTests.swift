import Bridging
import DispatchersTesting
import Testing

/// A log that can be read, and whose storage is full.
@Suite(.timeLimit(.minutes(10)))
struct FullLogTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    @Test func aGroupReadsOnWithItsPositionInMemoryAndStoresItWhenThereIsRoom() async throws {
        let clock = ManualClock()
        let isFull = Recording<Bool>()
        let full = LogFull("the storage of the server", "no space")
        let log = HookedLog(LoopbackLog(clock: clock)) { call in
            switch call {
            case .store, .renew: if isFull.values.last == true { throw full }
            default: break
            }
        }
        let center = MessageCenter { _ in }
        let notes = center.record(Note.self)
        let bridge = MessageBridge(center, over: log, as: "r", clock: clock)
        try bridge.carry(Note.self, as: "s", .incoming, group: "g")
        let running = Task { try await bridge.run() }
        await wait(clock) { bridge.status.incoming[0].isReading }
        isFull.append(true)
        for number in 1...3 as ClosedRange<UInt64> {
            let entry = LogEntry(sender: "w", number: number, type: "s", payload: Array(#"{"text":"a"}"#.utf8))
            try await log.append([entry], to: "s")
            await wait(clock) { notes.values.count == Int(number) }
            // Longer than the lease.
            for _ in 1...600 { await pass(clock) }
        }
        #expect(bridge.status.incoming[0].isReading)
        #expect(bridge.status.incoming[0].failure?.contains("\(full)") == true)
        isFull.append(false)
        await wait(clock) { bridge.status.incoming[0].failure == nil }
        try await end(running)
        #expect(notes.values.count == 3)
        let cursor = try await log.cursor(of: "g", in: "s", for: "next", lease: .seconds(1))
        #expect(cursor?.position == 3)
    }

    @Test func aPositionThatIsNotStoredWhenTheBridgeEndsIsReported() async throws {
        let clock = ManualClock()
        let full = LogFull("the storage of the server", "no space")
        let log = HookedLog(LoopbackLog(clock: clock)) { call in
            if case .store = call { throw full }
        }
        let errors = Recording<String>()
        let center = MessageCenter { errors.append("\($0.error)") }
        let token = center.observe(Note.self) { _ in }
        let bridge = MessageBridge(center, over: log, as: "r", clock: clock)
        try bridge.carry(Note.self, as: "s", .incoming, group: "g")
        let running = Task { try await bridge.run() }
        await wait(clock) { bridge.status.incoming[0].isReading }
        let entry = LogEntry(sender: "w", number: 1, type: "s", payload: Array(#"{"text":"a"}"#.utf8))
        try await log.append([entry], to: "s")
        await wait(clock) { bridge.status.incoming[0].delivered == 1 }
        try await end(running)
        #expect(
            errors.values == [
                "“s” was read to 1, and the log has the position 0 of the group: the next reader repeats the rest"
            ])
        withExtendedLifetime(token) {}
    }
}
