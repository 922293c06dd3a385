import Dispatchers
import Testing

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
