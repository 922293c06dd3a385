import Foundation
import Synchronization
import Testing

@testable import Dispatchers

@Suite("Readers of epoch-based reclamation") struct ReadersTests {
    private let readers = Readers()
    private let released = Probe<Int>()

    private func retire(_ number: Int, linkedAt time: UInt64 = 1) {
        readers.retire(Canary { [released] in released.report(number) }, linkedAt: time)
    }

    /// Calls a closure with a reader, between its begin and its end.
    private func reading(_ body: (Reader) -> Void) {
        let reader = Reader.make()
        reader.begin(readers, at: readers.now)
        body(reader)
        reader.end()
        reader.remove()
    }

    @Test("An object retired without readers is released at once") func releasesAtOnce() {
        retire(1)
        #expect(released.values == [1])
    }

    @Test("An object retired during a read is released when the reader ends") func releasesWithTheReader() {
        reading { _ in
            retire(1)
            #expect(released.values.isEmpty)
            retire(2)
        }
        #expect(released.values.sorted() == [1, 2])
    }

    @Test("A reader of one hub does not delay releases of another hub") func otherHubs() {
        reading { _ in
            Readers().retire(Canary { [released] in released.report(1) })
            #expect(released.values == [1])
        }
    }

    @Test("A retired object is released when its readers have ended, although later readers overlap")
    func overlappingReaders() {
        let (even, odd) = (Reader.make(), Reader.make())
        for round in 0..<10 {
            (round % 2 == 0 ? even : odd).begin(readers, at: readers.now)
            retire(round)
            (round % 2 == 0 ? odd : even).end()
        }
        #expect(released.values == Array(0..<9))
        odd.end()
        #expect(released.values == Array(0..<10))
        even.remove()
        odd.remove()
    }

    @Test("An object linked after a reader began is released at once when it is retired") func objectsLinkedLater() {
        reading { _ in
            retire(1, linkedAt: readers.now)
            for number in 2...100 { retire(number, linkedAt: readers.advance()) }
            #expect(released.values == Array(2...100))
        }
        #expect(released.values.sorted() == Array(1...100))
    }

    @Test("An object linked before a reader begins again is released when the reader ends") func beginningAgain() {
        reading { reader in
            let time = readers.advance()
            reader.begin(readers, at: readers.now)
            retire(1, linkedAt: time)
            #expect(released.values.isEmpty)
        }
        #expect(released.values == [1])
    }

    @Test("The deinit of a retired object may read and retire") func releasingMayRetire() {
        reading { _ in
            readers.retire(
                Canary { [self] in reading { _ in readers.retire(Canary { [released] in released.report(1) }) } })
            #expect(released.values.isEmpty)
        }
        #expect(released.values == [1])
    }
}

@Suite("Concurrency of reading") struct ReadingConcurrencyTests {
    private final class Item: Sendable {
        static let alive = Atomic(0)
        let value: UInt64

        init(_ value: UInt64) {
            self.value = value
            Self.alive.wrappingAdd(1, ordering: .relaxed)
        }

        deinit { Self.alive.wrappingSubtract(1, ordering: .relaxed) }
    }

    private final class Shared: Sendable {
        let current = AtomicReference<Item>()
        let isDone = Atomic(false)
    }

    @Test("Readers see whole objects in order while a writer replaces them, and all objects are released")
    func readersAndWriter() async {
        let (readers, shared) = (Readers(), Shared())
        await withTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    let reader = Reader.make()
                    var last: UInt64 = 0
                    while !shared.isDone.load(ordering: .acquiring) {
                        await Task.yield()
                        for _ in 0..<10 {
                            let time = readers.now
                            reader.begin(readers, at: time)
                            guard let item = shared.current.load(), readers.now == time else { continue }
                            let value = item.with { $0.value }
                            #expect(value >= last)
                            last = value
                        }
                        reader.end()
                    }
                    reader.remove()
                }
            }
            group.addTask {
                var time: UInt64 = 1
                for id in 1...20_000 as ClosedRange<UInt64> {
                    let now = id % 3 == 0 ? readers.advance() : readers.now
                    readers.retire(shared.current.exchange(Item(id)), linkedAt: time)
                    time = now
                }
                shared.isDone.store(true, ordering: .releasing)
            }
        }
        readers.retire(shared.current.exchange(nil))
        #expect(Item.alive.load(ordering: .relaxed) == 0)
    }
}

/// Registrations that are made and cancelled while a state handler or a receiver of a call runs.
@Suite("Memory reclamation during long deliveries of states and calls", .serialized) struct ReclaimingTests {
    /// An object that counts its living instances.
    private final class Token: Sendable {
        private static let count = Atomic(0)
        static var alive: Int { count.load(ordering: .relaxed) }
        init() { Self.count.wrappingAdd(1, ordering: .relaxed) }
        deinit { Self.count.wrappingSubtract(1, ordering: .relaxed) }
    }

    private protocol Receiver: Sendable { func receive() }

    private final class Holder: Receiver {
        private let hold: @Sendable () -> Void
        init(_ hold: @escaping @Sendable () -> Void) { self.hold = hold }
        func receive() { hold() }
    }

    private final class Visitor: Receiver {
        private let token = Token()
        func receive() {}
    }

    /// Runs a closure while another thread is blocked inside `run`.
    private func whileHolding(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, _ body: () -> Void) {
        let (begun, mayEnd, ended) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        Thread.detachNewThread {
            run {
                begun.signal()
                mayEnd.wait()
            }
            ended.signal()
        }
        begun.wait()
        body()
        mayEnd.signal()
        ended.wait()
    }

    enum Way: String, CaseIterable, Sendable { case set, update, waiting }

    @Test(
        "C19: Observations cancelled while a state handler runs are released before it returns",
        arguments: Way.allCases)
    func states(_ way: Way) {
        let center = ObserverCenter()
        let before = Token.alive
        whileHolding { hold in
            let registration = center.observe(.volume, options: .skipsCurrent) { change in
                // The second change waits until the first one is delivered.
                if way == .waiting, change.new == 1 { center.set(.volume, to: 2) }
                if way != .waiting || change.new == 2 { hold() }
            }
            if way == .update { center.update(.volume) { $0 += 1 } } else { center.set(.volume, to: 1) }
            registration.cancel()
        } _: {
            for _ in 0..<3_000 {
                let token = Token()
                center.observe(.volume, options: .skipsCurrent) { _ in withExtendedLifetime(token) {} }.cancel()
                center.observe(.name, options: .skipsCurrent) { _ in withExtendedLifetime(token) {} }.cancel()
            }
            #expect(Token.alive - before < 200)
        }
        #expect(Token.alive == before)
    }

    @Test("C19: Registrations cancelled while a call's receiver runs are released before it returns") func calls() {
        let center = ProtocolDispatcherCenter()
        let before = Token.alive
        whileHolding { hold in
            let holder = Holder(hold)
            let registration = center.register((any Receiver).self) { holder }
            center.dispatch((any Receiver).self) { $0.receive() }
            registration.cancel()
        } _: {
            for _ in 0..<3_000 {
                center.register((any Receiver).self) { [visitor = Visitor()] in visitor }.cancel()
            }
            #expect(Token.alive - before < 200)
        }
        #expect(Token.alive == before)
    }
}
