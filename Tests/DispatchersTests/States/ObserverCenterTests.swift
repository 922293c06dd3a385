import Dispatchers
import Foundation
import Testing

@Suite("States") struct ObserverCenterTests {
    private final class Screen: Sendable {}

    private let center = ObserverCenter()
    private let received = Probe<String>()

    @Test("a state has its default value until it is set, in each center its own") func readsAndSets() {
        #expect(center[.volume] == 5)
        center.set(.volume, to: 7)
        #expect(center[.volume] == 7)
        #expect(ObserverCenter()[.volume] == 5)
        #expect(center[.balance] == 0)
    }

    @Test("two keys of one name, type and value are two states") func keysAreIdentities() {
        let (one, other) = (StateKey("one", default: 1), StateKey("one", default: 1))
        center.set(one, to: 2)
        #expect(center[other] == 1)
    }

    @Test("an update changes the value in place; one that throws changes nothing") func updates() throws {
        struct Refused: Error {}
        center.update(.basket) { $0.total += 3 }
        #expect(throws: Refused.self) {
            try center.update(.basket) { basket in
                basket.total = 99
                throw Refused()
            }
        }
        #expect(center[.basket].total == 3)
        #expect(center[.basket[\.total]] == 3)
    }

    @Test("a set of the state inside of its update is refused, and the update is made") func setsInsideUpdate() {
        var runs = 0
        center.update(.balance) { balance in
            runs += 1
            #expect(!center.set(.balance, to: 10))
            balance += 1
        }
        #expect(runs == 1 && center[.balance] == 1)
    }

    @Test("a set of another thread during an update comes after it") func setsBesideUpdate() async {
        let (began, gate, isSet) = (Probe<Bool>(), Gate(), Probe<Bool>())
        Thread.detachNewThread { [center] in
            center.update(.balance) { balance in
                began.report(true)
                gate.pass()
                balance += 1
            }
        }
        _ = await began.values(1)
        let registration = center.observe(.balance, options: .skipsCurrent) { received.report($0.text) }
        Thread.detachNewThread { [center] in isSet.report(center.set(.balance, to: 10)) }
        gate.open()
        #expect(await isSet.values(1) == [true])
        #expect(center[.balance] == 10)
        #expect(await received.values(1) == ["1 → 10"])
        registration.cancel()
    }

    @Test("an observer is told the current value first, and then old and new ones") func tellsOldAndNew() {
        center.set(.volume, to: 6)
        let registration = center.observe(.volume) { received.report($0.text) }
        center.set(.volume, to: 7)
        center.update(.volume) { $0 += 1 }
        #expect(received.values == ["- → 6", "6 → 7", "7 → 8"])
        registration.cancel()
    }

    @Test("who skips the current value is told only of sets") func skipsCurrent() {
        let registration = center.observe(.volume, options: .skipsCurrent) { received.report($0.text) }
        center.set(.volume, to: 6)
        #expect(received.values == ["5 → 6"])
        registration.cancel()
    }

    @Test("equal sets are told, unless the value is observed as a part") func skipsEqual() {
        let registrations = [
            center.observe(.volume[\.self], options: .skipsCurrent) { received.report("skips \($0.text)") },
            center.observe(.volume, options: .skipsCurrent) { received.report("all \($0.text)") },
        ]
        for volume in [5, 6, 6] { center.set(.volume, to: volume) }
        #expect(received.values == ["all 5 → 5", "skips 5 → 6", "all 5 → 6", "all 6 → 6"])
        #expect(registrations.count == 2)
    }

    @Test("C2: higher priorities are told first, then the earlier registered, in the token and the owner form")
    func order() {
        let screen = Screen()
        let registrations = [
            center.observe(.volume, options: .skipsCurrent) { _ in received.report("second") },
            center.observe(.volume, options: .skipsCurrent, priority: 1) { _ in received.report("first") },
        ]
        center.observe(.volume, by: screen, options: .skipsCurrent) { _, _ in received.report("third") }
        center.set(.volume, to: 1)
        #expect(received.values == ["first", "second", "third"])
        #expect(registrations.count == 2)
    }

    @Test("C3: who begins to observe in a handler is told the value it finds, and the next change")
    func addsDuringDelivery() {
        let added = Probe<Registration>()
        let registration = center.observe(.volume, options: .skipsCurrent) { change in
            guard change.new == 6 else { return }
            added.report(center.observe(.volume) { received.report($0.text) })
        }
        center.set(.volume, to: 6)
        #expect(received.values == ["- → 6"])
        center.set(.volume, to: 7)
        #expect(received.values == ["- → 6", "6 → 7"])
        registration.cancel()
    }

    @Test("C7: what a handler sets is told once all have been told the change before") func breadthFirst() {
        let registrations = [
            center.observe(.volume, options: .skipsCurrent) { change in
                received.report("A \(change.text)")
                if change.new < 8 { center.set(.volume, to: change.new + 1) }
            },
            center.observe(.volume, options: .skipsCurrent) { received.report("B \($0.text)") },
        ]
        center.set(.volume, to: 6)
        #expect(received.values == ["A 5 → 6", "B 5 → 6", "A 6 → 7", "B 6 → 7", "A 7 → 8", "B 7 → 8"])
        #expect(registrations.count == 2)
    }

    @Test("C7: two states whose handlers set each other end on the last values") func mutualSets() {
        let registrations = [
            center.observe(.volume, options: .skipsCurrent) { center.set(.balance, to: $0.new) },
            center.observe(.balance[\.self], options: .skipsCurrent) { change in
                received.report(change.text)
                if change.new < 3 { center.set(.volume, to: change.new + 1) }
            },
        ]
        center.set(.volume, to: 1)
        #expect(received.values == ["0 → 1", "1 → 2", "2 → 3"])
        #expect(center[.volume] == 3)
        #expect(registrations.count == 2)
    }

    @Test("C21: after closing, sets are refused, states can be read, nobody is told") func closes() async {
        let screen = Screen()
        center.set(.volume, to: 6)
        let registration = center.observe(.volume, options: .skipsCurrent) { received.report($0.text) }
        center.observe(.volume, by: screen, options: .skipsCurrent) { _, change in received.report(change.text) }
        let values = center.values(of: .volume)
        center.set(.balance, to: 1)
        center.close()
        center.close()
        #expect(!center.set(.volume, to: 7))
        #expect(!center.update(.volume) { $0 = 8 })
        #expect(!center.set(.balance, to: 2))
        #expect(center[.volume] == 6)
        let late = center.observe(.volume) { received.report("late \($0.text)") }
        var heard: [Int] = []
        for await value in values { heard.append(value) }
        for await value in center.values(of: .volume) { heard.append(value) }
        #expect(heard == [6])
        #expect(received.values.isEmpty)
        #expect(center.observations.isEmpty)
        withExtendedLifetime((registration, late)) {}
    }

    @Test("C21: a handler may close the center; none after it is told") func closesInAHandler() {
        let registrations = [
            center.observe(.volume, options: .skipsCurrent) { _ in
                received.report("first")
                center.close()
            },
            center.observe(.volume, options: .skipsCurrent) { _ in received.report("second") },
        ]
        center.set(.volume, to: 6)
        #expect(received.values == ["first"])
        #expect(registrations.count == 2)
    }

    @Test("a change prints its values, and the one that an observer finds") func changesPrint() {
        let received = Probe<String>()
        let registration = center.observe(.volume) { received.report("\($0)") }
        center.set(.volume, to: 6)
        #expect(received.values == ["5", "5 → 6"])
        registration.cancel()
    }

    @Test("a center lists its observations") func lists() {
        let registration = center.observe(.basket[\.total], priority: 2) { _ in }
        let line = #line - 1
        let observation = center.observations.first
        #expect(observation?.what == "basket.total")
        #expect(observation?.priority == 2)
        #expect(observation?.location.line == line)
        registration.cancel()
        #expect(center.observations.isEmpty)
    }
}
