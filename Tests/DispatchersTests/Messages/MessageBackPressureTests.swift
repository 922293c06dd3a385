import Dispatch
import Dispatchers
import Foundation
import Testing

/// Publishers that wait for space in a queue with the suspending policy.
@Suite("Back-pressure of publishers") struct MessageBackPressureTests {
    private struct Ping: Sendable {
        var publisher = 0
        var number = 0
    }

    private let failures = Probe<DeliveryFailure>()
    private let reports = Probe<DeliveryReport>()
    private let arrived = Probe<Int>()
    private let center: MessageCenter

    init() {
        let failures = failures
        center = MessageCenter(onError: { failures.report($0) })
    }

    /// Returns tasks that publish the numbers in order and wait if the queue has no space.
    @MainActor private func publishers(_ numbers: Range<Int>) async -> [Task<Void, Never>] {
        let started = Probe<Int>()
        let tasks = numbers.map { number in
            Task { @MainActor [center, reports] in
                started.report(number)
                reports.report(await center.publish(Ping(number: number)))
            }
        }
        await yield { started.values.count == numbers.count }
        // The publishers run on this actor and reach their suspension points after enough yields.
        for _ in 0..<200 { await Task.yield() }
        return tasks
    }

    private var reportedLosses: [Int] { failures.values.compactMap { ($0.error as? QueueOverflow)?.count } }

    @Test("C9: Lost posts are counted for their reports alone, whatever publications lose in the same buffer")
    func lostPostsOfBuffers() async {
        let pings = center.messages(of: Ping.self, buffer: .dropNewest(beyond: 1))
        center.post(Ping())
        for _ in 0..<5 {
            for _ in 0..<2 { await center.publish(Ping()) }
            center.post(Ping())
        }
        #expect(reportedLosses == [1, 2, 4])
        withExtendedLifetime(pings) {}
    }

    @Test("C9: Lost posts are counted for their reports alone, whatever publications lose in the queue of an actor")
    @MainActor func lostPostsOfActorQueues() {
        let registration = center.observe(Ping.self) { @MainActor _ in }
        let isDone = DispatchSemaphore(value: 0)
        Task.detached { [center] in
            for _ in 0..<65_536 { center.post(Ping()) }
            for _ in 0..<5 {
                for _ in 0..<2 { await center.publish(Ping(), until: .queued) }
                center.post(Ping())
            }
            isDone.signal()
        }
        isDone.wait()
        #expect(reportedLosses == [1, 2, 4])
        registration.cancel()
    }

    @Test("C9: A lost post that replaced a publication is reported")
    func lostPostsWithPublishers() async {
        let (began, latch) = (Probe<Bool>(), Latch())
        let buffer = MessageBuffer<Ping>.dropOldest(beyond: 1).coalescing { $0.publisher }
        let registration = center.observe(Ping.self, buffer: buffer) { _ async in
            began.report(true)
            await latch.wait()
        }
        center.post(Ping(publisher: 0))
        _ = await began.values(1)
        let publishing = Task { [center] in await center.publish(Ping(publisher: 1)) }
        #expect(await eventually { center.observations.first?.waiting == 1 })
        center.post(Ping(publisher: 1))
        center.post(Ping(publisher: 2))
        #expect(reportedLosses == [1])
        #expect(await publishing.value.dropped == 1)
        latch.open()
        registration.cancel()
    }

    @Test(
        "C9: All publishers that wait for space resume in order when reading begins",
        arguments: [1, 2, 3], [2, 5, 20])
    @MainActor func lateReader(limit: Int, waiting: Int) async {
        let pings = center.messages(of: Ping.self, buffer: .suspend(beyond: limit))
        let tasks = await publishers(0..<limit + waiting)
        #expect(reports.values.count == limit)
        let arrived = arrived
        let reading = Task { for await ping in pings { arrived.report(ping.number) } }
        await yield { arrived.values.count == limit + waiting && reports.values.count == limit + waiting }
        #expect(arrived.values == Array(0..<limit + waiting), "each once, in publishing order")
        #expect(reports.values.map(\.delivered) == Array(repeating: 1, count: limit + waiting))
        for task in tasks { task.cancel() }
        reading.cancel()
    }

    @Test(
        "C9: A suspending sequence drops no message of many publishers and keeps each publisher's order",
        arguments: [1, 4])
    func manyPublishers(limit: Int) async {
        let (publishers, count) = (8, 100)
        let pings = center.messages(of: Ping.self, buffer: .suspend(beyond: limit))
        let reading = Task {
            var received: [[Int]] = Array(repeating: [], count: publishers)
            var left = publishers * count
            for await ping in pings {
                received[ping.publisher].append(ping.number)
                left -= 1
                if left == 0 { break }
            }
            return received
        }
        let dropped = await withTaskGroup { group in
            for publisher in 0..<publishers {
                group.addTask {
                    var dropped = 0
                    for number in 0..<count {
                        dropped += await center.publish(Ping(publisher: publisher, number: number)).dropped
                    }
                    return dropped
                }
            }
            return await group.reduce(0, +)
        }
        #expect(dropped == 0)
        guard dropped == 0 else { return reading.cancel() }
        #expect(await reading.value == Array(repeating: Array(0..<count), count: publishers))
    }

    @Test("C9: An asynchronous handler with a suspending buffer drops no message of many publishers")
    func handlers() async {
        let registration = center.observe(Ping.self, buffer: .suspend(beyond: 2)) { (ping: Ping) async in
            await Task.yield()
            arrived.report(ping.number)
        }
        let dropped = await withTaskGroup { group in
            for publisher in 0..<8 {
                group.addTask {
                    var dropped = 0
                    for number in 0..<50 {
                        dropped += await center.publish(Ping(publisher: publisher, number: number)).dropped
                    }
                    return dropped
                }
            }
            return await group.reduce(0, +)
        }
        #expect(dropped == 0)
        #expect(arrived.values.count == 400)
        registration.cancel()
    }

    @Test("C9: Cancelled waiting publishers drop their messages, and the other publishers deliver theirs")
    @MainActor func cancelledPublishers() async {
        let pings = center.messages(of: Ping.self, buffer: .suspend(beyond: 1))
        let tasks = await publishers(0..<11)
        for number in stride(from: 1, to: 11, by: 2) { tasks[number].cancel() }
        await yield { reports.values.count == 6 }
        #expect(reports.values.map(\.dropped) == [0, 1, 1, 1, 1, 1])
        let arrived = arrived
        let reading = Task { for await ping in pings { arrived.report(ping.number) } }
        await yield { arrived.values.count == 6 && reports.values.count == 11 }
        #expect(arrived.values == [0, 2, 4, 6, 8, 10])
        #expect(reports.values.count == 11)
        reading.cancel()
    }

    enum End: String, CaseIterable, Sendable { case closing, cancellingTheReader, releasing }

    @Test(
        "C21: Waiting publishers resume when the sequence finishes, and their messages are not delivered",
        arguments: End.allCases)
    @MainActor func finishing(_ end: End) async {
        var pings: MessageSequence<Ping>? = center.messages(of: Ping.self, buffer: .suspend(beyond: 1))
        let tasks = await publishers(0..<5)
        switch end {
        case .closing: center.close()
        case .releasing: pings = nil
        case .cancellingTheReader:
            if let pings {
                let reading = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    for await _ in pings {}
                }
                await reading.value
            }
        }
        #expect(await yield { reports.values.count == 5 })
        let last = reports.values.dropFirst()
        #expect(last.allSatisfy { $0.delivered == 0 || end == .cancellingTheReader })
        #expect(last.allSatisfy { $0.dropped == 0 })
        for task in tasks { task.cancel() }
        withExtendedLifetime(pings) {}
    }

    @Test("C9: A post never waits for space and never takes the space of a waiting publisher") @MainActor
    func postsDoNotWait() async {
        let pings = center.messages(of: Ping.self, buffer: .suspend(beyond: 1))
        let tasks = await publishers(0..<2)
        center.post(Ping(number: 100))
        #expect(failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == [1])
        var iterator = pings.makeAsyncIterator()
        #expect(await iterator.next()?.number == 0)
        // The space belongs to the waiting publisher, even if it has not resumed yet.
        center.post(Ping(number: 101))
        #expect(await iterator.next()?.number == 1)
        await yield { reports.values.count == 2 }
        #expect(reports.values.map(\.dropped) == [0, 0])
        for task in tasks { task.cancel() }
    }

    @Test("C18: A coalesced message leaves its space to the next waiting publisher")
    @MainActor func coalescing() async {
        let pings = center.messages(of: Ping.self, buffer: .suspend(beyond: 1).coalescing { $0.number % 2 })
        let tasks = await publishers(0..<5)
        let arrived = arrived
        let reading = Task { for await ping in pings { arrived.report(ping.number) } }
        #expect(await yield { reports.values.count == 5 })
        #expect(reports.values.map(\.dropped) == [0, 0, 0, 0, 0])
        await yield { arrived.values.count == 2 }
        #expect(arrived.values == [4, 3], "the last of each key")
        for task in tasks { task.cancel() }
        reading.cancel()
    }
}
