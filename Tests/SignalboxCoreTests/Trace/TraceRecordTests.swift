import Dispatchers
import Testing

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
