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

    @Test(
        "The first set or update of an inherited state is traced with the inherited value as the old one",
        arguments: [false, true])
    func tracesInheritedValue(isUpdate: Bool) {
        let trace = Trace()
        let shop = ObserverCenter(trace: trace)
        let visit = ObserverCenter(parent: shop)
        shop.set(.volume, to: 6)
        trace.start(describing: .short)
        if isUpdate { visit.update(.volume) { $0 += 1 } } else { visit.set(.volume, to: 7) }
        #expect(trace.events.map(\.detail) == ["6 → 7"])
    }

    @Test("A message without receivers has the outcome unreceived, with and without a dead letter handler")
    func unreceived() async {
        let other = MessageCenter(trace: trace, onDeadLetter: { _ in })
        center.post(1)
        center.post(2)
        other.post(3)
        await center.publish(4)
        #expect(outcomes(of: .post) == [.unreceived, .unreceived, .unreceived, .unreceived])
    }

    @Test("An event is logged once, with its final outcome") func logsOnce() {
        let outcomes = Protected<[TraceEvent.Outcome]>([])
        let log = trace.log { event in outcomes.withLock { $0.append(event.outcome) } }
        center.post(1)
        #expect(outcomes.withLock { $0 } == [.unreceived])
        log.cancel()
    }

    @Test("A message that a subscriber receives has the outcome done, also on another actor") func received() async {
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

    @Test("A reentrant post without receivers has the outcome unreceived") func reentrant() {
        let registration = center.observe(Int.self) { [center] _ in center.post("unreceived") }
        center.post(1)
        #expect(outcomes(of: .post) == [.done, .unreceived])
        registration.cancel()
    }

    @Test("A message beyond the cycle limit or in a closed center has the outcome refused") func refused() {
        let registration = center.observe(Int.self) { [center] in center.post($0 + 1) }
        center.post(1)
        center.close()
        center.post(1)
        let cycle = TraceEvent.Outcome.refused("too many causes")
        #expect(outcomes(of: .post) == [.done, .done, .done, .done, cycle, .refused("the center is closed")])
        registration.cancel()
    }

    @Test("A delivery to a full buffer has the outcome dropped, and a waiting delivery the outcome queued")
    func dropped() {
        let messages = center.messages(of: Int.self, buffer: .dropNewest(beyond: 1))
        center.post(1)
        center.post(2)
        #expect(outcomes(of: .post) == [.done, .done])
        #expect(outcomes(of: .delivery) == [.queued, .queued, .dropped])
        withExtendedLifetime(messages) {}
    }

    @Test(
        "Requests without a responder, with several and with a failing one are unreceived, refused and failed")
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

    @Test(
        "C21: A request in a closed center is refused as closed, whatever responders there are", arguments: 0...2)
    func closedRequests(responderCount: Int) async {
        let visit = MessageCenter(parent: center)
        let responders = (0..<responderCount).map { _ in center.respond(to: Question.self) { $0.number } }
        visit.close()
        let error = await #expect(throws: RequestError.self) { try await visit.request(Question()) }
        #expect(error?.reason == .closed)
        #expect(outcomes(of: .request) == [.refused("the center is closed")])
        withExtendedLifetime(responders) {}
    }

    @Test("C22: A request beyond the cycle limit has the outcome refused") func requestsBeyondTheLimit() async {
        let responds = center.respond(to: Question.self) { [center] in try await center.request($0) }
        await #expect(throws: DeliveryCycle.self) { try await center.request(Question()) }
        #expect(outcomes(of: .request).last == .refused("too many causes"))
        responds.cancel()
    }

    @Test("A call without receivers has the outcome unreceived") func calls() {
        let calls = ProtocolDispatcherCenter(trace: trace)
        calls.dispatch((any Sequence<Int>).self) { _ in }
        calls.collect((any Sequence<Int>).self, .all) { _ in 1 }
        #expect(outcomes(of: .call) == [.unreceived, .unreceived])
    }

    @Test("A throwing update has the outcome failed and no delivery") func updates() {
        let states = ObserverCenter(trace: trace)
        let registration = states.observe(.volume, options: .skipsCurrent) { _ in }
        #expect(throws: Refused.self) { try states.update(.volume) { _ in throw Refused(name: "ada") } }
        #expect(outcomes(of: .set) == [.failed(#"Refused(name: "ada")"#)])
        #expect(outcomes(of: .delivery) == [])
        registration.cancel()
    }

    @Test("An event has the name of its center, and a delivery the name of the subscriber's center") func names() {
        let visit = MessageCenter(parent: center, name: "visit 1")
        let registration = center.observe(Int.self) { _ in }
        visit.post(1)
        ObserverCenter(name: "states", trace: trace).set(.volume, to: 1)
        #expect(trace.events.map(\.scope) == ["visit 1", "app", "states"])
        registration.cancel()
    }

    @Test("Values are described only after start(describing:)") func details() async throws {
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

    @Test("The old and the new value of a state are texts of their own, each cut at the whole limit") func values() {
        let states = ObserverCenter(trace: trace)
        trace.start(describing: TraceDetails(limit: 3) { "\($0)\($0)" })
        states.set(.volume, to: 77)
        #expect(trace.events.map(\.values) == [["55", "777…"]])
        #expect(trace.events.map(\.detail) == ["55 → 777…"])
    }

    @Test("A refused set has the reason in its outcome") func refusedSets() {
        let states = ObserverCenter(cycleLimit: 2, trace: trace, onError: { _ in })
        let registration = states.observe(.volume, options: .skipsCurrent) { states.set(.volume, to: $0.new + 1) }
        states.set(.volume, to: 1)
        #expect(outcomes(of: .set) == [.done, .done, .done, .refused("too many causes")])
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

    @Test("The creation of a service is an event and the cause of the creation of its dependencies")
    func services() throws {
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
