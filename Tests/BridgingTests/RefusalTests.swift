import Bridging
import DispatchersTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RefusalTests {
    struct Note: Codable, Sendable, Equatable {
        var text = ""
    }

    private let key = StateKey("sale", default: "none")

    /// Returns a log that refuses every payload with the word “bad”.
    private func pickyLog(
        beforeRefusal: @escaping @Sendable () async throws -> Void = {}
    ) -> HookedLog {
        HookedLog { call in
            guard case .append(let entries) = call else { return }
            let texts = entries.map { String(decoding: $0.payload, as: UTF8.self) }
            guard texts.contains(where: { $0.contains("bad") }) else { return }
            try await beforeRefusal()
            throw LogRefusal("it has the word bad")
        }
    }

    @Test func aPostThatTheLogRefusesIsReportedAndTheOthersAreAppended() async throws {
        let log = pickyLog()
        let errors = Recording<String>()
        let center = MessageCenter { errors.append("\($0.what): \($0.error)") }
        let bridge = MessageBridge(center, over: log, as: "a")
        try bridge.carry(Note.self, as: "notes", .outgoing)
        for text in ["one", "bad", "two"] { center.post(Note(text: text)) }
        let running = Task { try await bridge.run() }
        await #expect(throws: LogRefusal.self) { try await bridge.deliver(Note(text: "bad")) }
        try await end(running)
        #expect(errors.values == ["Note: the log refuses the entry: it has the word bad"])
        let sent = bridge.status.outgoing[0]
        #expect(sent.failure == "the log refuses the entry: it has the word bad")
        #expect(sent.posted == 4 && sent.appended == 2 && sent.refused == 2 && sent.pending == 0)
        let page = try await log.page(of: "notes", after: 0, limit: 10)
        #expect(
            page.entries.map { String(decoding: $0.entry.payload, as: UTF8.self) } == [
                #"{"text":"one"}"#, #"{"text":"two"}"#,
            ])
    }

    @Test func aValueThatTheLogRefusesDoesNotKeepOutThoseOfOthers() async throws {
        let log = pickyLog()
        let errors = Recording<String>()
        let states = ObserverCenter { errors.append("\($0.what): \($0.error)") }
        let bridge = MessageBridge(MessageCenter(), states: states, over: log, as: "a")
        try bridge.share(key, as: "sale")
        let running = Task { try await bridge.run() }
        await wait { bridge.status.incoming[0].isReading }
        states.set(key, to: "bad")
        await wait { bridge.status.outgoing[0].refused > 0 }
        try await log.append(
            [LogEntry(sender: "b", number: 1, type: "sale", payload: Array(#""summer""#.utf8))], to: "sale")
        await wait { bridge.status.incoming[0].position > 0 }
        try await end(running)
        #expect(states[key] == "summer")
        #expect(errors.values == ["sale: the log refuses the entry: it has the word bad"])
    }

    @Test func aValueThatWasIgnoredForARefusedOneIsSet() async throws {
        let states = ObserverCenter { _ in }
        let inner = LoopbackLog()
        let isRead = Recording<Bool>()
        let payload = Array(#""summer""#.utf8)
        let log = pickyLog {
            try await inner.append([LogEntry(sender: "b", number: 1, type: "sale", payload: payload)], to: "sale")
            _ = await isRead.first(1)
        }
        log.log = inner
        let bridge = MessageBridge(MessageCenter(), states: states, over: log, as: "a")
        try bridge.share(key, as: "sale")
        let running = Task { try await bridge.run() }
        await wait { bridge.status.incoming[0].isReading }
        states.set(key, to: "bad")
        await wait { bridge.status.incoming[0].position > 0 }
        #expect(states[key] == "bad")
        isRead.append(true)
        await wait { states[key] != "bad" }
        try await end(running)
        #expect(states[key] == "summer")
    }
}

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
