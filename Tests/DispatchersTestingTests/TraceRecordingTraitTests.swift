import Dispatchers
import DispatchersTesting
import Testing

@Suite("Trace of a failing test")
struct TraceRecordingTraitTests {
    private struct Ping: Sendable {}
    private struct Pong: Sendable {}
    private struct Other: Sendable {}
    private struct Failure: Error {}

    private let trace = Trace()
    private let printed = Recording<String>()
    private let center: MessageCenter
    private let registration: Registration

    init() {
        let center = MessageCenter(trace: trace, onDeadLetter: { _ in })
        self.center = center
        registration = center.observe(Ping.self) { [weak center] _ in center?.post(Pong()) }
    }

    /// Runs a body as a test with the trait.
    private func run(_ body: @Sendable () async throws -> Void) async throws {
        let trait = TraceRecordingTrait(of: trace) { [printed] in printed.append($0) }
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    }

    @Test("A test that fails prints what it led to, and not what others did", .compactMapIssues { _ in nil })
    func failing() async throws {
        try await run { [center, trace] in
            center.post(Ping())
            _ = await Task.detached { center.post(Other()) }.value
            await center.settled()
            #expect(trace.events.count == 5)
            Issue.record("the test fails")
        }
        #expect(printed.values.count == 1)
        let lines = printed.values.first?.split(separator: "\n").map(String.init) ?? []
        try #require(lines.count == 5)
        #expect(lines[0] == "The trace of the test “A test that fails prints what it led to, and not what others did”:")
        #expect(lines[1].hasPrefix("span A test that fails"))
        #expect(lines[2].hasPrefix("  post Ping"))
        #expect(lines[3].hasPrefix("    delivery Ping"))
        #expect(lines[4].hasPrefix("      post Pong"))
    }

    @Test("A test that throws prints its trace")
    func throwing() async throws {
        await #expect(throws: Failure.self) {
            try await run { [center] in
                center.post(Ping())
                throw Failure()
            }
        }
        #expect(printed.values.count == 1)
        #expect(printed.values.first?.contains("post Pong") == true)
    }

    @Test("A test that passes prints nothing, and the trace is stopped")
    func passing() async throws {
        try await run { [center] in center.post(Ping()) }
        center.post(Ping())
        #expect(printed.values.isEmpty)
        #expect(trace.events.count == 4)
    }

    @Test("A test whose only issues are known prints nothing")
    func knownIssues() async throws {
        try await run { [center] in
            center.post(Ping())
            withKnownIssue { Issue.record("known") }
        }
        #expect(printed.values.isEmpty)
    }

    #if compiler(>=6.3)
        @Test("A test with a warning prints nothing")
        func warnings() async throws {
            try await run { [center] in
                center.post(Ping())
                Issue.record("a warning", severity: .warning)
            }
            #expect(printed.values.isEmpty)
        }
    #endif

    @Test("A trace that was on stays on, and one that several tests use is stopped with the last")
    func starting() async throws {
        try await run {
            try await run {}
            center.post(Other())
        }
        #expect(trace.events.map(\.subject).contains("Other"))
        trace.start()
        try await run {}
        let count = trace.events.count
        center.post(Other())
        #expect(trace.events.count == count + 1)
    }

    @Test("The trait can be written at a test and at a suite", .recordsTrace)
    func spelling() {
        let center = MessageCenter(onDeadLetter: { _ in })
        center.post(Ping())
        #expect(Trace.shared.tree.contains("The trait can be written"))
    }

    @Suite("With the trait", .recordsTrace) struct Inner {
        @Test("Each test of a suite with the trait is recorded") func recording() {
            #expect(Trace.shared.tree.contains("Each test of a suite"))
        }
    }
}
