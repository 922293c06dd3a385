import Dispatchers
import Testing

@Suite("Retained messages") struct MessageRetainingTests {
    private protocol Event: Sendable {}
    private struct Ping: Event { var number = 0 }
    private struct Pong: Event {}

    private let center = MessageCenter()
    private let received = Probe<Int>()

    @Test("C11: A late subscriber receives the retained messages once, in order, before newer messages")
    func replays() {
        center.retain(last: 2, of: Ping.self)
        for number in 1...3 { center.post(Ping(number: number)) }
        let registration = center.observe(Ping.self) { received.report($0.number) }
        #expect(received.values == [2, 3])
        center.post(Ping(number: 4))
        #expect(received.values == [2, 3, 4])
        #expect(center.retained(Ping.self).map(\.number) == [3, 4])
        center.retain(last: 0, of: Ping.self)
        #expect(center.retained(Ping.self).isEmpty)
        registration.cancel()
    }

    @Test("C11: Observers of protocols, sequences, actors and buffered handlers receive retained messages") @MainActor
    func replaysToAllKinds() async {
        center.retain(last: 1, of: Ping.self)
        center.retain(last: 1, of: Pong.self)
        center.post(Ping(number: 1))
        center.post(Pong())
        let kinds = Probe<String>()
        let registrations = [
            center.observe((any Event).self) { @MainActor in kinds.report("main \($0 is Ping)") },
            center.observe(Ping.self, buffer: .unbounded) { received.report($0.number) },
        ]
        var iterator = center.messages(of: (any Event).self).makeAsyncIterator()
        #expect(await iterator.next() is Ping)
        #expect(await iterator.next() is Pong)
        #expect(await received.values(1) == [1])
        #expect(await kinds.values(2) == ["main true", "main false"])
        center.post(Ping(number: 2))
        #expect(await iterator.next() is Ping)
        #expect(registrations.count == 2)
    }

    @Test("C11: A handler that posts the retained type ends at the cycle limit") func loopsEnd() {
        let failures = Probe<DeliveryFailure>()
        let center = MessageCenter(cycleLimit: 10, onError: { failures.report($0) })
        center.retain(last: 1, of: Ping.self)
        center.post(Ping())
        let registration = center.observe(Ping.self) { center.post(Ping(number: $0.number + 1)) }
        #expect(failures.values.first?.error is DeliveryCycle)
        registration.cancel()
    }

    @Test("C19: A retained message does not keep the messages that caused it") func releasesCauses() {
        struct Order: Sendable { let canary: Canary }
        center.retain(last: 1, of: Ping.self)
        let registrations = [
            center.observe(Pong.self) { _ in center.post(Order(canary: Canary { received.report(1) })) },
            center.observe(Order.self) { _ in center.post(Ping()) },
        ]
        center.post(Pong())
        #expect(received.values == [1])
        #expect(center.retained(Ping.self).count == 1)
        withExtendedLifetime(registrations) {}
    }

    @Test("C11: An observer receives no retained message after retain(last: 0)") func retainingMayEnd() {
        center.retain(last: 1, of: Ping.self)
        center.post(Ping(number: 1))
        center.retain(last: 0, of: Ping.self)
        center.post(Ping(number: 2))
        let registration = center.observe(Ping.self) { received.report($0.number) }
        #expect(received.values.isEmpty)
        registration.cancel()
    }
}
