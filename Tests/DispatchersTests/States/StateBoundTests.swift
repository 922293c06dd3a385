import AllocationCounter
import Dispatchers
import Foundation
import Testing

@Suite("Bounds of the delivery of states") struct StateBoundTests {
    private let center = ObserverCenter()
    private let received = Probe<StateChange<Int>>()

    private var isUnbroken: Bool { zip(received.values, received.values.dropFirst()).allSatisfy { $0.new == $1.old } }

    /// A thread that sets a state once for each call of `setOnce()`, until `end()`.
    private final class Setter: Sendable {
        private let (wanted, done) = (Gate(), Gate())
        private let isOver = Slot(false)
        private let count = Slot(0)

        init(_ center: ObserverCenter) {
            Thread.detachNewThread { [wanted, done, isOver, count] in
                while true {
                    wanted.pass()
                    if isOver.value == true { return }
                    let next = (count.value ?? 0) + 1
                    count.value = next
                    center.set(.balance, to: next)
                    done.open()
                }
            }
        }

        var sets: Int { count.value ?? 0 }

        func setOnce() {
            wanted.open()
            done.pass()
        }

        func end() {
            isOver.value = true
            wanted.open()
        }
    }

    @Test("C9: A set returns although another thread keeps setting the state, and all changes arrive in order")
    func boundedSet() async {
        let setter = Setter(center)
        let hasReturned = Slot(false)
        let registration = center.observe(.balance, options: .skipsCurrent) { change in
            received.report(change)
            if hasReturned.value == false, setter.sets < 5_000 { setter.setOnce() }
        }
        center.set(.balance, to: -1)
        hasReturned.value = true
        #expect(setter.sets < 5_000, "the set returned only after the other thread's last set")
        #expect(await eventually { received.values.count > setter.sets })
        #expect(received.values.map(\.new) == [-1] + Array(1...setter.sets))
        #expect(isUnbroken)
        setter.end()
        registration.cancel()
    }

    @Test("C9: A set and an observe call on the main actor return although another thread keeps setting") @MainActor
    func boundedMainActor() async {
        let setter = Setter(center)
        let hasReturned = Slot(false)
        let registration = center.observe(.balance, options: .skipsCurrent) { @MainActor change in
            received.report(change)
            if hasReturned.value == false, setter.sets < 5_000 { setter.setOnce() }
        }
        center.set(.balance, to: -1)
        hasReturned.value = true
        #expect(setter.sets < 5_000)
        let last = setter.sets
        #expect(await eventually { received.values.last?.new == last })
        #expect(isUnbroken)
        hasReturned.value = false
        let other = center.observe(.balance) { change in
            received.report(change)
            if change.old != nil || change.new < 10_000, hasReturned.value == false, setter.sets < 10_000 {
                setter.setOnce()
            }
        }
        hasReturned.value = true
        #expect(setter.sets < 10_000)
        setter.end()
        registration.cancel()
        other.cancel()
    }

    @Test("C9: Changes that wait for a running handler are bounded, gapless and end with the last value")
    func waitingIsBounded() async {
        let (began, gate, received) = (Probe<Bool>(), Gate(), ChangeTally())
        let registration = center.observe(.balance, options: .skipsCurrent) { change in
            received.report(change)
            guard change.new == 0 else { return }
            began.report(true)
            gate.pass()
        }
        Thread.detachNewThread { [center] in center.set(.balance, to: 0) }
        _ = await began.values(1)
        for number in 1...100_000 { center.set(.balance, to: number) }
        gate.open()
        #expect(await eventually(10_000_000) { received.last == 100_000 })
        #expect(received.count < 50_000)
        #expect(received.isUnbroken)
        registration.cancel()
    }

    @Test(
        "C9: Changes that became one because too many waited for an actor are reported, unless the observer coalesces",
        arguments: [false, true])
    @MainActor func reportsMerges(isCoalescing: Bool) async {
        let failures = Probe<DeliveryFailure>()
        let center = ObserverCenter(onError: { failures.report($0) })
        let received = received
        let options: StateOptions = isCoalescing ? [.skipsCurrent, .coalesces] : .skipsCurrent
        let place = SourceLocation(line: #line + 1)
        let registration = center.observe(.balance, options: options) { @MainActor in received.report($0) }
        let isSet = Gate()
        Thread.detachNewThread {
            for number in 1...200 { center.set(.balance, to: number) }
            isSet.open()
        }
        isSet.pass()
        let losses = failures.values.compactMap { ($0.error as? QueueOverflow)?.count }
        #expect(losses == (isCoalescing ? [] : [1, 2, 4, 8, 16, 32, 64, 128]))
        #expect(failures.values.allSatisfy { $0.observedAt == place && $0.what == "balance" })
        #expect(await yield { received.values.last?.new == 200 })
        registration.cancel()
    }

    @Test("A coalescing observer without an actor is called serially with gapless changes up to the last value")
    func coalescingIsSerial() async {
        for _ in 0..<Effort.scaled(5, long: 1_000) {
            let (center, received, inside, overlaps) = (
                ObserverCenter(), Probe<StateChange<Int>>(), Slot(0), Probe<Bool>()
            )
            let registration = center.observe(.balance, options: .coalesces) { change in
                let others = inside.exchange(1)
                if others != 0 { overlaps.report(true) }
                for _ in 0..<3 { sched_yield() }
                received.report(change)
                inside.value = 0
            }
            await withTaskGroup { group in
                for thread in 1...3 {
                    group.addTask {
                        for number in 0..<20 {
                            center.set(.balance, to: thread * 100 + number)
                            await Task.yield()
                        }
                    }
                }
            }
            let last = center[.balance]
            #expect(await eventually { received.values.last?.new == last })
            #expect(overlaps.values.isEmpty)
            let values = received.values
            #expect(values.first?.old == nil)
            #expect(zip(values, values.dropFirst()).allSatisfy { $0.new == $1.old })
            await registration.cancelAndDrain()
        }
    }

    private final class Screen: Sendable {}

    @Test(
        "The cost of removing released owners on their actor does not depend on the number of living owners",
        .enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
    @MainActor func purgingIsCheap() {
        /// Returns the allocations of a set that removes `dead` released owners among `living` ones.
        func cost(dead: Int, living: Int) -> Int {
            let (center, screens) = (ObserverCenter(), (0..<living).map { _ in Screen() })
            // Owners are released after all observe calls, which would otherwise purge them before the set.
            for screen in screens { center.observe(.volume, by: screen) { @MainActor _, _ in } }
            var doomed = (0..<dead).map { _ in Screen() }
            for screen in doomed { center.observe(.volume, by: screen) { @MainActor _, _ in } }
            doomed = []
            let before = allocationsOfThisThread()
            center.set(.volume, to: 6)
            let cost = allocationsOfThisThread() - before
            #expect(center.observations.count == living)
            withExtendedLifetime(screens) {}
            return cost
        }
        let (few, many) = (cost(dead: 100, living: 100), cost(dead: 100, living: 10_000))
        #expect(many <= few + 200, "\(few) allocations among 100, \(many) among 10,000")
        let all = cost(dead: 10_000, living: 10_000)
        #expect(all <= 10_000 * 100, "\(all) allocations for 10,000 released among 10,000 living")
    }

    @Test("Cancelling by an owner and releasing an owner remove that owner's observations and no others")
    func ownersEndInAnyOrder() {
        let kept = Screen()
        for round in 0..<50 {
            let screen = Screen()
            for number in 0..<20 {
                center.observe(number.isMultiple(of: 2) ? .volume : .balance, by: screen) { _, _ in }
            }
            center.observe(.volume, by: kept) { _, _ in }
            if round.isMultiple(of: 3) { center.cancel(by: screen) }
        }
        center.set(.volume, to: 1)
        center.set(.balance, to: 1)
        #expect(center.observations.count == 50)
        center.cancel(by: kept)
        #expect(center.observations.isEmpty)
    }
}
