import Dispatchers
import Foundation
import Testing

private struct Ping: Sendable { var number = 0 }
private struct Pong: Sendable {}
private final class Screen: Sendable {}

@Suite("Accuracy of a trace") struct TraceTruthTests {
    private let trace = Trace(capacity: 200_000, now: { .zero })
    private let center: MessageCenter
    private let states: ObserverCenter

    init() {
        center = MessageCenter(trace: trace, onError: { _ in })
        states = ObserverCenter(trace: trace)
    }

    private var deliveries: [TraceEvent] { trace.events.filter { $0.kind == .delivery } }

    /// Fills the queue of the main actor while blocking the main actor.
    @MainActor private func fill() {
        let isPosted = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [center] in
            for number in 0..<65_536 { center.post(Ping(number: number)) }
            isPosted.signal()
        }
        isPosted.wait()
    }

    @Test("A full actor queue is recorded as a dropped delivery for each subscriber", arguments: [false, true])
    @MainActor func fullQueues(isPublished: Bool) {
        let registrations = (0..<3).map { _ in center.observe(Ping.self) { @MainActor _ in } }
        fill()
        trace.start()
        let isSent = DispatchSemaphore(value: 0)
        Task.detached { [center] in
            if isPublished { await center.publish(Ping(), until: .queued) } else { center.post(Ping()) }
            isSent.signal()
        }
        isSent.wait()
        trace.stop()
        #expect(deliveries.map(\.outcome) == [.dropped, .dropped, .dropped])
        for registration in registrations { registration.cancel() }
    }

    @Test("A message published to a sequence has a delivery with the outcome queued") func publishedToSequence() async {
        let sequence = center.messages(of: Ping.self)
        trace.start()
        await center.publish(Ping())
        #expect(deliveries.map(\.outcome) == [.queued])
        withExtendedLifetime(sequence) {}
    }

    @Test("A subscriber with a released owner has no delivery event") func releasedOwners() async {
        center.observe(Ping.self, by: Screen()) { _, _ in }
        center.observe(Pong.self, by: Screen()) { (_, _: Pong) async in }
        trace.start()
        center.post(Ping())
        await center.publish(Pong())
        #expect(deliveries.isEmpty)
        #expect(trace.events.map(\.outcome) == [.unreceived, .unreceived])
    }

    @Test("A post made by a tap has the tapped message as its cause") func postsOfTaps() throws {
        let center = center
        let registrations = [
            center.tap(Ping.self) { if $0.number == 1 { center.post(Pong()) } },
            center.observe(Ping.self) { if $0.number == 0 { center.post(Ping(number: 1)) } },
        ]
        trace.start()
        center.post(Ping())
        let seen = try #require(trace.events.filter { $0.kind == .post && $0.subject == "Ping" }.last)
        let pong = try #require(trace.events.first { $0.kind == .post && $0.subject == "Pong" })
        #expect(pong.cause == seen.id)
        withExtendedLifetime(registrations) {}
    }

    @Test("A value that a child center inherits is a detail of no other event", arguments: [false, true])
    func inheritedDetails(isSetBefore: Bool) throws {
        let visit = ObserverCenter(parent: states, name: "visit")
        if isSetBefore { states.set(.basket[\.total], to: 3) }
        let observers = Slot<Registration>()
        let registration = center.observe(Ping.self) { _ in observers.value = visit.observe(.basket) { _ in } }
        trace.start(describing: .short)
        center.post(Ping(number: 1))
        states.set(.basket[\.total], to: 4)
        #expect(deliveries.compactMap(\.detail).isEmpty)
        let set = try #require(trace.events.last { $0.kind == .set })
        #expect(set.detail?.contains("total: 4") == true)
        withExtendedLifetime(registration) {}
    }

    @Test("An observer of an unchanged part has no delivery event") func unchangedParts() {
        let registrations = [
            states.observe(.basket[\.total], options: .skipsCurrent) { _ in },
            states.observe(.basket, options: .skipsCurrent) { _ in },
        ]
        trace.start()
        states.set(.basket[\.items], to: [])
        states.set(.basket[\.total], to: 3)
        #expect(deliveries.map(\.subject) == ["basket", "basket.total", "basket"])
        withExtendedLifetime(registrations) {}
    }
}
