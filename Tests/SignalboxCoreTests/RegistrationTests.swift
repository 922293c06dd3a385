import Dispatchers
import Testing

@Suite("Registration") struct RegistrationTests {
    private struct Ping: Sendable {}

    @Test("C1: cancelling ends it, and twice is harmless") func cancelsOnce() {
        let center = MessageCenter()
        let received = Probe<Int>()
        let registration = center.observe(Ping.self) { _ in received.report(1) }
        #expect(registration.cancel())
        #expect(!registration.cancel())
        center.post(Ping())
        #expect(received.values.isEmpty)
    }

    @Test("C1: releasing ends it") func releasingEndsIt() {
        let center = MessageCenter()
        let received = Probe<Int>()
        var registration: Registration? = center.observe(Ping.self) { _ in received.report(1) }
        center.post(Ping())
        #expect(registration != nil)
        registration = nil
        center.post(Ping())
        #expect(received.values == [1])
    }

    @Test("C1: a stale registration ends no other observation") func staleRegistrationEndsNobody() {
        let center = MessageCenter()
        let received = Probe<Int>()
        let first = center.observe(Ping.self) { _ in received.report(1) }
        first.cancel()
        let second = center.observe(Ping.self) { _ in received.report(2) }
        first.cancel()
        center.post(Ping())
        #expect(received.values == [2])
        second.cancel()
    }

    @Test("it knows where it was made") func knowsItsPlace() {
        let center = MessageCenter()
        let line = #line + 1
        let registration = center.observe(Ping.self) { _ in }
        #expect(registration.location.description == "SignalboxCoreTests/RegistrationTests.swift:\(line)")
    }

    @Test("what the handler captured is released by cancelling") func cancellingReleasesCaptures() {
        let center = MessageCenter()
        weak var captured: Canary?
        let registration: Registration
        do {
            let canary = Canary()
            captured = canary
            registration = center.observe(Ping.self) { _ in _ = canary }
        }
        center.post(Ping())
        #expect(captured != nil)
        registration.cancel()
        #expect(captured == nil)
    }

    @Test("it may outlive its center") func outlivesItsCenter() {
        var center: MessageCenter? = MessageCenter()
        let registration = center?.observe(Ping.self) { _ in }
        center = nil
        #expect(registration?.cancel() == true)
    }
}
