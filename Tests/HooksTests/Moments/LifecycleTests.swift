import Dispatchers
import Hooks
import Testing

extension Moment where Payload == Bool {
    fileprivate static var willAppear: Moment { Moment("willAppear") }
}

extension Moment where Payload == Void {
    fileprivate static var didLoad: Moment { Moment("didLoad") }
}

private protocol Screen { var title: String { get } }

private struct Home: Screen { let title = "home" }

private class Form: Screen { var title: String { "form" } }

private final class LoginForm: Form {
    override var title: String { "login" }
}

/// An object that a hook captured, which does something when it is released.
private final class Departure {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    deinit { body() }
}

private final class Analytics {
    var lines: [String] = []
}

@Suite struct LifecycleTests {
    private let lifecycle = Lifecycle()
    private let analytics = Analytics()

    private func show(_ component: some Any, animated: Bool = true) {
        lifecycle.send(.willAppear, to: component, animated) { animated in analytics.lines.append("body \(animated)") }
    }

    @Test func aProtocolsHookAppliesToEveryConformerBeforeAndAfterItsFirstUse() {
        show(Home())
        let hook = lifecycle.after(.willAppear, of: (any Screen).self) { [analytics] screen, animated in
            analytics.lines.append("\(screen.title) \(animated)")
        }
        show(Home())
        show(LoginForm() as any Screen, animated: false)
        show(1)
        #expect(analytics.lines == ["body true", "body true", "home true", "body false", "login false", "body true"])
        #expect(hook.cancel())
        #expect(!hook.cancel())
    }

    @Test func aHookAddedBetweenMomentsOfATypeAppliesToTheNext() {
        let analytics = analytics
        let first = lifecycle.before(.willAppear, of: Home.self) { _, _ in analytics.lines.append("first") }
        show(Home())
        let second = lifecycle.before(.willAppear, of: Home.self) { _, _ in analytics.lines.append("second") }
        show(Home())
        first.cancel()
        show(Home())
        #expect(analytics.lines == ["first", "body true", "first", "second", "body true", "second", "body true"])
        second.cancel()
    }

    @Test func momentsOfOneNameAndOtherPayloadsAreOthers() {
        let analytics = analytics
        let hook = lifecycle.before(Moment<Any>("tick"), of: Home.self) { _, _ in analytics.lines.append("any") }
        lifecycle.send(Moment<Int>("tick"), to: Home(), 1) { _ in }
        #expect(analytics.lines.isEmpty)
        lifecycle.send(Moment<Any>("tick"), to: Home(), 1) { _ in }
        #expect(analytics.lines == ["any"])
        hook.cancel()
    }

    @Test("C19: the captures of a released owner's hook are released with the next moment")
    func deadOwnersAreForgotten() {
        weak var captured: Canary?
        do {
            let (owner, canary) = (Analytics(), Canary())
            captured = canary
            lifecycle.before(.willAppear, of: Home.self, by: owner) { _, _, _ in _ = canary }
            show(Home())
        }
        show(Home())
        #expect(captured == nil)
    }

    @Test("C4: an owner's hooks that a hook ends during a moment do not start any more")
    func endingAnOwnersHooksInsideAMomentSkips() {
        let (lifecycle, analytics) = (lifecycle, analytics)
        let first = lifecycle.before(.willAppear, of: Home.self, priority: 1) { _, _ in lifecycle.cancel(by: analytics)
        }
        lifecycle.before(.willAppear, of: Home.self, by: analytics) { analytics, _, _ in
            analytics.lines.append("called")
        }
        show(Home())
        #expect(analytics.lines == ["body true"])
        first.cancel()
    }

    @Test("C2: priority, then protocols and superclasses outside the type, then registration")
    func hooksRunFromTheOutsideIn() {
        let analytics = analytics
        let hooks = [
            lifecycle.before(.willAppear, of: LoginForm.self) { _, _ in analytics.lines.append("type") },
            lifecycle.before(.willAppear, of: (any Screen).self) { _, _ in analytics.lines.append("protocol") },
            lifecycle.before(.willAppear, of: Form.self) { _, _ in analytics.lines.append("superclass") },
            lifecycle.before(.willAppear, of: LoginForm.self, priority: 1) { _, _ in analytics.lines.append("high") },
            lifecycle.after(.willAppear, of: (any Screen).self) { _, _ in analytics.lines.append("last") },
        ]
        show(LoginForm())
        #expect(analytics.lines == ["high", "protocol", "superclass", "type", "body true", "last"])
        #expect(lifecycle.hooks.map(\.location) == hooks.map(\.location))
        #expect(lifecycle.hooks[1].what == "before willAppear of Screen")
        for hook in hooks { hook.cancel() }
    }

    @Test func aroundChangesThePayloadAndMayWithholdTheBody() {
        let quiet = lifecycle.around(.willAppear, of: (any Screen).self) { _, _, proceed in proceed(false) }
        show(Home())
        quiet.cancel()
        let veto = lifecycle.around(.willAppear, of: Home.self) { _, _, _ in }
        show(Home())
        #expect(analytics.lines == ["body false"])
        veto.cancel()
    }

    @Test func momentsWithoutPayloadAreSentWithoutOne() {
        let analytics = analytics
        let hooks = [
            lifecycle.before(.didLoad, of: Home.self) { home, _ in analytics.lines.append(home.title) },
            lifecycle.around(.didLoad, of: Home.self) { _, _, proceed in proceed(()) },
            lifecycle.after(.didLoad, of: Home.self) { _, _ in analytics.lines.append("after") },
        ]
        lifecycle.before(.didLoad, of: Home.self, by: analytics) { me, _, _ in me.lines.append("owned") }
        lifecycle.send(.didLoad, to: Home()) { analytics.lines.append("load") }
        #expect(analytics.lines == ["home", "owned", "load", "after"])
        for hook in hooks { hook.cancel() }
    }

    @Test("C3, C4: adding and cancelling inside a hook")
    func hooksMayChangeHooks() {
        let analytics = analytics
        var kept: [Registration] = []
        kept.append(
            lifecycle.before(.willAppear, of: Home.self) { [lifecycle] _, _ in
                analytics.lines.append("outer")
                kept.append(lifecycle.before(.willAppear, of: Home.self) { _, _ in analytics.lines.append("new") })
                kept[1].cancel()
            })
        kept.append(lifecycle.before(.willAppear, of: Home.self) { _, _ in analytics.lines.append("cancelled") })
        show(Home())
        #expect(analytics.lines == ["outer", "body true"])
        show(Home())
        #expect(analytics.lines.filter { $0 == "new" }.count == 1)
        kept[0].cancel()
        kept = []
    }

    @Test("C5: an owner is never kept alive, and ends its hooks early")
    func hooksEndWithTheirOwner() {
        do {
            let owner = Analytics()
            lifecycle.after(.willAppear, of: (any Screen).self, by: owner) { [analytics] _, screen, _ in
                analytics.lines.append(screen.title)
            }
            show(Home())
        }
        lifecycle.before(.willAppear, of: Home.self, by: analytics) { me, _, _ in me.lines.append("early") }
        lifecycle.cancel(by: analytics)
        show(Home())
        #expect(analytics.lines == ["body true", "home", "body true"])
        #expect(lifecycle.hooks.isEmpty)
    }

    @Test func whatACancelledHookCapturedIsReleasedAtTheNextUse() {
        weak var captured: Analytics?
        let hook = {
            let own = Analytics()
            captured = own
            return lifecycle.before(.didLoad, of: Home.self) { _, _ in own.lines.append("called") }
        }()
        hook.cancel()
        lifecycle.send(.didLoad, to: Home()) {}
        #expect(captured == nil)
    }

    @Test("Captures of an ended hook may add hooks while they are released")
    func releasedCapturesMayHook() {
        let (lifecycle, analytics) = (lifecycle, analytics)
        var kept: [Registration] = []
        let hook = { [canary = Departure { kept.append(lifecycle.before(.didLoad, of: Home.self) { _, _ in }) }] in
            lifecycle.before(.didLoad, of: Home.self) { _, _ in withExtendedLifetime(canary) {} }
        }()
        hook.cancel()
        lifecycle.send(.didLoad, to: Home()) { analytics.lines.append("load") }
        #expect(analytics.lines == ["load"] && lifecycle.hooks.count == 1)
        kept = []
    }
}

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
