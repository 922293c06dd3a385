import Dispatch
import Dispatchers
import Foundation
import Testing

/// Limits, releases and sharing of message queues.
@Suite("Bounds of message queues") struct MessageQueueBoundTests {
    private struct Ping: Sendable { var number = 0 }
    private struct Progress: Sendable { let canary: Canary }

    private let received = Probe<Int>()
    private let failures = Probe<DeliveryFailure>()
    private let center: MessageCenter

    init() {
        let failures = failures
        center = MessageCenter(onError: { failures.report($0) })
    }

    @Test("C9, C22: Reentrant posts are bounded, and the dropped ones are reported") func boundsReentrantPosts() {
        struct Burst: Sendable {}
        let registrations = [
            center.observe(Burst.self) { _ in
                for number in 0..<65_541 { center.post(Ping(number: number)) }
            },
            center.observe(Ping.self) { ping in received.report(ping.number) },
        ]
        center.post(Burst())
        #expect(received.values == Array(0..<65_536))
        #expect(failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == [1, 2, 4])
        #expect(registrations.count == 2)
    }

    private struct Burst: Sendable {}

    /// The numbers of reported losses if 65,536 of so many messages are kept.
    private func reports(of count: Int) -> [Int] {
        (0..<32).map { 1 << $0 }.filter { $0 <= count - 65_536 }
    }

    @Test("C9: Posts of handlers that receive retained messages are bounded, and the dropped ones are reported")
    func boundsPostsOfReplays() {
        center.retain(last: 100, of: Burst.self)
        for _ in 0..<100 { center.post(Burst()) }
        let registrations = [
            center.observe(Ping.self) { received.report($0.number) },
            center.observe(Burst.self) { _ in for number in 0..<1_000 { center.post(Ping(number: number)) } },
        ]
        #expect(received.values.count == 65_536)
        #expect(failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == reports(of: 100_000))
        withExtendedLifetime(registrations) {}
    }

    @Test("C9: Posts of handlers that receive messages of other threads are bounded, and the dropped ones are reported")
    @MainActor func boundsPostsOfWaitingMessages() {
        let registrations = [
            center.observe(Ping.self) { received.report($0.number) },
            center.observe(Burst.self) { @MainActor _ in
                for number in 0..<1_000 { center.post(Ping(number: number)) }
            },
        ]
        let isPosted = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [center] in
            for _ in 0..<99 { center.post(Burst()) }
            isPosted.signal()
        }
        isPosted.wait()
        center.post(Burst())
        #expect(received.values.count == 65_536)
        #expect(failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == reports(of: 100_000))
        withExtendedLifetime(registrations) {}
    }

    @Test("C19: A message replaced by coalescing is released outside locks") func releasesCoalesced() {
        let sequence = center.messages(of: Progress.self, buffer: .dropOldest(beyond: 8).coalescing { _ in 1 })
        for _ in 0..<2 {
            center.post(Progress(canary: Canary { [center] in received.report(center.observations.count) }))
        }
        #expect(received.values == [1])
        withExtendedLifetime(sequence) {}
    }

    @Test("C2: Cancelling by an owner keeps the actor queue and the order of the other subscribers")
    func keepsQueues() async {
        let owner = Canary()
        center.observe(Ping.self, by: owner) { @MainActor _, _ in }
        let registrations = [
            center.observe(Ping.self) { @MainActor _ in received.report(0) },
            center.observe(Ping.self, priority: 2) { @MainActor _ in received.report(2) },
        ]
        center.cancel(by: owner)
        center.cancel(by: owner)
        // Guards against releasing the queue more often than it was used.
        for _ in 0..<2 {
            center.observe(Ping.self, by: owner) { @MainActor _, _ in }
            center.cancel(by: owner)
        }
        let last = center.observe(Ping.self, priority: 1) { @MainActor _ in received.report(1) }
        center.post(Ping())
        #expect(await received.values(3) == [2, 1, 0])
        withExtendedLifetime((registrations, last)) {}
    }
}

@Suite("Coalescing and suspending buffers") struct MessageBufferPromiseTests {
    private struct Progress: Sendable, Equatable {
        let file: String
        let percent: Int
    }

    private let center = MessageCenter()

    @Test("C18: A coalescing buffer keeps the latest message of each key") func latestOfEachKey() async {
        let sequence = center.messages(of: Progress.self, buffer: .latest.coalescing { $0.file })
        for percent in 1...3 {
            for file in ["a", "b"] { center.post(Progress(file: file, percent: percent)) }
        }
        #expect(center.observations.map(\.waiting) == [2])
        #expect(center.observations.map(\.dropped) == [0])
        var iterator = sequence.makeAsyncIterator()
        #expect(await iterator.next() == Progress(file: "a", percent: 3))
        #expect(await iterator.next() == Progress(file: "b", percent: 3))
    }

    @Test("C9: A coalescing buffer bounds the number of its keys and reports dropped messages") func boundsKeys() {
        let failures = Probe<DeliveryFailure>()
        let center = MessageCenter(onError: { failures.report($0) })
        let sequence = center.messages(of: Int.self, buffer: .latest.coalescing { $0 })
        for number in 0..<65_540 { center.post(number) }
        #expect(center.observations.map(\.waiting) == [65_536])
        #expect(failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == [1, 2, 4])
        withExtendedLifetime(sequence) {}
    }

    @Test("10,000 publishers of a suspending sequence are all delivered, and a cancelled one is dropped")
    func manyPublishers() async {
        let count = 10_000
        let sequence = center.messages(of: Int.self, buffer: .suspend(beyond: 1))
        center.post(-1)
        let cancelled = Task { [center] in await center.publish(-2, until: .queued) }
        cancelled.cancel()
        #expect(await cancelled.value.dropped == 1)
        let reader = Task {
            var numbers: Set<Int> = []
            for await number in sequence {
                numbers.insert(number)
                if numbers.count == count + 1 { break }
            }
            return numbers
        }
        await withTaskGroup { group in
            for number in 0..<count { group.addTask { [center] in await center.publish(number, until: .queued) } }
            var delivered = 0
            for await report in group { delivered += report.delivered }
            #expect(delivered == count)
        }
        let isComplete = await reader.value == Set(-1..<count)
        #expect(isComplete)
    }
}

/// The numbers of waiting and dropped values in observation lists, and the work that settling waits for.
@Suite("Counts of waiting and dropped values") struct MessageCountTests {
    private struct Ping: Sendable { var number = 0 }
    private protocol Shop: Sendable { func sell() }

    private let center = MessageCenter(onError: { _ in })
    private let calls = ProtocolDispatcherCenter(queueLimit: 2, onError: { _ in })
    private let states = ObserverCenter(queueLimit: 2, onError: { _ in })

    private final class Stand: Shop { func sell() {} }

    @Test("C9: An observation counts the messages that wait for its actor and those its queue dropped") @MainActor
    func messagesForAnActor() async {
        let registration = center.observe(Ping.self) { @MainActor _ in }
        let isPosted = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [center] in
            for number in 0..<65_540 { center.post(Ping(number: number)) }
            isPosted.signal()
        }
        isPosted.wait()
        #expect(center.observations.map(\.waiting) == [65_536])
        #expect(center.observations.map(\.dropped) == [4])
        registration.cancel()
    }

    @Test("C9: A registration counts the calls that wait for its actor and those its queue dropped") @MainActor
    func callsForAnActor() async {
        let stand = Stand()
        let registration = calls.register((any Shop).self) { @MainActor in stand }
        let isCalled = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [calls] in
            for _ in 0..<5 { calls.dispatch((any Shop).self) { $0.sell() } }
            isCalled.signal()
        }
        isCalled.wait()
        #expect(calls.observations.map(\.waiting) == [2])
        #expect(calls.observations.map(\.dropped) == [3])
        registration.cancel()
    }

    @Test("C9: Each observation counts the changes merged at the center's queue limit") func mergedChanges() {
        let states = states
        let registrations = [
            states.observe(.volume, options: .skipsCurrent) { change in
                if change.new == 1 { for number in 2...6 { states.set(.volume, to: number) } }
            },
            states.observe(.volume, options: .skipsCurrent) { _ in },
        ]
        states.set(.volume, to: 1)
        #expect(states.observations.map(\.dropped) == [3, 3])
        withExtendedLifetime(registrations) {}
    }

    @Test("A sequence of values counts its waiting and its replaced values") func valuesOfASequence() async {
        let values = states.values(of: .volume)
        for number in 6...8 { states.set(.volume, to: number) }
        #expect(states.observations.map(\.waiting) == [1])
        #expect(states.observations.map(\.dropped) == [3])
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == 8)
        #expect(states.observations.map(\.waiting) == [0])
    }

    @Test("Settling waits for a running asynchronous handler whose registration was cancelled")
    func settlesCancelledHandlers() async throws {
        let (began, mayEnd, ended) = (Probe<Bool>(), Latch(), Probe<Bool>())
        let registration = center.observe(Ping.self) { (_: Ping) async in
            began.report(true)
            await mayEnd.wait()
            ended.report(true)
        }
        center.post(Ping())
        _ = await began.values(1)
        registration.cancel()
        let settling = Task { [center] in
            await settle([center])
            return ended.values
        }
        for _ in 0..<100 { await Task.yield() }
        mayEnd.open()
        #expect(await settling.value == [true])
    }
}
