import Dispatchers
import Testing

@Suite("Taps of messages") struct MessageTapTests {
    private protocol Event: Sendable {}
    private struct Ping: Event { var number = 0 }
    private struct Pong: Sendable {}

    private let received = Probe<String>()
    private let letters = Probe<DeliveryFailure>()
    private let center: MessageCenter

    init() {
        let letters = letters
        center = MessageCenter(onDeadLetter: { letters.report($0) })
    }

    @Test("C23: A tap receives every message before all observers, regardless of registration order")
    func comesFirst() {
        var registrations = [center.observe(Ping.self, priority: .max) { _ in received.report("observer") }]
        center.post(Ping())
        registrations += [
            center.tap((any Event).self) { _ in received.report("tap") },
            center.tap(Ping.self) { _ in received.report("second") },
        ]
        center.post(Ping())
        #expect(received.values == ["observer", "tap", "second", "observer"])
        registrations[1].cancel()
        center.post(Ping())
        #expect(received.values.suffix(2) == ["second", "observer"])
    }

    @Test("C23: consume() in a tap consumes neither posted nor published messages") func consumesNothing() async {
        let registrations = [
            center.tap(Ping.self) { _ in center.consume() },
            center.observe(Ping.self) { _ in received.report("observer") },
        ]
        center.post(Ping())
        let report = await center.publish(Ping())
        #expect(received.values == ["observer", "observer"])
        #expect(report.delivered == 1)
        #expect(!report.isConsumed)
        #expect(registrations.count == 2)
    }

    @Test("C13, C23: A message received only by taps is a dead letter") func isNoReceiver() async {
        let registration = center.tap((any Sendable).self) { _ in received.report("tap") }
        center.post(Pong())
        #expect(await center.publish(Ping()).delivered == 0)
        #expect(received.values == ["tap", "tap"])
        #expect(letters.values.count == 2)
        registration.cancel()
    }

    private final class Recorder: Sendable {
        let values = Probe<Int>()
    }

    @Test("C5, C23: A tap with an owner comes first, does not retain the owner, and ends with it") func endsWithOwner()
    {
        var owner: Recorder? = Recorder()
        let values = owner?.values
        let registration = center.observe(Ping.self, priority: .max) { ping in values?.report(-ping.number) }
        if let owner { center.tap(Ping.self, by: owner) { recorder, ping in recorder.values.report(ping.number) } }
        #expect(center.observations.map(\.owner) == [nil, "Recorder"])
        center.post(Ping(number: 1))
        weak let released = owner
        owner = nil
        #expect(released == nil)
        center.post(Ping(number: 2))
        #expect(values?.values == [1, -1, -2])
        #expect(center.observations.count == 1)
        registration.cancel()
    }

    @Test("C4, C23: A tap with an owner is not a receiver, and ends with cancel(by:)") func endsEarly() {
        let owner = Recorder()
        center.tap((any Event).self, by: owner) { recorder, event in recorder.values.report(1) }
        center.post(Ping())
        #expect(letters.values.count == 1)
        center.cancel(by: owner)
        center.post(Ping())
        #expect(owner.values.values == [1])
    }

    @Test("C17, C23: A tap of a parent receives a message consumed in the child, with the post's location")
    func receivesFromChildren() {
        let child = MessageCenter(parent: center)
        let registrations = [
            center.tap(Ping.self) { ping in received.report("\(ping.number) \(center.origin.last?.location.line ?? 0)")
            },
            child.observe(Ping.self) { _ in child.consume() },
        ]
        let line = #line + 1
        child.post(Ping(number: 1))
        #expect(received.values == ["1 \(line)"])
        #expect(registrations.count == 2)
    }
}
