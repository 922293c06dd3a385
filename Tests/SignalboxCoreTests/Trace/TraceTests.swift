import Dispatchers
import Foundation
import Testing

@testable import SignalboxCore

@Suite("Details of a trace")
struct TraceDetailTests {
    private struct Item: Sendable {
        var id = 42
        var name = "lamp"
    }

    private struct Password: Sendable, CustomStringConvertible {
        let description = "hunter2"
    }

    static let printed: [(any Sendable, String)] = [
        (1, "1"), ("lamp", "lamp"), (Int?.none, "nil"), (Item(), #"Item(id: 42, name: "lamp")"#), ([1, 2], "[1, 2]"),
        (Password(), "hunter2"),
    ]

    @Test("A value is described as print() writes it", arguments: printed.indices) func prints(index: Int) {
        let (value, text) = Self.printed[index]
        #expect(TraceDetails.short.text(of: value) == text)
    }

    @Test("A description is truncated at the limit and never inside a character") func truncates() {
        #expect(TraceDetails(limit: 5).text(of: "abcdef") == "abcde…")
        #expect(TraceDetails(limit: 5).text(of: "abcde") == "abcde")
        #expect(TraceDetails(limit: 2).text(of: "aéb") == "a…")
        #expect(TraceDetails(limit: 4).text(of: ["abcdef"]) == "[\"ab…")
        #expect(TraceDetails(limit: 10).text(of: Array(0..<1_000)) == "[0, 1, 2, …")
    }

    @Test("A custom description hides a secret and leaves other values") func customDescriptions() {
        let details = TraceDetails(limit: 100) { $0 is Password ? "•••" : nil }
        #expect(details.text(of: Password()) == "•••")
        #expect(details.text(of: 1) == "1")
    }

    @Test("An error is described as the trace describes values, within 1,000 bytes") func errors() {
        struct Wrong: Error { let text: String }
        let trace = Trace(now: { .zero })
        trace.start()
        #expect(throws: Wrong.self) { try trace.span("work") { throw Wrong(text: "a") } }
        trace.start(describing: TraceDetails(limit: 2) { $0 is Wrong ? "•••" : nil })
        #expect(throws: Wrong.self) { try trace.span("work") { throw Wrong(text: "a") } }
        let long = Wrong(text: String(repeating: "a", count: 2_000))
        trace.start()
        #expect(throws: Wrong.self) { try trace.span("work") { throw long } }
        let outcomes = trace.events.map(\.outcome)
        #expect(outcomes.prefix(2) == [.failed(#"Wrong(text: "a")"#), .failed("•••")])
        #expect(outcomes.last == .failed(String("\(long)".prefix(1_000)) + "…"))
    }
}

@Suite("Muted events of a trace") struct TraceMuteTests {
    private struct Tick: Sendable {}
    private struct Saved: Sendable {}

    private let trace = Trace(now: { .zero })
    private let center: MessageCenter

    init() {
        center = MessageCenter(trace: trace)
        trace.start(describing: .short)
    }

    @Test("Events of a muted kind are not recorded, and their effects have the cause before them") func kinds() {
        let center = center
        let observed = center.observe(Tick.self) { _ in center.post(Saved()) }
        trace.muted = TraceMute(kinds: [.delivery])
        center.post(Tick())
        #expect(trace.events.map(\.subject) == ["Tick", "Saved"])
        #expect(trace.events.map(\.cause) == [nil, 1])
        withExtendedLifetime(observed) {}
    }

    @Test("Events of a muted subject are not recorded, and an effect without another cause has none") func subjects() {
        let center = center
        let observed = center.observe(Tick.self) { _ in center.post(Saved()) }
        trace.muted = TraceMute(subjects: ["Tick"])
        center.post(Tick())
        trace.span("save") { _ = center.post(Tick()) }
        #expect(trace.events.map(\.subject) == ["Saved", "save", "Saved"])
        #expect(trace.events.map(\.cause) == [nil, nil, 2])
        withExtendedLifetime(observed) {}
    }

    @Test("The end, the outcome and the values of a muted event do not change its cause") func endsNothing() {
        trace.span("save") {
            trace.muted = TraceMute(subjects: ["Tick"])
            center.post(Tick())
            #expect(trace.events.map(\.outcome) == [.running])
        }
        #expect(trace.events.map(\.outcome) == [.done])
        #expect(trace.events.map(\.values) == [[]])
    }

    @Test("On another actor, effects of a muted message have the cause of the message") func acrossActors() async {
        let center = center
        let received = Probe<Int>()
        let observed = center.observe(Tick.self) { @MainActor _ in
            center.post(Saved())
            received.report(1)
        }
        trace.muted = TraceMute(subjects: ["Tick"])
        let task = Task.detached { [trace] in trace.span("save") { _ = center.post(Tick()) } }
        await task.value
        _ = await received.values(1)
        #expect(trace.events.map(\.subject) == ["save", "Saved"])
        #expect(trace.events.map(\.cause) == [nil, 1])
        withExtendedLifetime(observed) {}
    }

    @Test("Events are recorded again when they are not muted any more") func unmutes() {
        trace.muted = TraceMute(kinds: [.post], subjects: ["Saved"])
        center.post(Tick())
        trace.muted = TraceMute()
        center.post(Tick())
        #expect(trace.muted == TraceMute())
        #expect(trace.events.map(\.subject) == ["Tick"])
    }
}

@Suite("Contexts of callers in a trace") struct TraceCallerContextTests {
    @TaskLocal private static var request: String?

    private let trace = Trace(capacity: 2, now: { .zero })

    @Test("An event without a cause keeps the context of its caller, and its effect keeps none") func keeps() {
        trace.callerContext = { Self.request }
        trace.start()
        Self.$request.withValue("GET /cart") { trace.span("handle") { trace.span("load") {} } }
        #expect(trace.events.map(\.subject) == ["handle", "load"])
        #expect(trace.events.map { $0.callerContext as? String } == ["GET /cart", nil])
    }

    @Test("No context is asked for by default, and after it was set to nil") func removes() {
        let asked = Probe<Int>()
        trace.start()
        trace.span("before") {}
        trace.callerContext = {
            asked.report(1)
            return "context"
        }
        trace.callerContext = nil
        trace.span("after") {}
        #expect(asked.values.isEmpty)
        #expect(trace.events.map { $0.callerContext == nil } == [true, true])
    }

    @Test("A context is released outside of the lock of the trace, when its event is overwritten or removed")
    func releases() {
        let lastIDs = Probe<UInt64>()
        trace.callerContext = { [trace] in Canary { lastIDs.report(trace.lastID) } }
        trace.start()
        for _ in 0..<3 { trace.span("work") {} }
        #expect(lastIDs.values == [3])
        trace.clear()
        #expect(lastIDs.values == [3, 3, 3])
        #expect(trace.events.isEmpty)
        trace.callerContext = nil
    }
}

@Suite("Logs of a trace") struct TraceLogTests {
    private let trace = Trace()

    private func record() {
        trace.end(trace.begin(TraceEvent(.span, of: "work", at: SourceLocation())))
    }

    @Test("C4: A log cancelled by another log is not called") func cancelledByAnother() {
        let second = Probe<Int>()
        let registration = Slot<Registration>()
        let first = trace.log { _ in _ = registration.value?.cancel() }
        registration.value = trace.log { _ in second.report(1) }
        trace.start()
        record()
        #expect(second.values.isEmpty)
        first.cancel()
    }

    @Test("cancelAndDrain() waits for a running call of a log") func drains() async {
        let (began, ended, drained) = (Probe<Bool>(), Probe<Bool>(), Probe<Bool>())
        let log = trace.log { _ in
            began.report(true)
            for _ in 0..<1_000 where drained.values.isEmpty { sched_yield() }
            ended.report(true)
        }
        trace.start()
        Thread.detachNewThread { record() }
        _ = await began.values(1)
        await log.cancelAndDrain()
        let isEarly = ended.values.isEmpty
        drained.report(true)
        #expect(!isEarly)
        _ = await ended.values(1)
    }
}

@Suite("The tree of a trace") struct TraceTreeTests {
    /// A trace of a chain of events, each the cause of the next.
    private func chain(of count: Int) -> Trace {
        let trace = Trace(capacity: count) { .zero }
        trace.start()
        var cause: Trace.Cause?
        for number in 0..<count {
            let event = TraceEvent(.span, of: "\(number)", at: SourceLocation())
            cause = trace.begin(event, because: cause)
        }
        return trace
    }

    private func indentation(of line: Substring) -> Int { line.prefix { $0 == " " }.count }

    @Test("Each event is indented below its cause") func indents() {
        let lines = chain(of: 3).tree.split(separator: "\n")
        #expect(lines.map(indentation) == [0, 2, 4])
    }

    @Test("A line beyond the deepest indentation has its depth") func statesDepth() {
        let lines = chain(of: 70).tree.split(separator: "\n")
        #expect(lines.map(indentation).max() == 128)
        #expect(lines[64].dropFirst(128).hasPrefix("span 64"))
        #expect(lines[69].dropFirst(128).hasPrefix("(depth 69) span 69"))
    }

    @Test("The text of a long chain grows in proportion to its length") func growsLinearly() {
        let length = chain(of: 2_000).tree.utf8.count
        let doubled = chain(of: 4_000).tree.utf8.count
        #expect(Double(doubled) / Double(length) < 2.2)
    }
}
