import Bridging
import DispatchersTesting
import Synchronization
import Testing

/// A log that fails to append more than some entries at once, as an engine with a time limit for a statement does.
private final class SlowLog: MessageLog {
    let log = LoopbackLog()
    let limit: Int
    let largestBatch = Atomic(0)

    init(limit: Int) {
        self.limit = limit
    }

    func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        largestBatch.max(entries.count, ordering: .relaxed)
        if entries.count > limit { throw LogFaultError() }
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

struct BatchTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    let center = MessageCenter()
    let clock = ManualClock()

    @Test(.timeLimit(.minutes(1)), arguments: [1, 3, 64])
    func aBatchThatTheLogCannotTakeIsHalved(_ limit: Int) async throws {
        let log = SlowLog(limit: limit)
        let bridge = MessageBridge(center, over: log, as: "a", clock: clock)
        try bridge.carry(Note.self, as: "notes", .outgoing)
        for _ in 1...200 { center.post(Note()) }
        let running = Task { try await bridge.run() }
        for _ in 1...2_000 where bridge.status.outgoing[0].pending > 0 { await pass() }
        #expect(bridge.status.outgoing[0].appended == 200)
        running.cancel()
        try await running.value
        let page = try await log.page(of: "notes", after: 0, limit: 300)
        #expect(page.entries.map(\.entry.number) == Array(1...200))
    }

    @Test(.timeLimit(.minutes(1))) func aBatchOfLargeMessagesIsSmall() async throws {
        let log = SlowLog(limit: .max)
        let bridge = MessageBridge(center, over: log, as: "a", clock: clock)
        try bridge.carry(Note.self, as: "notes", .outgoing)
        for _ in 1...16 { center.post(Note(text: String(repeating: "x", count: 300 * 1_024))) }
        let running = Task { try await bridge.run() }
        for _ in 1...2_000 where bridge.status.outgoing[0].pending > 0 { await pass() }
        running.cancel()
        try await running.value
        #expect(bridge.status.outgoing[0].appended == 16)
        #expect(log.largestBatch.load(ordering: .relaxed) == 3)
    }

    private func pass() async {
        clock.pass(.seconds(1))
        for _ in 0..<4 { await Task.yield() }
    }
}
