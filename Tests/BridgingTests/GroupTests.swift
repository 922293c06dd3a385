import Bridging
import DispatchersTesting
import Testing

/// Messages that a group receives and that not all handlers handle.
@Suite(.timeLimit(.minutes(10)))
struct GroupTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    let center = MessageCenter(onDeadLetter: { _ in })
    let clock = ManualClock()
    let log: LoopbackLog
    let letters: Recording<RemoteDeadLetter>

    init() {
        log = LoopbackLog(clock: clock)
        letters = center.record(RemoteDeadLetter.self)
    }

    @Test(arguments: [false, true])
    func aMessageThatNothingObservesIsADeadLetter(_ isSentToo: Bool) async throws {
        let bridge = MessageBridge(center, over: log, as: "a", clock: clock)
        if isSentToo { try bridge.carry(Note.self, as: "notes", .outgoing) }
        try bridge.carry(Note.self, as: "notes", .incoming, group: "g")
        try await receive(1, from: "v", by: bridge)
        #expect(letters.values.map(\.reason) == [.unobserved])
        let token = center.observe(Note.self) { _ in }
        try await receive(1, from: "w", by: next(of: bridge))
        token.cancel()
        #expect(letters.values.count == 1)
    }

    /// Returns a bridge that is declared in the same way.
    private func next(of bridge: MessageBridge) throws -> MessageBridge {
        let next = MessageBridge(center, over: log, as: "b", clock: clock)
        if !bridge.status.outgoing.isEmpty { try next.carry(Note.self, as: "notes", .outgoing) }
        try next.carry(Note.self, as: "notes", .incoming, group: "g")
        return next
    }

    @Test func aMessageThatAFullQueueDropsIsADeadLetter() async throws {
        let bridge = MessageBridge(center, over: log, as: "a", clock: clock)
        try bridge.carry(Note.self, as: "notes", .incoming, group: "g")
        let sequence = center.messages(of: Note.self, buffer: .dropNewest(beyond: 2))
        let token = center.observe(Note.self) { _ in }
        try await receive(3, from: "v", by: bridge)
        #expect(letters.values.map(\.reason) == [.dropped(1)])
        #expect(bridge.status.incoming[0].delivered == 2)
        withExtendedLifetime((sequence, token)) {}
    }

    /// Appends messages, and runs a bridge until it has received them.
    private func receive(_ count: UInt64, from sender: String, by bridge: MessageBridge) async throws {
        let payload = Array(#"{"text":"x"}"#.utf8)
        let entries = (1...count).map { LogEntry(sender: sender, number: $0, type: "notes", payload: payload) }
        let last = try await log.page(of: "notes", after: 0, limit: 0).last + count
        try await log.append(entries, to: "notes")
        let running = Task { try await bridge.run() }
        await wait(clock) { bridge.status.incoming[0].position >= last }
        try await end(running)
        #expect(bridge.status.incoming[0].position == last)
    }
}
