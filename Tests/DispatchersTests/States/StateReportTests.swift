import Dispatchers
import Testing

@Suite("Reports of states") struct StateReportTests {
    private let failures = Probe<DeliveryFailure>()
    private let received = Probe<StateChange<Int>>()

    private func center(cycleLimit: Int = 10, queueLimit: Int = 1_000) -> ObserverCenter {
        ObserverCenter(cycleLimit: cycleLimit, queueLimit: queueLimit) { [failures] in failures.report($0) }
    }

    @Test("C22: A refused set is reported once with the chain of sets that caused it") func chain() {
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

    @Test("C22: The chain of a refused set continues across actors") @MainActor func chainAcrossActors() async {
        let center = center()
        let registrations = [
            center.observe(.volume, options: .skipsCurrent) { @MainActor in center.set(.balance, to: $0.new + 1) },
            center.observe(.balance, options: .skipsCurrent) { change in setOffActor(.volume, change.new + 1, center)
            },
        ]
        setOffActor(.volume, 0, center)
        let cycle = await failures.values(1).first?.error as? DeliveryCycle
        #expect(cycle?.chain.count == 12)
        #expect(Set((cycle?.chain ?? []).map(\.what)).count == 2)
        #expect(registrations.count == 2)
    }

    @Test("A set of a state inside its own update is reported with both locations") func updateChain() {
        let center = center()
        center.update(.name) { name in
            center.set(.name, to: "other")
            name = "mine"
        }
        let cycle = failures.values.first?.error as? DeliveryCycle
        #expect(cycle?.chain.map(\.location.line) == [#line - 5, #line - 4])
        let (set, update) = ("\(#fileID):\(#line - 5)", "\(#fileID):\(#line - 6)")
        let refusal = "the set of “name” at \(set) was refused: the closure of its own update at \(update) is running; "
        #expect(cycle?.description == refusal + "change the value that the closure gets instead")
        #expect(center[.name] == "mine")
    }

    @Test("The error handler may set states, and a cycle that it causes is not reported") func handlerSets() {
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
        "C9: Changes merged while a handler runs are counted and reported at each doubling")
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

    @Test("C9: An observer added between merged changes receives the current value and no earlier one")
    func overflowWithNewObservers() {
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

    @Test("C9: Changes waiting for an actor beyond 64 are merged, counted, and reported at each doubling") @MainActor
    func mergesAreCounted() async {
        let center = center()
        let registration = center.observe(.balance, options: .skipsCurrent) { @MainActor in received.report($0) }
        for number in 1...500 { setOffActor(.balance, number, center) }
        #expect(center.observations.map(\.dropped) == [436])
        _ = await received.values(64)
        #expect(received.values.count == 64)
        #expect(received.values.last?.text == "63 → 500")
        #expect(
            failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == [1, 2, 4, 8, 16, 32, 64, 128, 256])
        let text = failures.values.first?.description ?? ""
        #expect(text.hasPrefix("the handler registered at DispatchersTests/StateReportTests.swift:"))
        #expect(text.contains(" missed the balance from "))
        #expect(text.hasSuffix("if that is enough, observe with the option .coalesces"))
        registration.cancel()
    }

    @Test("C9: Calls beyond the queue limit are dropped, and reported at each doubling") @MainActor
    func callOverflow() async {
        let failures = Probe<DeliveryFailure>()
        let center = ProtocolDispatcherCenter(queueLimit: 3) { failures.report($0) }
        let screen = CallIsolationTests.Screen()
        screen.register(center)
        for number in 0..<10 { dispatchOffActor("\(number)", center) }
        _ = await screen.received.values(3)
        #expect(screen.users == ["0", "1", "2"])
        #expect(failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == [1, 2, 4])
        dispatchOffActor("last", center)
        _ = await screen.received.values(4)
        #expect(screen.users.last == "last")
    }

    private nonisolated func setOffActor(_ key: StateKey<Int>, _ value: Int, _ center: ObserverCenter) {
        center.set(key, to: value)
    }

    private nonisolated func dispatchOffActor(_ user: String, _ center: ProtocolDispatcherCenter) {
        center.dispatch((any LoginObserver).self) { $0.didLogin(user) }
    }
}

@Suite("Sets in a closed center") struct ClosedCenterTests {
    private let failures = Probe<DeliveryFailure>()

    @Test("A set by a subscript or an observed state is reported once, and a set that returns false is not")
    @MainActor func reported() {
        let app = ObserverCenter { [failures] in failures.report($0) }
        let center = ObserverCenter(parent: app, name: "session")
        let volume = center.observed(.volume)
        let line = #line - 1
        center.close()
        #expect(!center.set(.volume, to: 6))
        #expect(!center.update(.volume) { $0 += 1 })
        #expect(failures.values.isEmpty)
        volume.value = 7
        center[.volume] = 8
        center[.basket[\.total]] = 8
        let text =
            "the set of volume at \(#fileID):\(line) was refused, since the center “session” is closed: end what sets it before, "
            + "or use “set(_:to:)”, which returns false"
        #expect(failures.values.map { "\($0)" } == [text])
        #expect(center[.volume] == 5)
    }

    @Test("A set of a part is reported with the name of the part") func part() {
        let center = ObserverCenter { [failures] in failures.report($0) }
        center.close()
        center[.basket[\.total]] = 8
        #expect(failures.values.map(\.what) == ["basket.total"])
        #expect(failures.values.first?.postedAt.line == #line - 2)
        #expect(failures.values.first?.error is ClosedCenter)
    }
}
