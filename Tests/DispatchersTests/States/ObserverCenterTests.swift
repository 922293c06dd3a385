import Dispatchers
import Foundation
import Testing

@Suite("States") struct ObserverCenterTests {
    private final class Screen: Sendable {}

    private let center = ObserverCenter()
    private let received = Probe<String>()

    @Test("A state has its default value until it is set, in each center separately") func readsAndSets() {
        #expect(center[.volume] == 5)
        center.set(.volume, to: 7)
        #expect(center[.volume] == 7)
        #expect(ObserverCenter()[.volume] == 5)
        #expect(center[.balance] == 0)
    }

    @Test("Two keys of the same name, type and value identify two states") func keysAreIdentities() {
        let (one, other) = (StateKey("one", default: 1), StateKey("one", default: 1))
        center.set(one, to: 2)
        #expect(center[other] == 1)
    }

    @Test("An update changes the value in place, and a throwing update changes nothing") func updates() throws {
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

    @Test("A set of a state inside its own update is refused, and the update completes") func setsInsideUpdate() {
        var runs = 0
        center.update(.balance) { balance in
            runs += 1
            #expect(!center.set(.balance, to: 10))
            balance += 1
        }
        #expect(runs == 1 && center[.balance] == 1)
    }

    @Test("A set on another thread during an update is applied after the update") func setsBesideUpdate() async {
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

    @Test("An observer registered during an update misses no set after the update", arguments: 0..<200)
    func registersDuringAnUpdate(round: Int) async {
        let key = StateKey("balance \(round)", default: 0)
        let (began, gate, ended) = (Probe<Bool>(), Gate(), Probe<String>())
        Thread.detachNewThread { [center] in
            center.update(key) { balance in
                began.report(true)
                gate.pass()
                balance += 1
            }
            ended.report("update")
        }
        _ = await began.values(1)
        let registration = center.observe(key, options: .skipsCurrent) { [received] in received.report($0.text) }
        Thread.detachNewThread { [center] in
            center.set(key, to: 10)
            ended.report("set")
        }
        gate.open()
        _ = await ended.values(2)
        #expect(received.values.last == "1 → 10")
        registration.cancel()
    }

    @Test("An observer receives the current value first, then old and new values") func deliversOldAndNew() {
        center.set(.volume, to: 6)
        let registration = center.observe(.volume) { received.report($0.text) }
        center.set(.volume, to: 7)
        center.update(.volume) { $0 += 1 }
        #expect(received.values == ["- → 6", "6 → 7", "7 → 8"])
        registration.cancel()
    }

    @Test("An observer with .skipsCurrent receives only changes") func skipsCurrent() {
        let registration = center.observe(.volume, options: .skipsCurrent) { received.report($0.text) }
        center.set(.volume, to: 6)
        #expect(received.values == ["5 → 6"])
        registration.cancel()
    }

    @Test("A set to an equal value calls observers of the state and no observer of a part") func skipsEqual() {
        let registrations = [
            center.observe(.volume[\.self], options: .skipsCurrent) { received.report("skips \($0.text)") },
            center.observe(.volume, options: .skipsCurrent) { received.report("all \($0.text)") },
        ]
        for volume in [5, 6, 6] { center.set(.volume, to: volume) }
        #expect(received.values == ["all 5 → 5", "skips 5 → 6", "all 5 → 6", "all 6 → 6"])
        #expect(registrations.count == 2)
    }

    @Test("C2: Observers are called by priority and then by registration, with and without an owner") func order() {
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

    @Test("C3: An observer added in a handler receives the current value and then the next change")
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

    @Test("C7: A set made by a handler is delivered after all observers received the current change")
    func breadthFirst() {
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

    @Test("C7: Two states whose handlers set each other reach their final values in order") func mutualSets() {
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

    @Test("C21: A closed center refuses sets, keeps its states readable and calls no observer") func closes() async {
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
        var collected: [Int] = []
        for await value in values { collected.append(value) }
        for await value in center.values(of: .volume) { collected.append(value) }
        #expect(collected == [6])
        #expect(received.values.isEmpty)
        #expect(center.observations.isEmpty)
        withExtendedLifetime((registration, late)) {}
    }

    @Test("C21: A handler may close the center, and later handlers are not called") func closesInAHandler() {
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

    @Test("The description of a change has the old and the new value, or the current value alone")
    func changeDescriptions() {
        let received = Probe<String>()
        let registration = center.observe(.volume) { received.report("\($0)") }
        center.set(.volume, to: 6)
        #expect(received.values == ["5", "5 → 6"])
        registration.cancel()
    }

    @Test("A center lists its observations with subject, priority and location") func lists() {
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
