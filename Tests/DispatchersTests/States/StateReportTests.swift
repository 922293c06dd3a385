import Dispatchers
import Testing

@Suite("Reports of states") struct StateReportTests {
    private let failures = Probe<DeliveryFailure>()
    private let received = Probe<StateChange<Int>>()

    private func center(cycleLimit: Int = 10, queueLimit: Int = 1_000) -> ObserverCenter {
        ObserverCenter(cycleLimit: cycleLimit, queueLimit: queueLimit) { [failures] in failures.report($0) }
    }

    @Test("C22: a refused set is reported with the chain of sets that led to it") func chain() {
        let center = center()
        let registrations = [
            center.observe(.volume, options: .skipsCurrent) { center.set(.balance, to: $0.new + 1) },
            center.observe(.balance, options: .skipsCurrent) { center.set(.volume, to: $0.new + 1) },
        ]
        let line = #line - 3
        center.set(.volume, to: 0)
        let cycle = failures.values.first?.error as? DeliveryCycle
        #expect(failures.values.count == 1)
        #expect(cycle?.chain.count == 12)
        #expect(cycle?.chain.map(\.location.line).prefix(4) == [line + 4, line, line + 1, line])
        #expect(Set((cycle?.chain ?? []).map(\.what)).count == 2)
        #expect(failures.values.first?.postedAt.line == line)
        #expect(failures.values.first?.description.contains("StateReportTests.swift:\(line)") == true)
        #expect(registrations.count == 2)
    }

    @Test("C22: the chain goes on across actors") @MainActor func chainAcrossActors() async {
        let center = center()
        let registrations = [
            center.observe(.volume, options: .skipsCurrent) { @MainActor in center.set(.balance, to: $0.new + 1) },
            center.observe(.balance, options: .skipsCurrent) { change in setFromNowhere(.volume, change.new + 1, center)
            },
        ]
        setFromNowhere(.volume, 0, center)
        let cycle = await failures.values(1).first?.error as? DeliveryCycle
        #expect(cycle?.chain.count == 12)
        #expect(Set((cycle?.chain ?? []).map(\.what)).count == 2)
        #expect(registrations.count == 2)
    }

    @Test("a set inside of an update of the same state in place is reported with both") func updateChain() {
        let center = center()
        center.update(.name) { name in
            center.set(.name, to: "other")
            name = "mine"
        }
        let cycle = failures.values.first?.error as? DeliveryCycle
        #expect(cycle?.chain.map(\.location.line) == [#line - 5, #line - 4])
        #expect(center[.name] == "mine")
    }

    @Test("the error handler may set states, and what comes of it is not reported") func handlerSets() {
        let (holder, failures) = (Slot<ObserverCenter>(), failures)
        let center = ObserverCenter(cycleLimit: 10) { failure in
            failures.report(failure)
            holder.value?.set(.volume, to: 1)
        }
        holder.value = center
        let registrations = [
            center.observe(.balance, options: .skipsCurrent) { center.set(.balance, to: $0.new + 1) },
            center.observe(.volume, options: .skipsCurrent) { change in
                received.report(change)
                center.set(.balance, to: -1)
            },
        ]
        center.set(.balance, to: 0)
        #expect(failures.values.count == 1)
        #expect(received.values.count == 1)
        holder.value = nil
        #expect(registrations.count == 2)
    }

    @Test(
        "C9: changes that become one while a handler runs are counted and reported: the first, the second, the fourth")
    func overflow() {
        let center = center(queueLimit: 3)
        let registration = center.observe(.balance, options: .skipsCurrent) { change in
            received.report(change)
            if change.new == 0 { for number in 1...10 { center.set(.balance, to: number) } }
        }
        center.set(.balance, to: 0)
        #expect(received.values.map(\.text) == ["0 → 0", "0 → 1", "1 → 2", "2 → 10"])
        #expect(failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == [1, 2, 4])
        #expect(failures.values.count == 3)
        registration.cancel()
    }

    @Test("C9: who observes in between is told the value it found, and nothing from before")
    func overflowWithNewcomers() {
        let center = center(queueLimit: 1)
        let (late, registrations) = (Probe<String>(), Probe<Registration>())
        registrations.report(
            center.observe(.balance, options: .skipsCurrent) { change in
                received.report(change)
                guard change.new == 0 else { return }
                for number in 1...3 { center.set(.balance, to: number) }
                registrations.report(center.observe(.balance) { late.report($0.text) })
                registrations.report(
                    center.observe(.balance, options: .skipsCurrent) { late.report("skips \($0.text)") })
                for number in 4...6 { center.set(.balance, to: number) }
            })
        center.set(.balance, to: 0)
        #expect(received.values.map(\.text) == ["0 → 0", "0 → 3", "3 → 6"])
        #expect(late.values == ["- → 3", "3 → 6", "skips 3 → 6"])
    }

    @Test("changes that wait for an actor become one beyond 64, and are counted") @MainActor
    func mergesAreCounted() async {
        let center = center()
        let registration = center.observe(.balance, options: .skipsCurrent) { @MainActor in received.report($0) }
        for number in 1...500 { setFromNowhere(.balance, number, center) }
        #expect(center.observations.map(\.dropped) == [436])
        _ = await received.values(64)
        #expect(received.values.count == 64)
        #expect(received.values.last?.text == "63 → 500")
        #expect(failures.values.isEmpty, "nothing is lost but values in between")
        registration.cancel()
    }

    @Test("C9: calls beyond the queue limit are dropped, and reported: the first, the second, the fourth") @MainActor
    func callOverflow() async {
        let failures = Probe<DeliveryFailure>()
        let center = ProtocolDispatcherCenter(queueLimit: 3) { failures.report($0) }
        let screen = CallIsolationTests.Screen()
        screen.register(center)
        for number in 0..<10 { dispatchFromNowhere("\(number)", center) }
        _ = await screen.received.values(3)
        #expect(screen.users == ["0", "1", "2"])
        #expect(failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == [1, 2, 4])
        dispatchFromNowhere("last", center)
        _ = await screen.received.values(4)
        #expect(screen.users.last == "last")
    }

    private nonisolated func setFromNowhere(_ key: StateKey<Int>, _ value: Int, _ center: ObserverCenter) {
        center.set(key, to: value)
    }

    private nonisolated func dispatchFromNowhere(_ user: String, _ center: ProtocolDispatcherCenter) {
        center.dispatch((any LoginObserver).self) { $0.didLogin(user) }
    }
}
