import Dispatchers
import Testing

@Suite("Registrations") struct RegistrationTests {
    private struct Ping: Sendable {}

    @Test("C1: The first cancel() ends an observation, and the second returns false") func cancelsOnce() {
        let center = MessageCenter()
        let received = Probe<Int>()
        let registration = center.observe(Ping.self) { _ in received.report(1) }
        #expect(registration.cancel())
        #expect(!registration.cancel())
        center.post(Ping())
        #expect(received.values.isEmpty)
    }

    @Test("C1: Releasing a registration ends its observation") func releasingCancels() {
        let center = MessageCenter()
        let received = Probe<Int>()
        var registration: Registration? = center.observe(Ping.self) { _ in received.report(1) }
        center.post(Ping())
        #expect(registration != nil)
        registration = nil
        center.post(Ping())
        #expect(received.values == [1])
    }

    @Test("C1: Cancelling a stale registration ends no other observation") func staleRegistrationCancelsNothing() {
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

    @Test("A registration has the source location of its creation") func hasItsLocation() {
        let center = MessageCenter()
        let line = #line + 1
        let registration = center.observe(Ping.self) { _ in }
        #expect(registration.location.description == "SignalboxCoreTests/RegistrationTests.swift:\(line)")
    }

    @Test("Cancelling releases the captures of the handler") func cancellingReleasesCaptures() {
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

    @Test("A registration may outlive its center") func outlivesItsCenter() {
        var center: MessageCenter? = MessageCenter()
        let registration = center?.observe(Ping.self) { _ in }
        center = nil
        #expect(registration?.cancel() == true)
    }
}
