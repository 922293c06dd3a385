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
