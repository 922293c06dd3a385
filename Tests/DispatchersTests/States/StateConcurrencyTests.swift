import Dispatchers
import Foundation
import Testing

@Suite("Concurrency of states") struct StateConcurrencyTests {
    private final class Screen: Sendable {}

    private let center = ObserverCenter()

    @Test("Updates of four threads are all applied, and every observer receives each in order without gaps")
    func updatesAreAtomic() async {
        let (received, stayed) = (Probe<StateChange<Int>>(), Screen())
        let owned = Probe<Int>()
        let registration = center.observe(.balance) { received.report($0) }
        center.observe(.balance, by: stayed) { _, change in owned.report(change.new) }
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<5_000 { center.update(.balance) { $0 += 1 } } }
            }
            group.addTask {
                for round in 0..<2_000 {
                    let registration = center.observe(.balance, priority: round % 3 - 1) { _ in }
                    center.observe(.balance, by: Screen()) { _, _ in }
                    registration.cancel()
                }
            }
        }
        // A set returns before its delivery if another thread is delivering.
        _ = await received.values(20_001)
        #expect(center[.balance] == 20_000)
        #expect(received.values.map(\.new) == Array(0...20_000))
        #expect(zip(received.values, received.values.dropFirst()).allSatisfy { $0.new == $1.old })
        #expect(owned.values == Array(0...20_000))
        registration.cancel()
    }

    @Test("Sets of four threads are delivered one after another without gaps") func setsAreSerial() async {
        let received = Probe<StateChange<Int>>()
        let registration = center.observe(.balance) { received.report($0) }
        await withTaskGroup { group in
            for thread in 1...4 {
                group.addTask { for number in 0..<2_000 { center.set(.balance, to: thread * 10_000 + number) } }
            }
        }
        let changes = await received.values(8_001)
        #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.new == $1.old })
        #expect(changes.last?.new == center[.balance])
        registration.cancel()
    }

    @Test("Inline observers, main-actor observers and sequences end on the last value")
    func observersEndOnTheLastValue() async {
        for _ in 0..<50 {
            let center = ObserverCenter()
            let (inline, onMain) = (Probe<Int>(), Probe<Int>())
            let registrations = [
                center.observe(.balance) { inline.report($0.new) },
                center.observe(.balance) { @MainActor change in onMain.report(change.new) },
            ]
            let values = center.values(of: .balance)
            await withTaskGroup { group in
                for thread in 1...4 {
                    group.addTask { for number in 0..<50 { center.set(.balance, to: thread * 1_000 + number) } }
                }
                group.addTask { @MainActor in for number in 0..<50 { center.set(.balance, to: number) } }
            }
            let last = center[.balance]
            while inline.values.last != last || onMain.values.last != last { await Task.yield() }
            var iterator = values.makeAsyncIterator()
            #expect(await iterator.next() == last)
            #expect(registrations.count == 2)
        }
    }

    @Test("C11: An observer added during sets receives one value and then every later one") func noGap() async {
        await withTaskGroup { group in
            group.addTask { for number in 1...20_000 { center.set(.balance, to: number) } }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<500 {
                        let received = Probe<StateChange<Int>>()
                        let registration = center.observe(.balance) { received.report($0) }
                        _ = await received.values(1)
                        registration.cancel()
                        let values = received.values
                        #expect(values.first?.old == nil)
                        #expect(zip(values, values.dropFirst()).allSatisfy { $0.new == $1.old && $1.new == $0.new + 1 })
                    }
                }
            }
        }
    }

    private final class Flags: Sendable {
        let (hasBegun, hasCancelled, isLate) = (Probe<Bool>(), Probe<Bool>(), Probe<Bool>())
    }

    @Test("C4: An observer cancelled by another thread during a delivery is not called")
    func cancelledByAnotherThread() {
        for _ in 0..<200 {
            let flags = Flags()
            let first = center.observe(.volume, options: .skipsCurrent, priority: 1) { _ in
                flags.hasBegun.report(true)
                while flags.hasCancelled.values.isEmpty {}
            }
            let second = center.observe(.volume, options: .skipsCurrent) { _ in flags.isLate.report(true) }
            Thread.detachNewThread {
                while flags.hasBegun.values.isEmpty {}
                second.cancel()
                flags.hasCancelled.report(true)
            }
            center.update(.volume) { $0 += 1 }
            #expect(flags.isLate.values.isEmpty)
            first.cancel()
        }
    }

    @Test("C21: Closing during concurrent sets and observations leaves no observation") func closesBeside() async {
        for _ in 0..<100 {
            let center = ObserverCenter()
            await withTaskGroup { group in
                group.addTask { for number in 0..<100 { center.set(.balance, to: number) } }
                group.addTask { for _ in 0..<100 { center.observe(.balance, by: Screen()) { _, _ in } } }
                group.addTask { center.close() }
            }
            #expect(center.observations.isEmpty)
            #expect(!center.set(.balance, to: -1))
        }
    }
}
