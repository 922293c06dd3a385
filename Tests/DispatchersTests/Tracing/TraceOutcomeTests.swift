import Dispatchers
import Testing

@Suite("Outcomes, names and details in a trace")
struct TraceOutcomeTests {
    private struct Question: Request {
        typealias Response = Int
        var number = 1
    }

    private let trace = Trace(now: { .zero })
    private let center: MessageCenter

    init() {
        center = MessageCenter(name: "app", cycleLimit: 3, trace: trace, onError: { _ in })
        trace.start()
    }

    private func outcomes(of kind: TraceEvent.Kind) -> [TraceEvent.Outcome] {
        trace.events.filter { $0.kind == kind }.map(\.outcome)
    }

    @Test("the trace has the inherited value as the old one of the first set or update", arguments: [false, true])
    func tracesInheritedValue(isUpdate: Bool) {
        let trace = Trace()
        let shop = ObserverCenter(trace: trace)
        let visit = ObserverCenter(parent: shop)
        shop.set(.volume, to: 6)
        trace.start(describing: .short)
        if isUpdate { visit.update(.volume) { $0 += 1 } } else { visit.set(.volume, to: 7) }
        #expect(trace.events.map(\.detail) == ["6 → 7"])
    }

    @Test("a message that nothing receives is unreceived, posted or published, with or without a dead letter handler")
    func unreceived() async {
        let other = MessageCenter(trace: trace, onDeadLetter: { _ in })
        center.post(1)
        center.post(2)
        other.post(3)
        await center.publish(4)
        #expect(outcomes(of: .post) == [.unreceived, .unreceived, .unreceived, .unreceived])
    }

    @Test("an event is logged once, with the outcome that it ends with") func logsOnce() {
        let outcomes = Protected<[TraceEvent.Outcome]>([])
        let log = trace.log { event in outcomes.withLock { $0.append(event.outcome) } }
        center.post(1)
        #expect(outcomes.withLock { $0 } == [.unreceived])
        log.cancel()
    }

    @Test("a message that a subscriber receives is done, wherever that runs") func received() async {
        let probe = Probe<Int>()
        let registration = await Self.observeOnMain(center, probe)
        center.post(1)
        #expect(await probe.values(1) == [1])
        #expect(outcomes(of: .post) == [.done])
        registration.cancel()
        center.post(2)
        #expect(outcomes(of: .post) == [.done, .unreceived])
    }

    @MainActor private static func observeOnMain(_ center: MessageCenter, _ probe: Probe<Int>) -> Registration {
        center.observe(Int.self) { probe.report($0) }
    }

    @Test("a post in a handler that nothing receives is unreceived, too") func reentrant() {
        let registration = center.observe(Int.self) { [center] _ in center.post("nobody") }
        center.post(1)
        #expect(outcomes(of: .post) == [.done, .unreceived])
        registration.cancel()
    }

    @Test("a message that too many others led to, or in a closed center, is refused") func refused() {
        let registration = center.observe(Int.self) { [center] in center.post($0 + 1) }
        center.post(1)
        center.close()
        center.post(1)
        let cycle = TraceEvent.Outcome.refused("too many others led to it")
        #expect(outcomes(of: .post) == [.done, .done, .done, .done, cycle, .refused("the center is closed")])
        registration.cancel()
    }

    @Test("what a full queue has no room for is dropped, and what waits is queued") func dropped() {
        let messages = center.messages(of: Int.self, buffer: .dropNewest(beyond: 1))
        center.post(1)
        center.post(2)
        #expect(outcomes(of: .post) == [.done, .done])
        #expect(outcomes(of: .delivery) == [.queued, .queued, .dropped])
        withExtendedLifetime(messages) {}
    }

    @Test(
        "a request without an answer is unreceived, one with several responders refused, one that fails has the error")
    func requests() async {
        struct Full: Error {}
        await #expect(throws: RequestError.self) { try await center.request(Question()) }
        let responds = center.respond(to: Question.self) { _ in throw Full() }
        await #expect(throws: Full.self) { try await center.request(Question()) }
        let other = center.respond(to: Question.self) { _ in throw Full() }
        await #expect(throws: RequestError.self) { try await center.request(Question()) }
        #expect(outcomes(of: .request) == [.unreceived, .failed("Full()"), .refused("several responders")])
        responds.cancel()
        other.cancel()
    }

    @Test("a call that nothing is registered for is unreceived") func calls() {
        let calls = ProtocolDispatcherCenter(trace: trace)
        calls.dispatch((any Sequence<Int>).self) { _ in }
        calls.collect((any Sequence<Int>).self, .all) { _ in 1 }
        #expect(outcomes(of: .call) == [.unreceived, .unreceived])
    }

    @Test("an update that throws failed, and has no delivery") func updates() {
        let states = ObserverCenter(trace: trace)
        let registration = states.observe(.volume, options: .skipsCurrent) { _ in }
        #expect(throws: Refused.self) { try states.update(.volume) { _ in throw Refused(name: "ada") } }
        #expect(outcomes(of: .set) == [.failed(#"Refused(name: "ada")"#)])
        #expect(outcomes(of: .delivery) == [])
        registration.cancel()
    }

    @Test("events have the name of their center; a delivery has that of the subscriber's") func names() {
        let visit = MessageCenter(parent: center, name: "visit 1")
        let registration = center.observe(Int.self) { _ in }
        visit.post(1)
        ObserverCenter(name: "states", trace: trace).set(.volume, to: 1)
        #expect(trace.events.map(\.scope) == ["visit 1", "app", "states"])
        registration.cancel()
    }

    @Test("values are described if that is asked for, and not otherwise") func details() async throws {
        let responds = center.respond(to: Question.self) { $0.number }
        let states = ObserverCenter(trace: trace)
        center.post(1)
        trace.start(describing: .short)
        center.post(2)
        await center.publish("three")
        _ = try await center.request(Question(number: 4))
        states.set(.volume, to: 7)
        states.update(.volume) { $0 += 1 }
        #expect(trace.events.map(\.detail) == [nil, "2", "three", "Question(number: 4)", "5 → 7", "7 → 8"])
        responds.cancel()
    }

    @Test("a set that is refused says why") func refusedSets() {
        let states = ObserverCenter(cycleLimit: 2, trace: trace, onError: { _ in })
        let registration = states.observe(.volume, options: .skipsCurrent) { states.set(.volume, to: $0.new + 1) }
        states.set(.volume, to: 1)
        #expect(outcomes(of: .set) == [.done, .done, .done, .refused("too many others led to it")])
        registration.cancel()
        states.update(.volume) { volume in
            volume = 7
            states.set(.volume, to: 8)
        }
        #expect(outcomes(of: .set).suffix(2) == [.done, .refused("an update of it is running")])
        states.close()
        states.set(.volume, to: 1)
        #expect(outcomes(of: .set).last == .refused("the center is closed"))
    }

    @Test("the making of a service is an event, the cause of what it makes for itself") func services() throws {
        let calls = ProtocolDispatcherCenter(name: "calls", trace: trace)
        let provided = SourceLocation(line: #line + 1)
        calls.provide((any Sequence<Int> & Sendable).self) { scope in
            Array(try scope.service(String.self).utf8.map { Int($0) })
        }
        calls.provide(String.self) { _ in "a" }
        for _ in 1...2 { _ = try calls.service((any Sequence<Int> & Sendable).self) }
        #expect(trace.events.map(\.kind) == [.service, .service])
        #expect(trace.events.map(\.cause) == [nil, 1])
        #expect(trace.events.first?.receiver == provided)
        #expect(trace.events.map(\.scope) == ["calls", "calls"])
    }
}
