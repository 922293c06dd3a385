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
