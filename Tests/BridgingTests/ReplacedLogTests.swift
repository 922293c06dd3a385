import Bridging
import DispatchersTesting
import Testing

/// A log that is replaced by an older one while bridges read it.
@Suite(.timeLimit(.minutes(10)))
struct ReplacedLogTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    let center = MessageCenter()
    let states = ObserverCenter()
    let key = StateKey("sale", default: "none")
    let clock = ManualClock()
    let log = HookedLog()

    private func entry(_ number: UInt64, _ payload: String, of sender: String) -> LogEntry {
        LogEntry(sender: sender, number: number, type: "s", payload: Array(payload.utf8))
    }

    @Test func entriesThatAreAppendedMeanwhileAreRead() async throws {
        let notes = center.record(Note.self)
        let gaps = center.record(RemoteGap.self)
        let bridge = MessageBridge(center, over: log, as: "r", clock: clock)
        try bridge.carry(Note.self, as: "s", .incoming)
        let running = Task { try await bridge.run() }
        await wait(clock) { bridge.status.incoming[0].isReading }
        try await log.append((1...9).map { entry($0, #"{"text":"old"}"#, of: "a") }, to: "s")
        await wait(clock) { bridge.status.incoming[0].position == 9 }
        let older = LoopbackLog()
        try await older.append((1...4).map { entry($0, #"{"text":"restored"}"#, of: "a") }, to: "s")
        log.log = older
        await wait(clock) { bridge.status.incoming[0].end == 4 }
        try await older.append((1...2).map { entry($0, #"{"text":"new"}"#, of: "b") }, to: "s")
        await wait(clock) { bridge.status.incoming[0].position == 6 }
        try await end(running)
        #expect(notes.values.map(\.text) == Array(repeating: "old", count: 9) + ["new", "new"])
        #expect(gaps.values.map(\.missed) == [4..<4])
        #expect(bridge.status.incoming[0].repeated == 5)
    }

    @Test func aSharedStateGetsTheLastValueOfTheOlderLog() async throws {
        let bridge = MessageBridge(center, states: states, over: log, as: "r", clock: clock)
        try bridge.share(key, as: "s")
        let running = Task { try await bridge.run() }
        try await log.append((1...9).map { entry($0, #""summer""#, of: "a") }, to: "s")
        await wait(clock) { bridge.status.incoming[0].position == 9 }
        let older = LoopbackLog()
        try await older.append((1...4).map { entry($0, #""winter""#, of: "a") }, to: "s")
        log.log = older
        await wait(clock) { bridge.status.incoming[0].position == 4 }
        try await end(running)
        #expect(states[key] == "winter")
    }
}
