import Dispatchers
import Testing

@Suite("Who keeps an observer of a state") struct StateLifetimeTests {
    private final class Screen: Sendable {}

    private let center = ObserverCenter()
    private let received = Probe<String>()

    @Test("C1: observing ends when the token is released or cancelled, twice is harmless") func tokenEnds() {
        var registration: Registration? = center.observe(.volume, options: .skipsCurrent) { received.report($0.text) }
        withExtendedLifetime(registration) {}
        center.set(.volume, to: 6)
        registration = nil
        center.set(.volume, to: 7)
        let other = center.observe(.volume, options: .skipsCurrent) { received.report($0.text) }
        #expect(other.cancel())
        #expect(!other.cancel())
        center.set(.volume, to: 8)
        #expect(received.values == ["5 → 6"])
        #expect(center.observations.isEmpty)
    }

    @Test("C4: an observer that an earlier handler cancels is not told; one that a later handler cancels was")
    func cancelsDuringDelivery() {
        let (first, last) = (Probe<Registration>(), Probe<Registration>())
        let middle = center.observe(.volume, options: .skipsCurrent, priority: 1) { _ in
            received.report("middle")
            for registration in first.values + last.values { registration.cancel() }
        }
        first.report(center.observe(.volume, options: .skipsCurrent, priority: 2) { _ in received.report("first") })
        last.report(center.observe(.volume, options: .skipsCurrent) { _ in received.report("last") })
        center.set(.volume, to: 6)
        center.set(.volume, to: 7)
        #expect(received.values == ["first", "middle", "middle"])
        middle.cancel()
    }

    @Test("C4: a handler may cancel itself, and drop its own token; what waits is not told") func cancelsItself() {
        let own = Slot<Registration>()
        own.value = center.observe(.volume, options: .skipsCurrent) { change in
            received.report(change.text)
            center.set(.volume, to: 7)
            own.value = nil
        }
        center.set(.volume, to: 6)
        #expect(received.values == ["5 → 6"])
    }

    @Test("C4: nothing that waits for the main actor is told after cancelling") @MainActor
    func cancelsWhatWaits() async {
        let registration = center.observe(.volume, options: .skipsCurrent) { @MainActor _ in received.report("told") }
        let last = Probe<Int>()
        let other = center.observe(.volume, options: .skipsCurrent) { @MainActor in last.report($0.new) }
        setFromNowhere(1...50)
        registration.cancel()
        _ = await last.values(50)
        #expect(received.values.isEmpty)
        other.cancel()
    }

    @Test("a message that led to a change that waits is not kept by it, and its deinit may read the state")
    func waitingCause() {
        struct Order: Sendable { let canary: Canary }
        let (center, messages, read) = (ObserverCenter(queueLimit: 1) { _ in }, MessageCenter(), Probe<Int>())
        let registrations = [
            messages.observe(Order.self) { _ in center.set(.balance, to: 2) },
            center.observe(.balance, options: .skipsCurrent) { change in
                guard change.new == 1 else { return }
                messages.post(Order(canary: Canary { read.report(center[.balance]) }))
                center.set(.balance, to: 3)
            },
        ]
        center.set(.balance, to: 1)
        #expect(read.values == [2])
        #expect(registrations.count == 2)
    }

    @Test("C5: an owner is not kept alive, and its observation ends with the next change") func deadOwner() {
        let released = Probe<Int>()
        do {
            let screen = Screen()
            let canary = Canary { released.report(1) }
            center.observe(.volume, by: screen, options: .skipsCurrent) { [canary] _, change in
                withExtendedLifetime(canary) { received.report(change.text) }
            }
            center.set(.volume, to: 6)
        }
        #expect(released.values.isEmpty)
        center.set(.volume, to: 7)
        #expect(received.values == ["5 → 6"])
        #expect(released.values == [1])
        #expect(center.observations.isEmpty)
    }

    @Test("C5: an owner whose last reference goes during a delivery is not told") func ownerGoesDuringDelivery() {
        let holder = Slot<Screen>()
        holder.value = Screen()
        let first = center.observe(.volume, options: .skipsCurrent, priority: 1) { _ in holder.value = nil }
        if let screen = holder.value {
            center.observe(.volume, by: screen, options: .skipsCurrent) { _, _ in received.report("told") }
        }
        center.set(.volume, to: 6)
        #expect(received.values.isEmpty)
        first.cancel()
    }

    @Test("C5: an owner's deinit, and a captured value's, may use the center") func deinitUsesTheCenter() {
        let holder = Slot<Canary>()
        holder.value = Canary { center.set(.name, to: "gone") }
        let first = center.observe(.volume, options: .skipsCurrent) { _ in holder.value = nil }
        if let canary = holder.value { center.observe(.volume, by: canary, options: .skipsCurrent) { _, _ in } }
        center.set(.volume, to: 6)
        #expect(center[.name] == "gone")
        first.cancel()
        let captor: Registration
        do {
            let canary = Canary { center.set(.name, to: "captured") }
            captor = center.observe(.volume) { _ in _ = canary }
        }
        captor.cancel()
        #expect(center[.name] == "captured")
    }

    @Test("law: the deinit of a value that is replaced may use the same state") func valueDeinitUsesTheState() {
        center.set(.cargo, to: Cargo(canary: Canary { center.set(.cargo, to: Cargo()) }))
        center.set(.cargo, to: Cargo(canary: nil))
        #expect(center[.cargo].canary == nil)
        let registration = center.observe(.cargo) { _ in received.report("told") }
        center.set(.cargo, to: Cargo(canary: Canary { center.set(.cargo, to: Cargo()) }))
        center.set(.cargo, to: Cargo())
        #expect(received.values.count == 4)
        registration.cancel()
    }

    @Test("law: an == may read and set the same state") func comparingMaySet() {
        let once = Probe<Int>()
        let registration = center.observe(.weighed[\.self]) { received.report("\($0.new.number)") }
        center.set(
            .weighed,
            to: Weighed(number: 1) {
                guard once.values.isEmpty else { return }
                once.report(center[.weighed].number)
                center.set(.weighed, to: Weighed(number: 2))
            })
        #expect(received.values == ["0", "1", "2"])
        registration.cancel()
    }

    @Test("naming an owner, one may end early what it observes, and only that") func cancelsByOwner() {
        let (mine, yours) = (Screen(), Screen())
        center.observe(.volume, by: mine, options: .skipsCurrent) { _, _ in received.report("mine") }
        center.observe(.basket[\.total], by: mine, options: .skipsCurrent) { _, _ in received.report("mine") }
        center.observe(.volume, by: yours, options: .skipsCurrent) { _, _ in received.report("yours") }
        center.cancel(by: mine)
        center.set(.volume, to: 6)
        center.update(.basket) { $0.total = 1 }
        #expect(received.values == ["yours"])
    }

    @Test("C19: 100,000 dead owners leave nothing behind") func deadOwnersAreSwept() {
        for _ in 0..<100_000 { center.observe(.volume, by: Screen(), options: .skipsCurrent) { _, _ in } }
        #expect(center.observations.count < 32)
        center.set(.volume, to: 6)
        #expect(center.observations.isEmpty)
    }

    @Test("a center that goes releases its handlers, and finishes its sequences") func centerGoes() async {
        weak var captured: Canary?
        var center: ObserverCenter? = ObserverCenter()
        let values = center?.values(of: .volume, options: .skipsCurrent)
        do {
            let canary = Canary()
            captured = canary
            let screen = Screen()
            center?.observe(.volume, by: screen) { _, _ in _ = canary }
            center = nil
        }
        #expect(captured == nil)
        if let values { for await _ in values {} }
    }

    private nonisolated func setFromNowhere(_ values: ClosedRange<Int>) {
        for value in values { center.set(.volume, to: value) }
    }
}
