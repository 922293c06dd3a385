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

    @Test("C8: set on the main actor, a screen has been told when set returns") @MainActor func mainActorInline() {
        let screen = Screen()
        screen.observe(center)
        let registration = screen.observeWithToken(center)
        #expect(screen.volumes == [5, 5])
        center.set(.volume, to: 6)
        #expect(screen.volumes == [5, 5, 6, 6])
        registration.cancel()
    }

    @Test("C8: set elsewhere, a screen is told on the main actor, every change in order") func mainActorHop() async {
        let screen = Screen()
        await screen.observe(center)
        for volume in 6..<60 { center.set(.volume, to: volume) }
        #expect(await screen.received.values(55) == Array(5..<60))
    }

    @Test("C8: an actor is told on itself, at once where it stands") func actors() async {
        let stock = Stock()
        await stock.observe(center)
        #expect(await stock.set(6, in: center) == [5, 6])
        center.set(.volume, to: 7)
        #expect(await stock.received.values(3) == [5, 6, 7])
    }

    @Test("C6: what waits for an actor is told before what is set on it") func drainsBeforeTelling() async {
        let stock = Stock()
        await stock.observe(center)
        let received = await setTwice(on: stock)
        #expect(received == [5, 6, 7])
    }

    private func setTwice(on stock: isolated Stock) -> [Int] {
        setFromNowhere(6)
        return stock.set(7, in: center)
    }

    @Test("C9: beyond 64 changes that wait, the newest become one, and the last is never lost") @MainActor
    func boundedQueue() async {
        let screen = Screen()
        screen.observe(center, .skipsCurrent)
        for volume in 1...100_000 { setFromNowhere(volume) }
        _ = await screen.received.values(64)
        #expect(screen.volumes == Array(1...63) + [100_000])
    }

    @Test("several sets in one turn of the main actor come as one change to who coalesces") @MainActor
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

    @Test("what is coalesced to an equal value is not told to who skips equal ones") @MainActor
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

    @Test("C7: on the main actor, what a handler sets in another state comes after all have been told") @MainActor
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

    @Test("C10: a sequence keeps the latest value from when it was made") func sequence() async {
        let values = center.values(of: .volume)
        for volume in 6...9 { center.set(.volume, to: volume) }
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == 9)
        center.set(.volume, to: 10)
        #expect(await iterator.next() == 10)
        #expect(center.observations.count == 1)
    }

    @Test("C4: a sequence ends with its task, and is forgotten") func sequenceEnds() async {
        let (started, values) = (Probe<Int>(), center.values(of: .volume))
        let task = Task { for await value in values { started.report(value) } }
        _ = await started.values(1)
        task.cancel()
        await task.value
        #expect(center.observations.isEmpty)
        withExtendedLifetime(values) {}
    }

    private nonisolated func setFromNowhere(_ volume: Int) { center.set(.volume, to: volume) }
}
