import Dispatchers
import Foundation
import SignalboxCore
import Testing

/// The rules that Perfetto has for the trace-event format, checked on exported traces.
@Suite("The exported trace") struct ChromeTraceTests {
    /// A clock that is set by hand, in nanoseconds.
    private final class Clock: Sendable {
        private let time = Protected(Int64(0))

        var now: Duration { .nanoseconds(time.withLock { $0 }) }

        func set(_ nanoseconds: Int64) { time.withLock { $0 = nanoseconds } }
    }

    private let clock = Clock()
    private let trace: Trace

    init() {
        trace = Trace { [clock] in clock.now }
        trace.start()
    }

    private func begin(_ name: String, at time: Int64, because cause: Trace.Cause? = nil) -> Trace.Cause? {
        clock.set(time)
        return trace.begin(TraceEvent(.span, of: name, at: SourceLocation()), because: cause)
    }

    private func end(_ event: Trace.Cause?, at time: Int64) {
        clock.set(time)
        trace.end(event)
    }

    private func read() throws -> ChromeFile { try ChromeFile(trace.chromeJSON) }

    @Test("Nested events are on one track, and times are exact nanoseconds") func nests() throws {
        let outer = begin("outer", at: 1_000_000_001)
        end(begin("inner", at: 1_000_000_003, because: outer), at: 1_000_000_006)
        end(outer, at: 1_000_000_006)
        let file = try read()
        #expect(try file.brokenRules() == [])
        #expect(Set(file.slices.map(\.track)).count == 1)
        #expect(file.slices.map(\.start) == [1_000_000_001, 1_000_000_003])
        #expect(file.slices.map(\.end) == [1_000_000_006, 1_000_000_006])
    }

    @Test("An event that ends after a later one of its thread is on a track of its own") func overlaps() throws {
        let first = begin("first", at: 0)
        let second = begin("second", at: 10, because: first)
        let third = begin("third", at: 20, because: second)
        end(first, at: 30)
        end(second, at: 40)
        end(third, at: 50)
        let file = try read()
        #expect(try file.brokenRules() == [])
        #expect(Set(file.slices.map(\.track)).count == 3)
        #expect(Set(file.trackNames.values).count == 3)
    }

    @Test("Each cause has one arrow to each of its effects") func arrows() async throws {
        let cause = begin("cause", at: 0)
        end(cause, at: 5)
        await withTaskGroup { group in
            for _ in 0..<4 { group.addTask { end(begin("effect", at: 9, because: cause), at: 9) } }
        }
        let file = try read()
        #expect(try file.brokenRules() == [])
        #expect(file.arrows.map(\.phase).sorted() == ["f", "f", "f", "f", "s", "s", "s", "s"])
    }

    @Test("A running event is drawn to the end of the last event") func running() throws {
        let running = begin("running", at: 0)
        end(begin("last", at: 10, because: running), at: 70)
        let file = try read()
        #expect(try file.brokenRules() == [])
        #expect(file.slices.map(\.end) == [70, 70])
    }

    @Test("A file of records has what was changed in them, and the time at which their trace began") func files() throws
    {
        var record = TraceRecord(id: 7, kind: "set", subject: "cart", at: "A/B.swift:1")
        record.values = ["short…"]
        record.duration = .nanoseconds(1_001)
        let text = Trace.chromeJSON(of: [record], since: .seconds(5))
        let file = try ChromeFile(text)
        #expect(try file.brokenRules() == [])
        #expect(file.slices.map(\.end) == [1_001])
        #expect(text.contains(#""startTime":"5000000000""#))
        #expect(text.contains(#""values":["short…"]"#))
    }

    @Test("An effect whose cause was overwritten has no arrow") func overwrittenCauses() throws {
        let trace = Trace(capacity: 1) { .zero }
        trace.start()
        trace.span("cause") { trace.span("effect") {} }
        let file = try ChromeFile(trace.chromeJSON)
        #expect(try file.brokenRules() == [])
        #expect(file.slices.count == 1)
        #expect(file.arrows.isEmpty)
    }

    @Test("Subjects with quotes, line breaks and control characters are valid JSON") func hostileTexts() throws {
        let name = "\"\\\n\u{1}</script> é \u{2028}"
        end(begin(name, at: 0), at: 1)
        #expect(try read().slices.map(\.name) == ["span \(name)"])
    }

    @Test("Many overlapping events keep the rules", arguments: 1...20 as ClosedRange<UInt64>)
    func manyEvents(seed: UInt64) throws {
        var random = Xorshift(seed: seed)
        var open: [Trace.Cause] = []
        for time in 0..<300 as Range<Int64> {
            if open.isEmpty || Bool.random(using: &random) {
                if let event = begin("event", at: time, because: open.randomElement(using: &random)) {
                    open.append(event)
                }
            } else {
                end(open.remove(at: Int.random(in: open.indices, using: &random)), at: time)
            }
        }
        #expect(try read().brokenRules() == [])
    }

    @Test("The wall-clock time at which a trace was created is between the times around that") func startTime() {
        let before = Date().timeIntervalSince1970
        let start = Trace().startTime / .seconds(1)
        #expect(before - 0.001 <= start && start <= Date().timeIntervalSince1970 + 0.001)
        #expect(trace.chromeJSON.contains("\"otherData\":{\"startTime\":\""))
    }
}

/// A file of Chrome's trace-event format, as a reader sees it.
private struct ChromeFile {
    struct Slice {
        let name: String
        let track: Int
        let start: Int64
        let end: Int64
    }

    struct Arrow {
        let phase: String
        let track: Int
        let time: Int64
        let key: String
        let bindsToEnclosing: Bool
    }

    private(set) var slices: [Slice] = []
    private(set) var arrows: [Arrow] = []
    private(set) var trackNames: [Int: String] = [:]

    init(_ text: String) throws {
        let file = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        for entry in try #require(file["traceEvents"] as? [[String: Any]]) {
            let phase = try #require(entry["ph"] as? String)
            let name = try #require(entry["name"] as? String)
            let track = try #require(entry["tid"] as? Int)
            #expect(entry["pid"] as? Int == 1)
            if phase == "M" {
                #expect(name == "thread_name")
                trackNames[track] = try #require((entry["args"] as? [String: Any])?["name"] as? String)
                continue
            }
            let time = try Self.nanoseconds(entry["ts"])
            let category = try #require(entry["cat"] as? String)
            if phase == "X" {
                let end = try time + Self.nanoseconds(entry["dur"])
                slices.append(Slice(name: name, track: track, start: time, end: end))
            } else {
                let id = try #require(entry["id"] as? Int)
                let arrow = Arrow(
                    phase: phase, track: track, time: time, key: "\(category) \(name) \(id)",
                    bindsToEnclosing: entry["bp"] as? String == "e")
                arrows.append(arrow)
            }
        }
    }

    private static func nanoseconds(_ value: Any?) throws -> Int64 {
        let number = try #require(value as? NSNumber)
        return Int64((number.doubleValue * 1_000).rounded())
    }

    /// The rules that the file breaks.
    func brokenRules() throws -> [String] {
        var broken: [String] = []
        for slice in slices where slice.start < 0 || slice.end < slice.start { broken.append("time of \(slice)") }
        for slice in slices where trackNames[slice.track] == nil { broken.append("unnamed track of \(slice)") }
        for (track, slices) in Dictionary(grouping: slices, by: \.track) {
            var open: [Slice] = []
            // A reader sorts by time, and keeps the order of the file otherwise.
            for slice in slices.enumerated().sorted(by: {
                ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
            })
            .map(\.element) {
                open.removeAll { $0.end <= slice.start }
                if let outer = open.last, outer.end < slice.end { broken.append("overlap on \(track)") }
                open.append(slice)
            }
        }
        for (key, pair) in Dictionary(grouping: arrows, by: \.key) {
            if pair.map(\.phase) != ["s", "f"] { broken.append("unpaired \(key)") }
            if let start = pair.first, let end = pair.last, start.time > end.time { broken.append("backward \(key)") }
        }
        for arrow in arrows {
            let isInSlice = slices.contains {
                $0.track == arrow.track && $0.start <= arrow.time && arrow.time <= $0.end
            }
            if !isInSlice { broken.append("arrow outside of slices \(arrow)") }
            if arrow.phase == "f", !arrow.bindsToEnclosing { broken.append("unbound \(arrow)") }
        }
        return broken
    }
}

@Suite("Records of events") struct TraceRecordTests {
    private struct Picked: Sendable { var name = "lamp" }

    private func makeTrace() -> Trace {
        let time = Probe<Int>()
        return Trace {
            time.report(1)
            return .nanoseconds(time.values.count * 1_500)
        }
    }

    @Test("The time of a trace is that of the clock of its events") func now() {
        let trace = makeTrace()
        #expect(trace.now == .nanoseconds(1_500))
        trace.start()
        trace.span("work") {}
        #expect(trace.events.map(\.time) == [.nanoseconds(3_000)])
        #expect(trace.now == .nanoseconds(6_000))
    }

    @Test("A record has all that an event has, as texts") func copies() throws {
        let trace = makeTrace()
        let center = MessageCenter(name: "app", trace: trace)
        let receiver = SourceLocation(line: #line + 1)
        let observer = center.observe(Picked.self) { _ in }
        trace.start(describing: .short)
        let location = SourceLocation(line: #line + 1)
        center.post(Picked())
        let records = trace.events.map { TraceRecord($0) }
        var post = TraceRecord(id: 1, kind: "post", subject: "Picked", at: "\(location)")
        #expect(post.outcome == "running")
        post.type = records.first?.type
        post.scope = "app"
        post.outcome = "done"
        post.values = [#"Picked(name: "lamp")"#]
        post.time = .nanoseconds(1_500)
        post.duration = .nanoseconds(4_500)
        post.thread = trace.events.first?.thread ?? 0
        #expect(records.first == post)
        #expect(records.last?.cause == 1)
        #expect(records.last?.receiver == "\(receiver)")
        withExtendedLifetime(observer) {}
    }

    @Test("The name of a type has its module, and a subject that is a text has none") func typeNames() {
        let trace = makeTrace()
        trace.start()
        MessageCenter(trace: trace, onError: { _ in }).post(Duration.zero)
        trace.span("work") {}
        #expect(trace.events.map(\.typeName) == ["Swift.Duration", nil])
    }

    @Test("The file of a trace is that of the records of its events") func sameFile() {
        let trace = makeTrace()
        trace.start()
        trace.span("work") {}
        let records = trace.events.map { TraceRecord($0) }
        #expect(trace.chromeJSON == Trace.chromeJSON(of: records, since: trace.startTime))
        #expect(trace.chromeJSON.contains("span work"))
    }
}
