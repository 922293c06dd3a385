import Dispatchers
import Synchronization
import Testing

@Suite("Message queues") struct MessageQueueingTests {
    private struct Ping: Sendable { var number = 0 }
    private struct Progress: Sendable {
        var file: String
        var percent: Int
    }

    private let failures = Probe<DeliveryFailure>()
    private let received = Probe<Int>()
    private let center: MessageCenter

    init() {
        let failures = failures
        center = MessageCenter(onError: { failures.report($0) })
    }

    @Test(
        "C9: All drops are counted; drops of bounded buffers are reported at each doubling, those of .latest are not",
        arguments: [
            (.dropOldest(beyond: 3), 7, [1, 2, 4]), (.dropNewest(beyond: 3), 7, [1, 2, 4]),
            (.suspend(beyond: 3), 7, [1, 2, 4]), (.latest, 9, []), (.unbounded, 0, []),
        ] as [(MessageBuffer<Ping>, Int, [Int])])
    private func countsDrops(buffer: MessageBuffer<Ping>, dropped: Int, reported: [Int]) {
        let pings = center.messages(of: Ping.self, buffer: buffer)
        for number in 1...10 { center.post(Ping(number: number)) }
        #expect(center.observations.first?.dropped == dropped)
        #expect(failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == reported)
        withExtendedLifetime(pings) {}
    }

    @Test("C9: An asynchronous handler with the buffer .latest receives the newest queued message")
    func handlersChoose() async {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let started = Probe<Int>()
        let registration = center.observe(Ping.self, buffer: .latest) { ping in
            started.report(ping.number)
            for await _ in gate { break }
            received.report(ping.number)
        }
        center.post(Ping(number: 0))
        _ = await started.values(1)
        for number in 1...10 { center.post(Ping(number: number)) }
        opener.yield()
        opener.yield()
        #expect(await received.values(2) == [0, 10])
        registration.cancel()
    }

    @Test("C9: A synchronous handler with a buffer is not called before the post returns") @MainActor
    func synchronousHandlersMayQueue() async {
        let registration = center.observe(Ping.self, buffer: .unbounded) { @MainActor ping in
            received.report(ping.number)
        }
        center.post(Ping(number: 1))
        #expect(received.values.isEmpty)
        #expect(await received.values(1) == [1])
        registration.cancel()
    }

    @Test("C9: Publishing waits until a suspending buffer has space") func publishingWaits() async {
        let pings = center.messages(of: Ping.self, buffer: .suspend(beyond: 1))
        let publishing = Task {
            for number in 1...100 { #expect(await center.publish(Ping(number: number)).dropped == 0) }
        }
        var iterator = pings.makeAsyncIterator()
        for number in 1...100 { #expect(await iterator.next()?.number == number) }
        await publishing.value
    }

    @Test("C9: A cancelled publisher that waits for space resumes, and its message is dropped")
    func cancelledPublisher() async {
        let pings = center.messages(of: Ping.self, buffer: .suspend(beyond: 1))
        center.post(Ping(number: 1))
        let publishing = Task { await center.publish(Ping(number: 2)) }
        publishing.cancel()
        let report = await publishing.value
        #expect(report.dropped == 1)
        #expect(report.delivered == 0)
        withExtendedLifetime(pings) {}
    }

    @Test("C18: Messages of one key coalesce to the last message at the position of the first") func coalesces() async {
        let progress = center.messages(of: Progress.self, buffer: .unbounded.coalescing { $0.file })
        let posts = [("a", 1), ("b", 1), ("a", 2), ("c", 1), ("b", 2), ("a", 3)]
        for (file, percent) in posts { center.post(Progress(file: file, percent: percent)) }
        var iterator = progress.makeAsyncIterator()
        for expected in ["a 3", "b 2", "c 1"] {
            let next = await iterator.next()
            #expect(next.map { "\($0.file) \($0.percent)" } == expected)
        }
        center.post(Progress(file: "a", percent: 4))
        #expect(await iterator.next()?.percent == 4)
    }

    @Test("C18: The closure and the description of a coalescing key may post") func keysMayPost() async {
        struct Key: LosslessStringConvertible {
            let center: MessageCenter
            var description: String {
                center.post("described")
                return "key"
            }
            init(_ center: MessageCenter) { self.center = center }
            init?(_ description: String) { nil }
        }
        let center = center
        let pings = center.messages(of: (any Sendable).self, buffer: .unbounded.coalescing { _ in 1 })
        let keyed = center.messages(
            of: Ping.self,
            buffer: .unbounded.coalescing { _ in
                center.post("made")
                return Key(center)
            })
        for number in 1...3 { center.post(Ping(number: number)) }
        var iterator = keyed.makeAsyncIterator()
        #expect(await iterator.next()?.number == 3)
        withExtendedLifetime(pings) {}
    }

    @Test("C9: A bounded sequence keeps only its queued messages alive during many posts")
    func memoryIsFlat() {
        let alive = Alive()
        let center = MessageCenter(onError: { _ in })
        let pings = center.messages(of: Token.self, buffer: .dropOldest(beyond: 10))
        var most = 0
        for _ in 0..<Effort.scaled(10_000, long: 1_000_000) {
            center.post(Token(alive))
            most = max(most, alive.count)
        }
        #expect(most <= 12)
        withExtendedLifetime(pings) {}
    }
}

private final class Alive: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }
    func change(by change: Int) { number.wrappingAdd(change, ordering: .relaxed) }
}

private final class Token: Sendable {
    private let alive: Alive

    init(_ alive: Alive) {
        self.alive = alive
        alive.change(by: 1)
    }

    deinit { alive.change(by: -1) }
}
