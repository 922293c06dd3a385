import Bridging
import DispatchersTesting
import Testing

/// The end of a bridge when the log does not help.
@Suite(.timeLimit(.minutes(10)))
struct EndingTests {
    struct Note: Codable, Sendable, Equatable {
        var text = ""
    }

    struct Reply: Codable, Sendable {}

    let clock = ManualClock()
    let errors = Recording<BridgeError>()
    let center: MessageCenter
    let gate = Gate()
    let log: HookedLog

    init() {
        let errors = errors
        center = MessageCenter { failure in
            if let error = failure.error as? BridgeError { errors.append(error) }
        }
        log = HookedLog(LoopbackLog(clock: clock)) { [gate] _ in await gate.pass() }
    }

    @Test func runEndsAlthoughTheLogNeverAnswers() async throws {
        let bridge = MessageBridge(center, over: log, as: "a", clock: clock)
        try bridge.carry(Note.self, as: "notes", .outgoing)
        try bridge.carry(Reply.self, as: "replies", .incoming, group: "g")
        let running = Task { try await bridge.run() }
        await wait(clock) { bridge.status.incoming[0].isReading }
        gate.close()
        for _ in 1...3 { center.post(Note()) }
        for _ in 1...20 { await pass(clock) }
        let delivery = Task { try await bridge.deliver(Note()) }
        await wait { bridge.status.outgoing[0].pending == 4 }
        running.cancel()
        try await waitForEnd(of: running)
        #expect(bridge.status.outgoing[0].pending == 4)
        #expect(errors.values.map(\.reason) == [.leftBehind(count: 4)])
        let error = await #expect(throws: BridgeError.self) { try await result(of: delivery)?.get() }
        #expect(error?.reason == .stopped)
        gate.open()
    }

    @Test func whatIsPostedOrSetAfterTheEndIsRefusedAndReported() async throws {
        let level = StateKey("level", default: 0)
        let states = ObserverCenter { [errors] failure in
            if let error = failure.error as? BridgeError { errors.append(error) }
        }
        let token = center.observe(Note.self) { _ in }
        var bridge: MessageBridge? = MessageBridge(
            center, states: states, over: LoopbackLog(clock: clock), as: "a", clock: clock)
        try bridge?.carry(Note.self, as: "notes")
        try bridge?.share(level, as: "level")
        let running = Task { [bridge] in try await bridge?.run() }
        running.cancel()
        try await result(of: running, clock)?.get()
        center.post(Note())
        states.set(level, to: 1)
        #expect(errors.values.map(\.reason) == [.stopped, .stopped])
        #expect(errors.values.map(\.what) == ["notes", "level"])
        #expect(bridge?.status.outgoing.map(\.refused) == [1, 1])
        #expect(bridge?.status.outgoing.allSatisfy(\.isBalanced) == true)
        bridge = nil
        center.post(Note())
        states.set(level, to: 2)
        #expect(errors.values.count == 2)
        token.cancel()
    }

    @Test func aHandlerWhoseDeliveryCannotEndIsCalledAgainInTheNextRun() async throws {
        let notes = Recording<Note>()
        try await log.append([Self.entry(Note(text: "x"))], to: "notes")
        let first = try bridge("a", recordingIn: notes)
        let running = Task { try await first.bridge.run() }
        await wait(clock) { first.bridge.status.outgoing[0].pending > 0 }
        running.cancel()
        try await waitForEnd(of: running)
        first.token.cancel()
        let second = try bridge("b", recordingIn: notes)
        second.connection.isCut = false
        let runningAgain = Task { try await second.bridge.run() }
        await wait(clock) { second.bridge.status.incoming[0].position > 0 }
        try await end(runningAgain)
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

    @Test func aBridgeThatRunsInAHandlerWaitsForItsOwnHandlers() async throws {
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
        await wait(clock) { !begun.values.isEmpty }
        for _ in 1...20 { await pass(clock) }
        #expect(bridge.status.incoming[0].position == 0)
        mayEnd.append(true)
        await wait(clock) { bridge.status.incoming[0].position > 0 }
        for task in running.values { try await end(task) }
        token.cancel()
        starting.cancel()
    }

    private static func entry(_ note: Note) -> LogEntry {
        LogEntry(sender: "w", number: 1, type: "notes", payload: Array(#"{"text":"\#(note.text)"}"#.utf8))
    }

    /// Lets time pass until a bridge has ended.
    private func waitForEnd(of running: Task<Void, any Error>) async throws {
        try await result(of: running, clock, step: .milliseconds(100))?.get()
    }
}
