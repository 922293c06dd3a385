import Bridging
import DispatchersTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RetryingTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    @Test(arguments: [nil, "g"] as [GroupName?])
    func aPauseAfterAnErrorIsShortWhenSomethingWasRead(_ group: GroupName?) async throws {
        let clock = RecordingClock()
        // The number of pages since the log fails; `nil` while it does not.
        let pages = Mutex<Int?>(nil)
        let log = HookedLog(LoopbackLog(clock: clock)) { call in
            guard call == .page else { return }
            let number = pages.withLock { number in
                number = number.map { $0 + 1 }
                return number
            }
            if let number, number < 60, !number.isMultiple(of: 2) { throw LogFaultError() }
        }
        var options = BridgeOptions()
        options.batchSize = 1
        // Sleeps that are no pauses after errors are shorter or longer than those.
        options.polling = .milliseconds(1) ... .milliseconds(1)
        options.lease = .seconds(3_000)
        let center = MessageCenter()
        let bridge = MessageBridge(center, over: log, as: "a", options: options, clock: clock)
        try bridge.carry(Note.self, as: "notes", .incoming, group: group)
        let token = center.observe(Note.self) { _ in }
        let running = Task { try await bridge.run() }
        await wait(clock.clock) { bridge.status.incoming[0].isReading }
        let payload = Array(#"{"text":"x"}"#.utf8)
        let entries = (1...40).map { LogEntry(sender: "w", number: $0, type: "notes", payload: payload) }
        pages.withLock { $0 = 0 }
        try await log.append(entries, to: "notes")
        await wait(clock.clock) { bridge.status.incoming[0].position == 40 }
        let pauses = clock.pauses.values.filter { $0 > .milliseconds(1) && $0 < .seconds(100) }
        #expect(pauses.count > 20)
        #expect(pauses.allSatisfy { $0 <= options.retrying.lowerBound })
        try await end(running)
        token.cancel()
    }

    @Test func aPauseAfterAnErrorIsShortWhenSomethingWasAppended() async throws {
        let clock = RecordingClock()
        let calls = Atomic(0)
        let log = HookedLog(LoopbackLog(clock: clock)) { call in
            guard case .append = call else { return }
            let number = calls.add(1, ordering: .relaxed).newValue
            if !number.isMultiple(of: 2) { throw LogFaultError() }
        }
        var options = BridgeOptions()
        options.batchSize = 1
        let center = MessageCenter()
        let bridge = MessageBridge(center, over: log, as: "a", options: options, clock: clock)
        try bridge.carry(Note.self, as: "notes", .outgoing)
        for _ in 1...20 { center.post(Note()) }
        let running = Task { try await bridge.run() }
        await wait(clock.clock) { bridge.status.outgoing[0].pending == 0 }
        #expect(clock.pauses.values.count == 20)
        #expect(clock.pauses.values.allSatisfy { $0 <= options.retrying.lowerBound })
        try await end(running)
    }
}

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
