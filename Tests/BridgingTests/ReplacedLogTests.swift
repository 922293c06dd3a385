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

    @Test func aGroupFindsThatItsStreamWasMadeAgainWhileNobodyRead() async throws {
        let notes = center.record(Note.self)
        let gaps = center.record(RemoteGap.self)
        let token = center.observe(Note.self) { _ in }
        try await log.append((1...9).map { entry($0, #"{"text":"old"}"#, of: "a") }, to: "s")
        let bridges = try (1...2).map { number in
            let bridge = MessageBridge(center, over: log, as: "r\(number)", clock: clock)
            try bridge.carry(Note.self, as: "s", .incoming, group: "g")
            return bridge
        }
        let first = Task { try await bridges[0].run() }
        await wait(clock) { bridges[0].status.incoming[0].position == 9 }
        try await end(first)
        log.log.remove("s")
        try await log.append((1...20).map { entry($0, #"{"text":"new"}"#, of: "b") }, to: "s")
        let second = Task { try await bridges[1].run() }
        await wait(clock) { bridges[1].status.incoming[0].delivered == 20 }
        try await end(second)
        #expect(notes.values.map(\.text) == Array(repeating: "old", count: 9) + Array(repeating: "new", count: 20))
        #expect(gaps.values.map(\.reason) == [.replaced])
        #expect(gaps.values.map(\.missed) == [10..<10])
        withExtendedLifetime(token) {}
        #expect(bridges.allSatisfy { $0.status.incoming.allSatisfy(\.isBalanced) })
    }

    @Test func aStreamThatWasMadeAgainGivesASharedStateItsLastValue() async throws {
        let bridge = MessageBridge(center, states: states, over: log, as: "r", clock: clock)
        try bridge.share(key, as: "s")
        let running = Task { try await bridge.run() }
        try await log.append([entry(1, #""summer""#, of: "a")], to: "s")
        await wait(clock) { states[key] == "summer" }
        log.log.remove("s")
        try await log.append((1...5).map { entry($0, #""winter""#, of: "b") }, to: "s")
        await wait(clock) { states[key] == "winter" }
        try await end(running)
        #expect(bridge.status.incoming[0].isBalanced)
    }

    @Test func aLogThatWasReplacedFailsADeliveryAndReportsPostsAndAGap() async throws {
        let errors = Recording<String>()
        let center = MessageCenter { errors.append("\($0.error)") }
        let gaps = center.record(RemoteGap.self)
        let isGone = Recording<Bool>()
        let loss = LogReplaced(.removed, "the file “/srv/log”")
        let log = HookedLog { call in
            if !isGone.values.isEmpty, call != .release { throw loss }
        }
        let bridge = MessageBridge(center, over: log, as: "r", clock: clock)
        try bridge.carry(Note.self, as: "s")
        let running = Task { try await bridge.run() }
        await wait(clock) { bridge.status.incoming[0].isReading }
        isGone.append(true)
        await #expect(throws: loss) { try await bridge.deliver(Note(text: "lost")) }
        center.post(Note(text: "lost as well"))
        await wait(clock) { bridge.status.outgoing[0].refused == 2 && !gaps.values.isEmpty }
        for _ in 1...50 { await pass(clock) }
        #expect(gaps.values.map(\.reason) == [.replaced])
        #expect(errors.values == ["\(loss)"])
        #expect(bridge.status.incoming[0].failure == "\(loss)")
        #expect("\(loss)".contains("/srv/log"))
        try await end(running)
        #expect(bridge.status.outgoing[0].isBalanced && bridge.status.incoming[0].isBalanced)
    }
}
