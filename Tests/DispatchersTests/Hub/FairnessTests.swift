import Dispatchers
import Foundation
import Testing

@Suite("Other work of an actor that has many messages") struct FairnessTests {
    private struct Ping: Sendable { var number = 0 }

    private let center = MessageCenter()
    private let handled = Probe<Int>()

    /// Fills the queue of the main actor, which this keeps busy.
    @MainActor private func fill(_ count: Int) {
        let isPosted = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [center] in
            for number in 0..<count { center.post(Ping(number: number)) }
            isPosted.signal()
        }
        isPosted.wait()
    }

    @Test("C8: another task of the actor gets its turn between shares of the messages") @MainActor
    func yieldsBetweenShares() async {
        let registration = center.observe(Ping.self) { @MainActor [handled] in handled.report($0.number) }
        fill(20_000)
        let seen = await Task { @MainActor [handled] in handled.values.count }.value
        #expect(seen < 1_000)
        let isInOrder = await handled.values(20_000) == Array(0..<20_000)
        #expect(isInOrder)
        registration.cancel()
    }

    @Test("C6: a post on the actor delivers a share of the waiting messages, and follows all") @MainActor
    func postsOnTheActor() async {
        let registration = center.observe(Ping.self) { @MainActor [handled] in handled.report($0.number) }
        fill(20_000)
        center.post(Ping(number: 20_000))
        #expect(handled.values.count <= 2_048)
        let isInOrder = await handled.values(20_001) == Array(0...20_000)
        #expect(isInOrder)
        registration.cancel()
    }

    @Test("a set on the actor delivers a share of the waiting changes, and its own follows") @MainActor
    func setsOnTheActor() async {
        let states = ObserverCenter()
        let keys = (0..<20_000).map { StateKey("state \($0)", default: 0) }
        let registrations = keys.enumerated().map { index, key in
            states.observe(key, options: .skipsCurrent) { @MainActor [handled] _ in handled.report(index) }
        }
        let isSet = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for key in keys.dropLast() { states.set(key, to: 1) }
            isSet.signal()
        }
        isSet.wait()
        states.set(keys[19_999], to: 1)
        #expect(handled.values.count <= 2_048)
        let isInOrder = await handled.values(20_000) == Array(0..<20_000)
        #expect(isInOrder)
        withExtendedLifetime(registrations) {}
    }
}
