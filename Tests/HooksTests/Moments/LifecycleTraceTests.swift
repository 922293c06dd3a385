import Dispatchers
import Hooks
import Testing

@Suite("Trace of moments")
struct LifecycleTraceTests {
    private final class Screen {}

    private let trace = Trace(now: { .zero })
    private let lifecycle: Lifecycle

    init() {
        lifecycle = Lifecycle(name: "screens", trace: trace)
        trace.start()
    }

    @Test("a moment is an event, hooked or not, and its hooks are events inside it") func moments() {
        let opened = Moment<Int>("opened")
        lifecycle.send(opened, to: Screen(), 1) { _ in }
        let written = SourceLocation(line: #line + 1)
        let hook = lifecycle.before(opened, of: Screen.self) { _, _ in }
        let sent = SourceLocation(line: #line + 1)
        lifecycle.send(opened, to: Screen(), 2) { _ in }
        #expect(trace.events.map(\.kind) == [.moment, .moment, .hook])
        #expect(trace.events.map(\.cause) == [nil, nil, 2])
        #expect(trace.events.map(\.scope) == ["screens", "screens", "screens"])
        #expect(trace.events.suffix(2).map(\.location) == [sent, sent])
        #expect(trace.events.last?.receiver == written)
        #expect(trace.events.first?.subject == "opened of Screen")
        withExtendedLifetime(hook) {}
    }

    @Test("a moment that is awaited is an event, too") func awaited() async {
        await lifecycle.send(AwaitedMoment<Void>("closed"), to: Screen()) { await Task.yield() }
        #expect(trace.events.map(\.kind) == [.moment])
        #expect(trace.events.map(\.outcome) == [.done])
    }

    @Test("a trace that is off records nothing") func off() {
        trace.stop()
        lifecycle.send(Moment<Void>("opened"), to: Screen()) {}
        #expect(trace.events.isEmpty)
    }
}
