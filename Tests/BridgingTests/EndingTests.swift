import Bridging
import DispatchersTesting
import Testing

/// The end of a bridge when the log does not help.
struct EndingTests {
    struct Note: Codable, Sendable, Equatable {
        var text = ""
    }

    struct Reply: Codable, Sendable {}

    let clock = ManualClock()
    let errors = Recording<BridgeError>()
    let center: MessageCenter
    let log: HangingLog

    init() {
        let errors = errors
        center = MessageCenter { failure in
            if let error = failure.error as? BridgeError { errors.append(error) }
        }
        log = HangingLog(LoopbackLog(clock: clock))
    }

    @Test(.timeLimit(.minutes(1))) func runEndsAlthoughTheLogNeverAnswers() async throws {
        let bridge = MessageBridge(center, over: log, as: "a", clock: clock)
        try bridge.carry(Note.self, as: "notes", .outgoing)
        try bridge.carry(Reply.self, as: "replies", .incoming, group: "g")
        let running = Task { try await bridge.run() }
        for _ in 1...2_000 where !bridge.status.incoming[0].isReading { await pass() }
        log.hang()
        for _ in 1...3 { center.post(Note()) }
        for _ in 1...20 { await pass() }
        let delivery = Task { try await bridge.deliver(Note()) }
        while bridge.status.outgoing[0].pending < 4 { await Task.yield() }
        running.cancel()
        await passTime(untilEndOf: running)
        #expect(bridge.status.outgoing[0].pending == 4)
        #expect(errors.values.map(\.reason) == [.isLeftBehind(4)])
        let error = await #expect(throws: BridgeError.self) { try await delivery.value }
        #expect(error?.reason == .hasStopped)
        log.answer()
    }

    @Test(.timeLimit(.minutes(1))) func aHandlerWhoseDeliveryCannotEndIsCalledAgainInTheNextRun() async throws {
        let notes = Recording<Note>()
        try await log.append([Self.entry(Note(text: "x"))], to: "notes")
        let first = try bridge("a", recordingIn: notes)
        let running = Task { try await first.bridge.run() }
        _ = await notes.first(1)
        while first.bridge.status.outgoing[0].pending == 0 { await Task.yield() }
        running.cancel()
        await passTime(untilEndOf: running)
        first.token.cancel()
        let second = try bridge("b", recordingIn: notes)
        second.connection.isCut = false
        let runningAgain = Task { try await second.bridge.run() }
        for _ in 1...2_000 where second.bridge.status.incoming[0].position == 0 { await pass() }
        runningAgain.cancel()
        try await runningAgain.value
        second.token.cancel()
        #expect(notes.values == [Note(text: "x"), Note(text: "x")])
        #expect(second.bridge.status.incoming[0].delivered == 1)
    }

    /// Returns a bridge whose handler of notes cuts the log, and delivers a reply.
    private func bridge(
        _ name: String, recordingIn notes: Recording<Note>
    ) throws -> (bridge: MessageBridge, connection: FaultyLog, token: Registration) {
        let connection = FaultyLog(log)
        let isFirst = name == "a"
        let bridge = MessageBridge(center, over: connection, as: name, clock: clock)
        try bridge.carry(Note.self, as: "notes", .incoming, group: "g")
        try bridge.carry(Reply.self, as: "replies", .outgoing)
        let token = center.observe(Note.self) { note async throws in
            connection.isCut = isFirst
            notes.append(note)
            try await bridge.deliver(Reply())
        }
        return (bridge, connection, token)
    }

    @Test(.timeLimit(.minutes(1))) func aBridgeThatRunsInAHandlerWaitsForItsOwnHandlers() async throws {
        let work = MessageCenter()
        let bridge = MessageBridge(work, over: log, as: "a", clock: clock)
        try bridge.carry(Note.self, as: "notes", .incoming, group: "g")
        let begun = Recording<Note>()
        let mayEnd = Recording<Bool>()
        let token = work.observe(Note.self) { note async in
            begun.append(note)
            _ = await mayEnd.first(1)
        }
        let running = Recording<Task<Void, any Error>>()
        let starting = center.observe(Reply.self) { _ async in
            let task = Task { try await bridge.run() }
            running.append(task)
            _ = await task.result
        }
        center.post(Reply())
        try await log.append([Self.entry(Note())], to: "notes")
        for _ in 1...2_000 where begun.values.isEmpty { await pass() }
        for _ in 1...20 { await pass() }
        #expect(bridge.status.incoming[0].position == 0)
        mayEnd.append(true)
        for _ in 1...2_000 where bridge.status.incoming[0].position == 0 { await pass() }
        for task in running.values {
            task.cancel()
            try await task.value
        }
        token.cancel()
        starting.cancel()
    }

    private static func entry(_ note: Note) -> LogEntry {
        LogEntry(sender: "w", number: 1, type: "notes", payload: Array(#"{"text":"\#(note.text)"}"#.utf8))
    }

    /// Lets 20 seconds pass at most, which is more than the closing time.
    private func passTime(untilEndOf running: Task<Void, any Error>) async {
        let hasEnded = Recording<Bool>()
        let waiting = Task {
            _ = await running.result
            hasEnded.append(true)
        }
        for _ in 1...200 where hasEnded.values.isEmpty { await pass() }
        #expect(hasEnded.values == [true])
        if !hasEnded.values.isEmpty { await waiting.value }
    }

    private func pass() async {
        clock.pass(.milliseconds(100))
        for _ in 0..<8 { await Task.yield() }
    }
}
