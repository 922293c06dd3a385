import Dispatchers
import Foundation
import Testing

extension StateKeys {
    fileprivate static let numbers = StateKey("numbers", default: [Int]())
    fileprivate static let others = StateKey("others", default: [Int]())
}

@Suite("Updating states") struct StateUpdatingTests {
    private let center = ObserverCenter()
    private let received = Probe<[Int]>()

    /// Returns the address of the elements of the state after a change.
    private func address(in center: ObserverCenter, _ change: (inout [Int]) -> Void = { _ in }) -> UInt {
        var address: UInt = 0
        center.update(.numbers) { numbers in
            change(&numbers)
            address = numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        return address
    }

    private func fill() { center.set(.numbers, to: Array(0..<100_000)) }

    @Test("An update changes an unshared value in place, without a copy") func inPlace() {
        fill()
        let first = address(in: center) { $0.reserveCapacity(200_000) }
        let addresses = (0..<100).map { number in address(in: center) { $0.append(number) } }
        #expect(addresses.allSatisfy { $0 == first })
        #expect(center[.numbers].count == 100_100)
    }

    @Test("An update changes a value in place after an observer was cancelled and a read value was released")
    func inPlaceAgain() {
        fill()
        let registration = center.observe(.numbers) { received.report($0.new) }
        center.update(.numbers) { $0.append(1) }
        registration.cancel()
        #expect(received.values.map(\.count) == [100_000, 100_001])
        _ = center[.numbers].count
        let first = address(in: center) { $0.reserveCapacity(200_000) }
        #expect(address(in: center) { $0.append(2) } == first)
        #expect(received.values.map(\.count) == [100_000, 100_001])
    }

    @Test("An update does not change values that were read, delivered or copied to another state")
    func copiesStay() async {
        fill()
        let read = center[.numbers]
        let values = center.values(of: .numbers)
        let kept = Probe<StateChange<[Int]>>()
        center.observe(.numbers) { kept.report($0) }.cancel()
        center.set(.others, to: center[.numbers])
        center.update(.numbers) { $0.removeAll() }
        #expect(read.count == 100_000)
        #expect(kept.values.first?.new.count == 100_000)
        #expect(center[.others].count == 100_000)
        #expect(center[.numbers].isEmpty)
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == [])
    }

    @Test("A throwing update leaves the value unchanged") func throwing() {
        struct Refused: Error {}
        fill()
        #expect(throws: Refused.self) {
            try center.update(.numbers) { numbers in
                numbers.removeAll()
                throw Refused()
            }
        }
        #expect(center[.numbers].count == 100_000)
    }

    @Test("An observer receives the values before and after an update") func deliversOldAndNew() {
        let registration = center.observe(.numbers, options: .skipsCurrent) {
            received.report($0.old ?? [-1])
            received.report($0.new)
        }
        center.update(.numbers) { $0.append(1) }
        center.update(.numbers) { $0.append(2) }
        #expect(received.values == [[], [1], [1], [1, 2]])
        registration.cancel()
    }

    @Test("A set or update of a state inside its own update is refused and does not deadlock") func refusesInside() {
        center.update(.numbers) { numbers in
            numbers.append(1)
            #expect(!center.set(.numbers, to: [9]))
            #expect(!center.update(.numbers) { $0.append(8) })
            numbers.append(2)
        }
        #expect(center[.numbers] == [1, 2])
        #expect(center.update(.numbers) { $0.append(3) })
        #expect(center[.numbers] == [1, 2, 3])
    }

    @Test("A refusal inside an update is reported after the update, and the report may read the state")
    func reportsAfterUpdate() {
        let (holder, failures) = (Slot<ObserverCenter>(), Probe<DeliveryFailure>())
        let center = ObserverCenter {
            failures.report($0)
            received.report(holder.value?[.numbers] ?? [])
        }
        holder.value = center
        center.update(.numbers) { numbers in
            numbers.append(1)
            center.set(.numbers, to: [9])
            center.update(.others) { _ in center.update(.numbers) { $0.append(8) } }
            #expect(received.values.isEmpty)
            numbers.append(2)
        }
        #expect(received.values == [[1, 2], [1, 2]])
        #expect(throws: CancellationError.self) {
            try center.update(.numbers) { _ in
                center.set(.numbers, to: [9])
                throw CancellationError()
            }
        }
        #expect(received.values.count == 3)
        let cycles = failures.values.compactMap { $0.error as? DeliveryCycle }
        #expect(cycles.map(\.reason) == [.ownUpdate, .ownUpdate, .ownUpdate])
        #expect(
            cycles.first?.description.contains("was refused: the closure of its own update at DispatchersTests/")
                == true)
        holder.value = nil
    }

    @Test("Other states may be read, set, updated and observed inside an update") func othersInside() {
        center.set(.others, to: [1, 2])
        let registrations = Probe<Registration>()
        center.update(.numbers) { numbers in
            numbers = center[.others]
            center.set(.volume, to: 7)
            center.update(.others) { $0.append(3) }
            registrations.report(center.observe(.others) { received.report($0.new) })
        }
        #expect(center[.numbers] == [1, 2])
        #expect(center[.others] == [1, 2, 3])
        #expect(center[.volume] == 7)
        #expect(received.values == [[1, 2, 3]])
    }

    @Test("An observer added inside an update receives the value after the update") func observesInside() {
        let registrations = Probe<Registration>()
        center.update(.numbers) { numbers in
            numbers.append(1)
            registrations.report(center.observe(.numbers) { received.report($0.new) })
            numbers.append(2)
        }
        #expect(received.values == [[1, 2]])
        center.update(.numbers) { $0.append(3) }
        #expect(received.values == [[1, 2], [1, 2, 3]])
    }

    @Test("A read and an observation on other threads during an update receive the value after the update")
    func comesAfter() async {
        let (began, gate) = (Probe<Bool>(), Gate())
        let values = Probe<[Int]>()
        let registrations = Probe<Registration>()
        Thread.detachNewThread { [center] in
            center.update(.numbers) { numbers in
                numbers.append(1)
                began.report(true)
                gate.pass()
                numbers.append(2)
            }
        }
        _ = await began.values(1)
        Thread.detachNewThread { [center] in values.report(center[.numbers]) }
        let isEarly = await eventually(1_000) { !values.values.isEmpty }
        #expect(!isEarly, "a value was read while it was being changed")
        registrations.report(center.observe(.numbers) { received.report($0.new) })
        #expect(center.set(.others, to: [1]))
        gate.open()
        _ = await values.values(1)
        _ = await received.values(1)
        #expect(values.values == [[1, 2]])
        #expect(received.values == [[1, 2]])
    }

    @Test("Updates of several threads are all kept during concurrent reads and observations") func allAreKept() async {
        let count = Effort.scaled(2_000, long: 50_000)
        await withTaskGroup { group in
            for thread in 0..<3 {
                group.addTask {
                    for number in 0..<count { center.update(.numbers) { $0.append(thread * count + number) } }
                }
            }
            group.addTask { for _ in 0..<count { _ = center[.numbers].count } }
            group.addTask {
                for _ in 0..<count / 10 {
                    let registration = center.observe(.numbers) { change in
                        if let old = change.old, old.count >= change.new.count { received.report(change.new) }
                    }
                    registration.cancel()
                }
            }
        }
        let numbers = center[.numbers]
        #expect(numbers.sorted() == Array(0..<3 * count))
        for thread in 0..<3 {
            let own = numbers.filter { $0 / count == thread }
            #expect(own == own.sorted())
        }
        #expect(received.values.isEmpty)
    }

    @Test("Of two updates that wait for each other, one is refused, and the report says so") func waitingForEachOther()
        async
    {
        let (failures, trace) = (Probe<DeliveryFailure>(), Trace())
        let center = ObserverCenter(trace: trace, onError: { failures.report($0) })
        trace.start()
        let (isFirstRunning, isSecondRunning, isDone) = (Gate(), Gate(), Gate())
        Thread.detachNewThread {
            center.update(.numbers) { _ in
                isFirstRunning.open()
                isSecondRunning.pass()
                center.set(.others, to: [1])
            }
            isDone.open()
        }
        center.update(.others) { _ in
            isSecondRunning.open()
            isFirstRunning.pass()
            center.set(.numbers, to: [1])
        }
        isDone.pass()
        let cycle = failures.values.first?.error as? DeliveryCycle
        #expect(failures.values.count == 1)
        #expect(cycle?.reason == .waitingUpdates)
        #expect(cycle?.description.contains("and another update waits for that closure") == true)
        let outcomes = trace.events.map(\.outcome).filter { $0 != .done }
        #expect(outcomes == [.refused("another update waits for the one that makes it")])
    }

    @Test("Concurrent updates that read each other's state do not deadlock") func crossing() async {
        await withTaskGroup { group in
            group.addTask { for _ in 0..<1_000 { center.update(.numbers) { $0 = [center[.volume]] } } }
            group.addTask { for _ in 0..<1_000 { center.update(.others) { $0 = center[.numbers] } } }
            group.addTask { for number in 0..<1_000 { center.set(.numbers, to: [number]) } }
        }
        #expect(center[.others].count <= 1)
    }

    @Test("C21: An update during which the center closes completes, and later updates are refused") func closes() {
        center.update(.numbers) { numbers in
            center.close()
            numbers.append(1)
        }
        #expect(!center.update(.numbers) { $0.append(2) })
        #expect(center[.numbers] == [1] || center[.numbers] == [])
    }
}
