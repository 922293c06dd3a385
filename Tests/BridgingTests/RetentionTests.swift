import Bridging
import DispatchersTesting
import Testing

struct RetentionTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    let center = MessageCenter()
    let clock = ManualClock()
    let log: FaultyLog
    let bridge: MessageBridge

    init() throws {
        var options = BridgeOptions()
        options.retention = .last(10)
        log = FaultyLog(LoopbackLog(clock: clock))
        bridge = MessageBridge(center, over: log, as: "a", options: options, clock: clock)
        try bridge.carry(Note.self, as: "notes", .outgoing)
    }

    @Test(.timeLimit(.minutes(1))) func aStreamIsTrimmedWhenABridgeBegins() async throws {
        try await append(1...20)
        let running = Task { try await bridge.run() }
        #expect(try await first(becomes: 11, in: .zero))
        running.cancel()
        try await running.value
    }

    @Test(.timeLimit(.minutes(1))) func aStreamIsTrimmedAgainAfterTheInterval() async throws {
        let running = Task { try await bridge.run() }
        await firstTrim()
        // As transactions of the app do, whose entries the queue does not count.
        try await append(1...20)
        #expect(try await first(becomes: 11, in: .seconds(10)))
        running.cancel()
        try await running.value
    }

    @Test(.timeLimit(.minutes(1))) func aStreamIsTrimmedAfterManyEntries() async throws {
        let running = Task { try await bridge.run() }
        await firstTrim()
        for _ in 1...1_024 { center.post(Note()) }
        #expect(try await first(becomes: 1_015, in: .zero))
        running.cancel()
        try await running.value
    }

    @Test(.timeLimit(.minutes(1))) func anErrorOfATrimIsInTheStatus() async throws {
        log.isCut = true
        let running = Task { try await bridge.run() }
        for _ in 1...2_000 where bridge.status.outgoing[0].trimFailure == nil { await Task.yield() }
        #expect(bridge.status.outgoing[0].trimFailure == "\(LogFaultError())")
        #expect("\(bridge.status)".hasSuffix("not trimmed: \(LogFaultError())"))
        log.isCut = false
        for _ in 1...2_000 where bridge.status.outgoing[0].trimFailure != nil { await pass(.seconds(10)) }
        #expect(bridge.status.outgoing[0].trimFailure == nil)
        running.cancel()
        try await running.value
    }

    private func firstTrim() async {
        while log.calls == 0, !Task.isCancelled { await Task.yield() }
    }

    private func append(_ numbers: ClosedRange<UInt64>) async throws {
        let entries = numbers.map { LogEntry(sender: "w+", number: $0, type: "notes", payload: []) }
        try await log.append(entries, to: "notes")
    }

    /// Lets time pass until the stream begins at a position.
    private func first(becomes position: UInt64, in step: Duration) async throws -> Bool {
        for _ in 1...2_000 {
            await pass(step)
            if try await log.page(of: "notes", after: 0, limit: 0).first == position { return true }
        }
        return false
    }

    private func pass(_ step: Duration) async {
        clock.pass(step)
        for _ in 0..<4 { await Task.yield() }
    }
}
