import Bridging
import DispatchersTesting
import Testing

/// A log that refuses every payload with a word.
private struct PickyLog: MessageLog {
    let log = LoopbackLog()
    let word: String
    var beforeRefusal: @Sendable () async throws -> Void = {}

    func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        let texts = entries.map { String(decoding: $0.payload, as: UTF8.self) }
        if texts.contains(where: { $0.contains(word) }) {
            try await beforeRefusal()
            throw LogRefusal("it has the word \(word)")
        }
        try await log.append(entries, to: stream)
    }

    func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        try await log.page(of: stream, after: position, limit: limit)
    }

    func changes() -> AsyncStream<Void> { log.changes() }

    func cursor(
        of group: GroupName, in stream: StreamName, for reader: String, lease: Duration
    ) async throws -> (any LogCursor)? {
        try await log.cursor(of: group, in: stream, for: reader, lease: lease)
    }

    func trim(_ stream: StreamName, keeping retention: LogRetention) async throws {
        try await log.trim(stream, keeping: retention)
    }
}

struct RefusalTests {
    struct Note: Codable, Sendable, Equatable {
        var text = ""
    }

    private let log = PickyLog(word: "bad")
    private let key = StateKey("sale", default: "none")

    @Test func aPostThatTheLogRefusesIsReportedAndTheOthersAreAppended() async throws {
        let errors = Recording<String>()
        let center = MessageCenter { errors.append("\($0.what): \($0.error)") }
        let bridge = MessageBridge(center, over: log, as: "a")
        try bridge.carry(Note.self, as: "notes", .outgoing)
        for text in ["one", "bad", "two"] { center.post(Note(text: text)) }
        let running = Task { try await bridge.run() }
        await #expect(throws: LogRefusal.self) { try await bridge.deliver(Note(text: "bad")) }
        running.cancel()
        try await running.value
        #expect(errors.values == ["Note: the log refuses the entry: it has the word bad"])
        let sent = bridge.status.outgoing[0]
        #expect(sent.posted == 4 && sent.appended == 2 && sent.refused == 2 && sent.pending == 0)
        let page = try await log.page(of: "notes", after: 0, limit: 10)
        #expect(
            page.entries.map { String(decoding: $0.entry.payload, as: UTF8.self) } == [
                #"{"text":"one"}"#, #"{"text":"two"}"#,
            ])
    }

    @Test func aValueThatTheLogRefusesDoesNotKeepOutThoseOfOthers() async throws {
        let errors = Recording<String>()
        let states = ObserverCenter { errors.append("\($0.what): \($0.error)") }
        let bridge = MessageBridge(MessageCenter(), states: states, over: log, as: "a")
        try bridge.share(key, as: "sale")
        let running = Task { try await bridge.run() }
        while !bridge.status.incoming[0].isReading { await Task.yield() }
        states.set(key, to: "bad")
        while bridge.status.outgoing[0].refused == 0 { await Task.yield() }
        try await log.append(
            [LogEntry(sender: "b", number: 1, type: "sale", payload: Array(#""summer""#.utf8))], to: "sale")
        while bridge.status.incoming[0].position == 0 { await Task.yield() }
        running.cancel()
        try await running.value
        #expect(states[key] == "summer")
        #expect(errors.values == ["sale: the log refuses the entry: it has the word bad"])
    }

    @Test(.timeLimit(.minutes(1))) func aValueThatWasIgnoredForARefusedOneIsSet() async throws {
        let states = ObserverCenter { _ in }
        var log = log
        let isRead = Recording<Bool>()
        log.beforeRefusal = { [inner = log.log] in
            let payload = Array(#""summer""#.utf8)
            try await inner.append([LogEntry(sender: "b", number: 1, type: "sale", payload: payload)], to: "sale")
            _ = await isRead.first(1)
        }
        let bridge = MessageBridge(MessageCenter(), states: states, over: log, as: "a")
        try bridge.share(key, as: "sale")
        let running = Task { try await bridge.run() }
        while !bridge.status.incoming[0].isReading { await Task.yield() }
        states.set(key, to: "bad")
        while bridge.status.incoming[0].position == 0 { await Task.yield() }
        #expect(states[key] == "bad")
        isRead.append(true)
        while states[key] == "bad", !Task.isCancelled { await Task.yield() }
        running.cancel()
        try await running.value
        #expect(states[key] == "summer")
    }
}
