import Bridging
import DispatchersTesting
import Synchronization
import Testing

/// A log that answers every second page only.
private final class LimpingLog: MessageLog {
    let log: LoopbackLog
    private let calls = Atomic(0)

    init(_ log: LoopbackLog) {
        self.log = log
    }

    func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        try await log.append(entries, to: stream)
    }

    func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        let call = calls.add(1, ordering: .relaxed).newValue
        if call.isMultiple(of: 2) { throw LogFaultError() }
        return try await log.page(of: stream, after: position, limit: limit)
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

struct RetryingTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    @Test(.timeLimit(.minutes(1)), arguments: [nil, "g"] as [GroupName?])
    func aPauseAfterAnErrorIsShortWhenSomethingWasRead(_ group: GroupName?) async throws {
        let clock = ManualClock()
        let log = LoopbackLog(clock: clock)
        var options = BridgeOptions()
        options.batchSize = 1
        let center = MessageCenter()
        let bridge = MessageBridge(center, over: LimpingLog(log), as: "a", options: options, clock: clock)
        try bridge.carry(Note.self, as: "notes", .incoming, group: group)
        let token = center.observe(Note.self) { _ in }
        let running = Task { try await bridge.run() }
        while !bridge.status.incoming[0].isReading { await pass(clock) }
        let payload = Array(#"{"text":"x"}"#.utf8)
        let entries = (1...40).map { LogEntry(sender: "w", number: $0, type: "notes", payload: payload) }
        try await log.append(entries, to: "notes")
        let begin = clock.now
        for _ in 1...10_000 where bridge.status.incoming[0].position < 40 { await pass(clock) }
        #expect(bridge.status.incoming[0].position == 40)
        // A tenth of a second for each error, and not ten seconds.
        #expect(begin.duration(to: clock.now) < .seconds(12))
        running.cancel()
        try await running.value
        token.cancel()
    }

    private func pass(_ clock: ManualClock) async {
        clock.pass(.milliseconds(20))
        for _ in 0..<8 { await Task.yield() }
    }
}
