import AllocationCounter
import Foundation
import Synchronization
import Testing

@testable import Dispatchers

@Suite("Actor queues") struct ActorQueueTests {
    private actor Stock {}
    private struct Ping: Sendable {}

    @Test("An actor has one queue as long as the queue is referenced") func oneForEachActor() {
        let (stock, other) = (Stock(), Stock())
        var queues = ActorQueues()
        weak var last: ActorQueue?
        do {
            let queue = queues.queue(of: stock)
            #expect(queues.queue(of: stock) === queue)
            #expect(queues.queue(of: other) !== queue)
            last = queue
        }
        #expect(last == nil)
    }

    @Test("An actor at the address of a released actor has its own queue") func reusedAddresses() {
        var queues = ActorQueues()
        var old: [ObjectIdentifier: ActorQueue] = [:]
        var hasMet = false
        for _ in 0..<10_000 where !hasMet {
            let stock = Stock()
            let queue = queues.queue(of: stock)
            let previous = old.updateValue(queue, forKey: ObjectIdentifier(stock))
            hasMet = previous != nil
            #expect(queue !== previous)
            #expect(queues.queue(of: stock) === queue)
        }
        #expect(hasMet || keepsReleasedMemory(), "no address was reused")
    }

    /// A serial executor that counts its jobs and runs none.
    private final class Standstill: SerialExecutor {
        let jobs = Atomic(0)
        func enqueue(_ job: consuming ExecutorJob) { jobs.wrappingAdd(1, ordering: .relaxed) }
    }

    private actor Depot {
        nonisolated let standstill = Standstill()
        nonisolated var unownedExecutor: UnownedSerialExecutor { standstill.asUnownedSerialExecutor() }
    }

    @Test("Two posts enqueue one job for each actor, regardless of its number of subscribers", arguments: [1, 3, 7])
    func oneJob(of turns: Int) async {
        let center = MessageCenter()
        let depots = (0..<30).map { _ in Depot() }
        let here = center.observe(Ping.self) { _ in }
        for _ in 0..<turns { for depot in depots { center.observe(Ping.self, by: depot) { _, _ in } } }
        center.post(Ping())
        center.post(Ping())
        #expect(await yield { depots.allSatisfy { $0.standstill.jobs.load(ordering: .relaxed) > 0 } })
        #expect(depots.map { $0.standstill.jobs.load(ordering: .relaxed) } == Array(repeating: 1, count: depots.count))
        here.cancel()
    }

    @Test("C19: The queue of an actor is released with the last subscriber on the actor")
    func releasedWithTheLastSubscriber() async {
        let center = MessageCenter()
        weak var queue: ActorQueue?
        let registration = Slot(center.observe(Ping.self) { @MainActor _ in })
        queue = center.hub.tree.state.withLock { $0.queues.queue(of: MainActor.shared) }
        #expect(queue != nil)
        registration.value = nil
        #expect(queue == nil)
        let stock = Slot(Stock())
        if let stock = stock.value { center.observe(Ping.self, by: stock) { _, _ in } }
        stock.value = nil
        center.post(Ping())
        #expect(await yield { center.observations.isEmpty })
    }
}

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
