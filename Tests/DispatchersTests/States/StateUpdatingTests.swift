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

    /// Where the elements of the state lie.
    private func address(in center: ObserverCenter, _ change: (inout [Int]) -> Void = { _ in }) -> UInt {
        var address: UInt = 0
        center.update(.numbers) { numbers in
            change(&numbers)
            address = numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        return address
    }

    private func fill() { center.set(.numbers, to: Array(0..<100_000)) }

    @Test("an update changes a value in place that nobody else has: nothing is copied") func inPlace() {
        fill()
        let first = address(in: center) { $0.reserveCapacity(200_000) }
        let addresses = (0..<100).map { number in address(in: center) { $0.append(number) } }
        #expect(addresses.allSatisfy { $0 == first })
        #expect(center[.numbers].count == 100_100)
    }

    @Test("so it does after an observer has gone, and after a value that was read has") func inPlaceAgain() {
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

    @Test("values that others have stay as they are: read, kept in a change, in a sequence, in another state")
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

    @Test("an update that throws leaves the value as it was, told or not") func throwing() {
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

    @Test("observers are told an update with the value before and after") func tells() {
        let registration = center.observe(.numbers, options: .skipsCurrent) {
            received.report($0.old ?? [-1])
            received.report($0.new)
        }
        center.update(.numbers) { $0.append(1) }
        center.update(.numbers) { $0.append(2) }
        #expect(received.values == [[], [1], [1], [1, 2]])
        registration.cancel()
    }

    @Test("to set or update the state that is changed in place inside of the closure is refused, and does not hang")
    func refusesInside() {
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

    @Test("what is refused inside of the closure is reported when the update has ended: the report may read the state")
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
        #expect(failures.values.allSatisfy { $0.error is DeliveryCycle })
        holder.value = nil
    }

    @Test("other states may be read, set, updated and observed inside of the closure") func othersInside() {
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

    @Test("who begins to observe inside of the closure is told the value after it") func observesInside() {
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

    @Test("what another thread sets, reads and observes during an update comes after it") func comesAfter() async {
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

    @Test("updates of several threads are all kept, while others read, set, observe and go") func allAreKept() async {
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

    @Test("updates that read one another's states in turn do not hang") func crossing() async {
        await withTaskGroup { group in
            group.addTask { for _ in 0..<1_000 { center.update(.numbers) { $0 = [center[.volume]] } } }
            group.addTask { for _ in 0..<1_000 { center.update(.others) { $0 = center[.numbers] } } }
            group.addTask { for number in 0..<1_000 { center.set(.numbers, to: [number]) } }
        }
        #expect(center[.others].count <= 1)
    }

    @Test("C21: an update during which the center closes is made, and later ones are refused") func closes() {
        center.update(.numbers) { numbers in
            center.close()
            numbers.append(1)
        }
        #expect(!center.update(.numbers) { $0.append(2) })
        #expect(center[.numbers] == [1] || center[.numbers] == [])
    }
}
