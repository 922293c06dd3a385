import Dispatchers
import Foundation
import Testing

@Suite("Fairness of actor queues") struct FairnessTests {
    private struct Ping: Sendable { var number = 0 }

    private let center = MessageCenter()
    private let handled = Probe<Int>()

    /// Fills the queue of the main actor while blocking the main actor.
    @MainActor private func fill(_ count: Int) {
        let isPosted = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [center] in
            for number in 0..<count { center.post(Ping(number: number)) }
            isPosted.signal()
        }
        isPosted.wait()
    }

    @Test("C8: Another task of the actor runs between batches of queued messages") @MainActor
    func yieldsBetweenBatches() async {
        let registration = center.observe(Ping.self) { @MainActor [handled] in handled.report($0.number) }
        fill(20_000)
        let seen = await Task { @MainActor [handled] in handled.values.count }.value
        #expect(seen < 1_000)
        let isInOrder = await handled.values(20_000) == Array(0..<20_000)
        #expect(isInOrder)
        registration.cancel()
    }

    @Test("C6: A post on the actor delivers one batch of queued messages and keeps the order") @MainActor
    func postsOnTheActor() async {
        let registration = center.observe(Ping.self) { @MainActor [handled] in handled.report($0.number) }
        fill(20_000)
        center.post(Ping(number: 20_000))
        #expect(handled.values.count <= 2_048)
        let isInOrder = await handled.values(20_001) == Array(0...20_000)
        #expect(isInOrder)
        registration.cancel()
    }

    @Test("A set on the actor delivers one batch of queued changes and keeps the order") @MainActor
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
