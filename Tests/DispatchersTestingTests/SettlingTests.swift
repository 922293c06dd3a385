import Dispatchers
import DispatchersTesting
import Foundation
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

    /// A handler that ends its observation, and then runs until the test has waited for it, at most for some rounds.
    private final class LastCall: Sendable {
        let end = Recording<@Sendable () -> Void>()
        let hasEnded = Recording<Bool>()
        let isOver = Recording<Bool>()
        let isSettled = Recording<Bool>()

        func run() {
            for end in end.values { end() }
            hasEnded.append(true)
            for _ in 0..<50_000 where isSettled.values.isEmpty { sched_yield() }
            isOver.append(true)
        }

        func runAsync() async {
            for end in end.values { end() }
            hasEnded.append(true)
            for _ in 0..<5_000 where isSettled.values.isEmpty { await Task.yield() }
            isOver.append(true)
        }
    }

    private actor Leaver: Printer {
        func observe(_ center: MessageCenter, _ call: LastCall) {
            center.observe(Picked.self, by: self) { _, _ in call.run() }
            call.end.append { [weak self] in if let self { center.cancel(by: self) } }
        }

        func observe(_ states: ObserverCenter, _ options: StateOptions, _ call: LastCall) {
            states.observe(.total, by: self, options: options) { _, change in if change.new > 0 { call.run() } }
            call.end.append { [weak self] in if let self { states.cancel(by: self) } }
        }

        func observeLater(_ center: MessageCenter, _ call: LastCall) {
            center.observe(Picked.self, by: self) { _, _ async in await call.runAsync() }
            call.end.append { [weak self] in if let self { center.cancel(by: self) } }
        }

        nonisolated func print(_ number: Int) {}
    }

    enum Leaving: CaseIterable {
        case onActor
        case onMainActor
        case asynchronously
        case asynchronouslyOnActor
        case byClosing
        case byClosingAChild
        case fromState
        case fromCoalescedState
        case fromCoalescedStateOnActor
        case fromCall
    }

    @Test("settled() waits for a handler that ended its observation while it runs", arguments: Leaving.allCases)
    func waitsForLastCalls(leaving: Leaving) async {
        let (call, leaver, calls) = (LastCall(), Leaver(), ProtocolDispatcherCenter())
        let center = center
        var tokens: [Registration] = []
        switch leaving {
        case .onActor: await leaver.observe(center, call)
        case .onMainActor: tokens = [center.observe(Picked.self) { @MainActor _ in call.run() }]
        case .asynchronously: tokens = [center.observe(Picked.self) { _ async in await call.runAsync() }]
        case .asynchronouslyOnActor: await leaver.observeLater(center, call)
        case .byClosing:
            await leaver.observe(center, call)
            call.end.append { center.close() }
        case .byClosingAChild:
            let child = MessageCenter(parent: center)
            await leaver.observe(child, call)
            call.end.append { child.close() }
            child.post(Picked(number: 1))
        case .fromState: await leaver.observe(states, [], call)
        case .fromCoalescedState:
            tokens = [states.observe(.total, options: .coalesces) { if $0.new > 0 { call.run() } }]
        case .fromCoalescedStateOnActor: await leaver.observe(states, .coalesces, call)
        case .fromCall:
            let receiver = calls.register((any Printer).self) { @MainActor in
                call.run()
                return leaver
            }
            tokens = [receiver]
        }
        call.end.append { [tokens] in for token in tokens { token.cancel() } }
        center.post(Picked(number: 1))
        states.set(.total, to: 1)
        calls.dispatch((any Printer).self) { $0.print(1) }
        _ = await call.hasEnded.first(1)
        await settled(center, states, calls)
        call.isSettled.append(true)
        #expect(call.isOver.values == [true])
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
