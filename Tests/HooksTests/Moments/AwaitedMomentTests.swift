import Dispatchers
import Hooks
import Testing

extension Moment where Payload == Void {
    fileprivate static var didLoad: Moment { Moment("didLoad") }
}

extension AwaitedMoment where Payload == Void {
    fileprivate static var willStop: AwaitedMoment { AwaitedMoment("willStop") }
}

private protocol Screen { var title: String { get } }

private struct Home: Screen { let title = "home" }

private final class Analytics {
    var lines: [String] = []
}

@Suite struct AwaitedMomentTests {
    private let lifecycle = Lifecycle()
    private let analytics = Analytics()

    @Test("An awaited moment waits for asynchronous advice, one after the other in the order of all hooks")
    func awaitedMomentsWaitForTheirHooks() async {
        let analytics = analytics
        func note(_ text: String) async {
            analytics.lines.append("\(text) begins")
            for _ in 1...3 { await Task.yield() }
            analytics.lines.append("\(text) ends")
        }
        let hooks = [
            lifecycle.after(.willStop, of: Home.self) { _, _ in await note("after") },
            lifecycle.before(.willStop, of: Home.self) { home, _ in await note(home.title) },
            lifecycle.before(.willStop, of: (any Screen).self, priority: 1) { _, _ in analytics.lines.append("first") },
            lifecycle.before(Moment<Void>("willStop"), of: Home.self) { _, _ in analytics.lines.append("never") },
        ]
        lifecycle.before(.willStop, of: Home.self, by: analytics) { me, _, _ in await note("owner") }
        await lifecycle.send(.willStop, to: Home()) { await note("stop") }
        let order = ["home", "owner", "stop", "after"].flatMap { ["\($0) begins", "\($0) ends"] }
        #expect(analytics.lines == ["first"] + order)
        for hook in hooks { hook.cancel() }
        lifecycle.cancel(by: analytics)
        analytics.lines = []
        await lifecycle.send(.willStop, to: Home()) { await note("stop") }
        #expect(analytics.lines == ["stop begins", "stop ends"])
    }

    @Test("C3, C4: hooks come and go while an awaited moment is under way")
    func hooksChangeDuringAnAwaitedMoment() async {
        let (lifecycle, analytics) = (lifecycle, analytics)
        var kept: [Registration] = []
        kept.append(
            lifecycle.before(.willStop, of: Home.self) { _, _ in
                kept.append(lifecycle.before(.willStop, of: Home.self) { _, _ in analytics.lines.append("new") })
                kept.remove(at: 1).cancel()
                lifecycle.send(.didLoad, to: Home()) {}
                await Task.yield()
            })
        for name in ["cancelled", "last"] {
            kept.append(lifecycle.before(.willStop, of: Home.self) { _, _ in analytics.lines.append(name) })
        }
        await lifecycle.send(.willStop, to: Home()) { analytics.lines.append("stop") }
        #expect(analytics.lines == ["last", "stop"])
        withExtendedLifetime(kept) {}
    }

    @Test("cancelAndDrain() waits for advice of an awaited moment, and not inside it")
    func drainingWaitsForAwaitedAdvice() async {
        let own = Slot<Registration>()
        own.value = lifecycle.before(.willStop, of: Home.self) { _, _ in await own.value?.cancelAndDrain() }
        await lifecycle.send(.willStop, to: Home()) {}
        #expect(lifecycle.hooks.isEmpty)
    }
}
