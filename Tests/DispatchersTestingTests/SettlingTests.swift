import Dispatchers
import DispatchersTesting
import Observation
import Testing

@Suite("settled()")
struct SettlingTests {
    private struct Picked: Sendable { let number: Int }
    private struct Packed: Sendable { let number: Int }
    private protocol Printer { func print(_ number: Int) }

    @MainActor private final class Desk: Printer {
        private(set) var numbers: [Int] = []

        func print(_ number: Int) { numbers.append(number) }
        func register(in calls: ProtocolDispatcherCenter) { calls.register((any Printer).self, by: self) { $0 } }
    }

    /// An actor that observes, posts and sets.
    private actor Worker {
        private(set) var numbers: [Int] = []

        func pack(in center: MessageCenter) {
            center.observe(Picked.self, by: self) { worker, picked in
                worker.numbers.append(picked.number)
                center.post(Packed(number: picked.number))
            }
        }

        func count(in center: MessageCenter, _ states: ObserverCenter) {
            center.observe(Packed.self, by: self) { worker, packed in
                worker.numbers.append(packed.number)
                states.update(.total) { $0 += packed.number }
            }
        }

        func follow(_ states: ObserverCenter, _ options: StateOptions) {
            states.observe(.total, by: self, options: options) { worker, change in worker.numbers.append(change.new) }
        }
    }

    private let center = MessageCenter()
    private let states = ObserverCenter()

    @Test("settled() returns at once if nothing is pending") func idle() async {
        center.post(1)
        await center.settled()
        await states.settled()
        await ProtocolDispatcherCenter().settled()
    }

    @Test("settled() waits for actors and for the messages and states that their handlers post and set")
    func followsChains() async {
        let (packer, counter, listener) = (Worker(), Worker(), Worker())
        await packer.pack(in: center)
        await counter.count(in: center, states)
        await listener.follow(states, .skipsCurrent)
        for number in 1...100 { center.post(Picked(number: number)) }
        await settled(center, states)
        #expect(await packer.numbers == Array(1...100))
        #expect(await counter.numbers == Array(1...100))
        #expect(await listener.numbers.last == 5_050)
        #expect(states[.total] == 5_050)
    }

    @Test("settled() waits for asynchronous handlers and for the messages that they post")
    func waitsForHandlers() async {
        let (center, seen) = (center, Recording<Int>())
        let packs = center.observe(Picked.self) { picked async in
            for _ in 0..<10 { await Task.yield() }
            center.post(Packed(number: picked.number))
        }
        let counts = center.observe(Packed.self) { packed async in
            await Task.yield()
            seen.append(packed.number)
        }
        for number in 1...20 { center.post(Picked(number: number)) }
        await center.settled()
        #expect(seen.values == Array(1...20))
        withExtendedLifetime((packs, counts)) {}
    }

    @Test("settled() waits for state observers on actors", arguments: [false, true])
    func waitsForObservers(coalescing: Bool) async {
        let listener = Worker()
        await listener.follow(states, coalescing ? .coalesces : .skipsCurrent)
        for number in 1...50 { states.set(.total, to: number) }
        await states.settled()
        #expect(await listener.numbers.last == 50)
    }

    @MainActor @Observable final class Form { var total = 0 }

    @Test("settled() waits for the delivery of changed properties") @MainActor func waitsForProperties() async {
        let form = Form()
        states.bind(.total, to: \.total, of: form)
        form.total = 7
        await states.settled()
        #expect(states[.total] == 7)
    }

    @Test("settled() waits for receivers of calls on actors") func waitsForReceivers() async {
        let (calls, receiver) = (ProtocolDispatcherCenter(), Desk())
        await receiver.register(in: calls)
        for number in 1...50 { calls.dispatch((any Printer).self) { $0.print(number) } }
        await calls.settled()
        #expect(await receiver.numbers == Array(1...50))
    }

    @Test("settled() of a child center waits for the observers of its parent") func waitsForParents() async {
        let packer = Worker()
        await packer.pack(in: center)
        let visit = MessageCenter(parent: center)
        visit.post(Picked(number: 1))
        await visit.settled()
        #expect(await packer.numbers == [1])
    }

    @Test("settled() does not wait for the reader of a sequence") func ignoresSequences() async {
        let messages = center.messages(of: Int.self)
        center.post(1)
        await center.settled()
        withExtendedLifetime(messages) {}
    }
}

extension StateKeys {
    fileprivate static let total = StateKey("total", default: 0)
}
