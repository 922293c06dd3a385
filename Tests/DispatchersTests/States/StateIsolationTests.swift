import Dispatchers
import Testing

@Suite("Isolation of state observers") struct StateIsolationTests {
    @MainActor final class Screen {
        var volumes: [Int] = []
        let received = Probe<Int>()

        nonisolated init() {}

        func observe(_ center: ObserverCenter, _ options: StateOptions = []) {
            center.observe(.volume, by: self, options: options) { screen, change in
                MainActor.assertIsolated()
                screen.volumes.append(change.new)
                screen.received.report(change.new)
            }
        }

        func observeWithToken(_ center: ObserverCenter) -> Registration {
            center.observe(.volume) { [weak self] change in self?.volumes.append(change.new) }
        }
    }

    actor Stock {
        var volumes: [Int] = []
        let received = Probe<Int>()

        func observe(_ center: ObserverCenter) {
            center.observe(.volume, by: self) { stock, change in
                stock.assertIsolated()
                stock.volumes.append(change.new)
                stock.received.report(change.new)
            }
        }

        func set(_ volume: Int, in center: ObserverCenter) -> [Int] {
            center.set(.volume, to: volume)
            return volumes
        }
    }

    private let center = ObserverCenter()

    @Test("C8: A set on the main actor is delivered to main-actor observers before set returns") @MainActor
    func mainActorInline() {
        let screen = Screen()
        screen.observe(center)
        let registration = screen.observeWithToken(center)
        #expect(screen.volumes == [5, 5])
        center.set(.volume, to: 6)
        #expect(screen.volumes == [5, 5, 6, 6])
        registration.cancel()
    }

    @Test("C8: Sets off the main actor are delivered to a main-actor observer on the main actor, in order")
    func mainActorHop() async {
        let screen = Screen()
        await screen.observe(center)
        for volume in 6..<60 { center.set(.volume, to: volume) }
        #expect(await screen.received.values(55) == Array(5..<60))
    }

    @Test("C8: An actor's observer runs on the actor, before set returns if the set is made on the actor")
    func actors() async {
        let stock = Stock()
        await stock.observe(center)
        #expect(await stock.set(6, in: center) == [5, 6])
        center.set(.volume, to: 7)
        #expect(await stock.received.values(3) == [5, 6, 7])
    }

    @Test("C6: Changes waiting for an actor are delivered before a change set on the actor")
    func drainsBeforeDelivering() async {
        let stock = Stock()
        await stock.observe(center)
        let received = await setTwice(on: stock)
        #expect(received == [5, 6, 7])
    }

    private func setTwice(on stock: isolated Stock) -> [Int] {
        setOffActor(6)
        return stock.set(7, in: center)
    }

    @Test("C9: Changes waiting for an actor beyond 64 merge into the newest, and the last value arrives") @MainActor
    func boundedQueue() async {
        let screen = Screen()
        screen.observe(center, .skipsCurrent)
        for volume in 1...100_000 { setOffActor(volume) }
        _ = await screen.received.values(64)
        #expect(screen.volumes == Array(1...63) + [100_000])
    }

    @Test("A coalescing observer receives several sets of one main-actor job as one change") @MainActor
    func coalesces() async {
        let received = Probe<String>()
        let registration = center.observe(.volume, options: [.skipsCurrent, .coalesces]) { received.report($0.text) }
        for volume in 6...9 { center.set(.volume, to: volume) }
        #expect(received.values.isEmpty)
        #expect(await received.values(1) == ["5 → 9"])
        center.set(.volume, to: 10)
        #expect(await received.values(2) == ["5 → 9", "9 → 10"])
        registration.cancel()
    }

    @Test("A coalescing observer of a part is not called if the coalesced value is equal") @MainActor
    func coalescesToNothing() async {
        let received = Probe<String>()
        let registration = center.observe(.volume[\.self], options: [.skipsCurrent, .coalesces]) {
            received.report($0.text)
        }
        center.set(.volume, to: 6)
        center.set(.volume, to: 5)
        let after = center.observe(.volume, options: [.skipsCurrent, .coalesces]) { @MainActor _ in
            received.report("after")
        }
        center.set(.balance, to: 1)
        center.set(.volume, to: 5)
        #expect(await received.values(1) == ["after"])
        withExtendedLifetime((registration, after)) {}
    }

    @Test("C7: A set of another state in a main-actor handler is delivered after the current change") @MainActor
    func nestedSetsStayInOrder() {
        let received = Probe<String>()
        let registrations = [
            center.observe(.volume, options: .skipsCurrent) { @MainActor change in
                received.report("A")
                center.set(.balance, to: change.new)
            },
            center.observe(.volume, options: .skipsCurrent) { @MainActor _ in received.report("B") },
            center.observe(.balance, options: .skipsCurrent) { @MainActor _ in received.report("C") },
        ]
        center.set(.volume, to: 6)
        #expect(received.values == ["A", "B", "C"])
        #expect(registrations.count == 3)
    }

    @Test("C10: A sequence of values keeps the latest value from its creation on") func sequence() async {
        let values = center.values(of: .volume)
        for volume in 6...9 { center.set(.volume, to: volume) }
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == 9)
        center.set(.volume, to: 10)
        #expect(await iterator.next() == 10)
        #expect(center.observations.count == 1)
    }

    @Test("C4: Cancelling the iterating task ends the observation of a sequence of values") func sequenceEnds() async {
        let (started, values) = (Probe<Int>(), center.values(of: .volume))
        let task = Task { for await value in values { started.report(value) } }
        _ = await started.values(1)
        task.cancel()
        await task.value
        #expect(center.observations.isEmpty)
        withExtendedLifetime(values) {}
    }

    private nonisolated func setOffActor(_ volume: Int) { center.set(.volume, to: volume) }
}
