import Bridging
import DispatchersTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
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

    @Test func aStreamIsTrimmedWhenABridgeBegins() async throws {
        try await append(1...20)
        let running = Task { try await bridge.run() }
        try await waitForFirst(11, in: .zero)
        try await end(running)
    }

    @Test func aStreamIsTrimmedAgainAfterTheInterval() async throws {
        let running = Task { try await bridge.run() }
        await firstTrim()
        // As transactions of the app do, whose entries the queue does not count.
        try await append(1...20)
        try await waitForFirst(11, in: .seconds(10))
        try await end(running)
    }

    @Test func aStreamIsTrimmedAfterManyEntries() async throws {
        let running = Task { try await bridge.run() }
        await firstTrim()
        for _ in 1...1_024 { center.post(Note()) }
        try await waitForFirst(1_015, in: .zero)
        try await end(running)
    }

    @Test func anErrorOfATrimIsInTheStatus() async throws {
        log.isCut = true
        let running = Task { try await bridge.run() }
        await wait { bridge.status.outgoing[0].trimFailure != nil }
        #expect(bridge.status.outgoing[0].trimFailure == "\(LogFaultError())")
        #expect("\(bridge.status)".hasSuffix("not trimmed: \(LogFaultError())"))
        log.isCut = false
        await wait(clock, step: .seconds(10)) { bridge.status.outgoing[0].trimFailure == nil }
        try await end(running)
    }

    private func firstTrim() async {
        await wait { log.calls > 0 }
    }

    private func append(_ numbers: ClosedRange<UInt64>) async throws {
        let entries = numbers.map { LogEntry(sender: "w+", number: $0, type: "notes", payload: []) }
        try await log.append(entries, to: "notes")
    }

    /// Lets time pass until the stream begins at a position.
    private func waitForFirst(
        _ position: UInt64, in step: Duration, at location: Testing.SourceLocation = #_sourceLocation
    ) async throws {
        try await wait(clock, step: step, at: location) {
            try await log.page(of: "notes", after: 0, limit: 0).first == position
        }
    }
}
