import Bridging
import DispatchersTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct BatchTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    let center = MessageCenter()
    let clock = ManualClock()

    @Test(arguments: [1, 3, 64])
    func aBatchThatTheLogCannotTakeIsHalved(_ limit: Int) async throws {
        // As an engine with a time limit for a statement does.
        let log = HookedLog { call in
            if case .append(let entries) = call, entries.count > limit { throw LogFaultError() }
        }
        let bridge = MessageBridge(center, over: log, as: "a", clock: clock)
        try bridge.carry(Note.self, as: "notes", .outgoing)
        for _ in 1...200 { center.post(Note()) }
        let running = Task { try await bridge.run() }
        await wait(clock, step: .seconds(1)) { bridge.status.outgoing[0].pending == 0 }
        #expect(bridge.status.outgoing[0].appended == 200)
        #expect(bridge.status.outgoing[0].failure == nil)
        try await end(running)
        let page = try await log.page(of: "notes", after: 0, limit: 300)
        #expect(page.entries.map(\.entry.number) == Array(1...200))
    }

    @Test func aBatchIsLargeAgainAfterOneThatWasAppended() async throws {
        let sizes = Recording<Int>()
        let log = HookedLog { call in
            guard case .append(let entries) = call else { return }
            let isFirst = sizes.values.isEmpty
            sizes.append(entries.count)
            if isFirst { throw LogFaultError() }
        }
        var options = BridgeOptions()
        options.batchSize = 64
        let bridge = MessageBridge(center, over: log, as: "a", options: options, clock: clock)
        try bridge.carry(Note.self, as: "notes", .outgoing)
        for _ in 1...200 { center.post(Note()) }
        let running = Task { try await bridge.run() }
        await wait(clock, step: .seconds(1)) { bridge.status.outgoing[0].pending == 0 }
        try await end(running)
        #expect(sizes.values == [64, 32, 32, 64, 64, 8])
    }

    @Test func aBatchOfLargeMessagesIsSmall() async throws {
        let sizes = Recording<Int>()
        let log = HookedLog { call in
            if case .append(let entries) = call { sizes.append(entries.count) }
        }
        let bridge = MessageBridge(center, over: log, as: "a", clock: clock)
        try bridge.carry(Note.self, as: "notes", .outgoing)
        for _ in 1...16 { center.post(Note(text: String(repeating: "x", count: 300 * 1_024))) }
        let running = Task { try await bridge.run() }
        await wait(clock, step: .seconds(1)) { bridge.status.outgoing[0].pending == 0 }
        try await end(running)
        #expect(bridge.status.outgoing[0].appended == 16)
        #expect(sizes.values.max() == 3)
    }
}
