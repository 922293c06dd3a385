import Dispatchers
import Foundation
import Testing

@Suite("Retained messages") struct MessageRetainingTests {
    private protocol Event: Sendable {}
    private struct Ping: Event { var number = 0 }
    private struct Pong: Event {}

    private let center = MessageCenter()
    private let received = Probe<Int>()

    @Test("C11: A late subscriber receives the retained messages once, in order, before newer messages")
    func replays() {
        center.retain(last: 2, of: Ping.self)
        for number in 1...3 { center.post(Ping(number: number)) }
        let registration = center.observe(Ping.self) { received.report($0.number) }
        #expect(received.values == [2, 3])
        center.post(Ping(number: 4))
        #expect(received.values == [2, 3, 4])
        #expect(center.retained(Ping.self).map(\.number) == [3, 4])
        center.retain(last: 0, of: Ping.self)
        #expect(center.retained(Ping.self).isEmpty)
        registration.cancel()
    }

    @Test("A retained message is taken once, oldest first, and later subscribers do not receive it")
    func takes() {
        center.retain(last: 2, of: Ping.self)
        #expect(center.take(Ping.self) == nil)
        for number in 1...3 { center.post(Ping(number: number)) }
        #expect(center.take(Pong.self) == nil)
        #expect(center.take(Ping.self)?.number == 2)
        let registration = center.observe(Ping.self) { received.report($0.number) }
        #expect(received.values == [3])
        #expect(center.take(Ping.self)?.number == 3 && center.take(Ping.self) == nil)
        #expect(center.retained(Ping.self).isEmpty)
        center.post(Ping(number: 4))
        #expect(center.take(Ping.self)?.number == 4)
        registration.cancel()
    }

    @Test("A message that was taken is no dead letter")
    func takenMessagesAreReceived() {
        let letters = Probe<DeliveryFailure>()
        let center = MessageCenter(onDeadLetter: { letters.report($0) })
        center.retain(last: 1, of: Ping.self)
        for number in 1...3 {
            center.post(Ping(number: number))
            if number != 1 { #expect(center.take(Ping.self)?.number == number) }
        }
        center.retain(last: 0, of: Ping.self)
        #expect(letters.values.map { $0.error is DeadLetter } == [true])
    }

    @Test("Of several takers, each message has one")
    func takersAtTheSameTime() async {
        let count = 200
        center.retain(last: count, of: Ping.self)
        for number in 0..<count { center.post(Ping(number: number)) }
        let taken = await withTaskGroup(of: [Int].self) { [center] group in
            for _ in 0..<4 {
                group.addTask {
                    var taken: [Int] = []
                    while let ping = center.take(Ping.self) { taken.append(ping.number) }
                    return taken
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(taken.joined().sorted() == Array(0..<count))
        for own in taken { #expect(own == own.sorted()) }
    }

    @Test("C11: Observers of protocols, sequences, actors and buffered handlers receive retained messages") @MainActor
    func replaysToAllKinds() async {
        center.retain(last: 1, of: Ping.self)
        center.retain(last: 1, of: Pong.self)
        center.post(Ping(number: 1))
        center.post(Pong())
        let kinds = Probe<String>()
        let registrations = [
            center.observe((any Event).self) { @MainActor in kinds.report("main \($0 is Ping)") },
            center.observe(Ping.self, buffer: .unbounded) { received.report($0.number) },
        ]
        var iterator = center.messages(of: (any Event).self).makeAsyncIterator()
        #expect(await iterator.next() is Ping)
        #expect(await iterator.next() is Pong)
        #expect(await received.values(1) == [1])
        #expect(await kinds.values(2) == ["main true", "main false"])
        center.post(Ping(number: 2))
        #expect(await iterator.next() is Ping)
        #expect(registrations.count == 2)
    }

    @Test("C11: A handler that posts the retained type ends at the cycle limit") func loopsEnd() {
        let failures = Probe<DeliveryFailure>()
        let center = MessageCenter(cycleLimit: 10, onError: { failures.report($0) })
        center.retain(last: 1, of: Ping.self)
        center.post(Ping())
        let registration = center.observe(Ping.self) { center.post(Ping(number: $0.number + 1)) }
        #expect(failures.values.first?.error is DeliveryCycle)
        registration.cancel()
    }

    @Test("C19: A retained message does not keep the messages that caused it") func releasesCauses() {
        struct Order: Sendable { let canary: Canary }
        center.retain(last: 1, of: Ping.self)
        let registrations = [
            center.observe(Pong.self) { _ in center.post(Order(canary: Canary { received.report(1) })) },
            center.observe(Order.self) { _ in center.post(Ping()) },
        ]
        center.post(Pong())
        #expect(received.values == [1])
        #expect(center.retained(Ping.self).count == 1)
        withExtendedLifetime(registrations) {}
    }

    @Test("C11: An observer receives no retained message after retain(last: 0)") func retainingMayEnd() {
        center.retain(last: 1, of: Ping.self)
        center.post(Ping(number: 1))
        center.retain(last: 0, of: Ping.self)
        center.post(Ping(number: 2))
        let registration = center.observe(Ping.self) { received.report($0.number) }
        #expect(received.values.isEmpty)
        registration.cancel()
    }
}

/// Messages posted while a new observer still receives the retained messages.
@Suite("Replay during concurrent posts", .serialized) struct MessageReplayTests {
    private struct Ping: Sendable { var number = 0 }
    private final class Cart: Sendable {
        let onDeinit: @Sendable () -> Void
        init(onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }
        deinit { onDeinit() }
    }

    private let failures = Probe<DeliveryFailure>()
    private let letters = Probe<DeliveryFailure>()
    private let received = Probe<Int>()
    private let center: MessageCenter

    init() {
        let (failures, letters) = (failures, letters)
        center = MessageCenter(onError: { failures.report($0) }, onDeadLetter: { letters.report($0) })
        center.retain(last: 1, of: Ping.self)
    }

    /// Posts on another thread and waits until the posts have returned.
    private func postElsewhere(_ numbers: Range<Int>) {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [center] in
            for number in numbers { center.post(Ping(number: number)) }
            isDone.signal()
        }
        isDone.wait()
    }

    @Test("C8, C11: Observing during posts returns after a bounded replay, and all messages arrive in order")
    func boundedReplay() async {
        let count = 3_000
        center.post(Ping(number: 0))
        let registration = center.observe(Ping.self) { ping in
            received.report(ping.number)
            // Each message causes the next one, until `count` is reached.
            if ping.number < count { postElsewhere(ping.number + 1..<ping.number + 2) }
        }
        let receivedMeanwhile = received.values.count
        #expect(receivedMeanwhile < count, "observe returned only after the last post")
        #expect(await received.values(count + 1) == Array(0...count))
        registration.cancel()
    }

    enum Keeper: CaseIterable {
        case sequence
        case handler
        case owner
        case onActor
    }

    private actor Reader {
        func read(_ center: MessageCenter, _ buffer: MessageBuffer<Ping>, _ received: Probe<Int>) {
            center.observe(Ping.self, by: self, buffer: buffer) { _, ping async in received.report(ping.number) }
        }
    }

    @Test("C11: A subscriber with a queue receives retained messages before newer ones", arguments: Keeper.allCases)
    func retainedMessagesComeFirst(keeper: Keeper) async {
        center.retain(last: 2, of: Ping.self)
        for number in 0...1 { center.post(Ping(number: number)) }
        // Called for each message, the first time while this thread begins the observation.
        let buffer = MessageBuffer<Ping>.unbounded.coalescing { ping in
            if ping.number == 0 { postElsewhere(2..<3) }
            return ping.number
        }
        switch keeper {
        case .sequence:
            for await ping in center.messages(of: Ping.self, buffer: buffer).prefix(3) { received.report(ping.number) }
            #expect(received.values == [0, 1, 2])
        case .handler:
            let registration = center.observe(Ping.self, buffer: buffer) { ping async in received.report(ping.number) }
            #expect(await received.values(3) == [0, 1, 2])
            registration.cancel()
        case .owner:
            let cart = Cart()
            center.observe(Ping.self, by: cart, buffer: buffer) { _, ping async in received.report(ping.number) }
            #expect(await received.values(3) == [0, 1, 2])
            center.cancel(by: cart)
        case .onActor:
            let reader = Reader()
            await reader.read(center, buffer, received)
            #expect(await received.values(3) == [0, 1, 2])
            center.cancel(by: reader)
        }
    }

    @Test("C11: A sequence that begins while another thread posts has neither a gap nor a duplicate")
    func beginsDuringPosts() async {
        for _ in 0..<Effort.scaled(300, long: 5_000) {
            let center = MessageCenter()
            center.retain(last: 3, of: Ping.self)
            center.post(Ping(number: 0))
            let posting = Task.detached { for number in 1...60 { center.post(Ping(number: number)) } }
            let pings = center.messages(of: Ping.self, buffer: .unbounded)
            await posting.value
            center.post(Ping(number: 61))
            var numbers: [Int] = []
            for await ping in pings {
                numbers.append(ping.number)
                if ping.number == 61 { break }
            }
            #expect(numbers == Array((numbers.first ?? 0)...61))
        }
    }

    @Test("C4: Cancelling ends a replay that continues in a task") func cancelling() async {
        let (own, wasFirst) = (Slot<Registration>(), Probe<Bool?>())
        center.post(Ping(number: 0))
        own.value = center.observe(Ping.self) { ping in
            received.report(ping.number)
            if ping.number == 2_000 { wasFirst.report(own.value?.cancel()) }
            if ping.number < 4_000 { postElsewhere(ping.number + 1..<ping.number + 2) }
        }
        #expect(await wasFirst.values(1) == [true])
        for _ in 0..<100 { await Task.yield() }
        #expect(received.values == Array(0...2_000))
    }

    @Test("C9: Messages queued during a replay are bounded, and dropped ones are reported but no dead letters")
    func isBounded() {
        center.post(Ping(number: 0))
        let registration = center.observe(Ping.self) { ping in
            if ping.number == 0 { postElsewhere(1..<65_541) }
            received.report(ping.number)
        }
        #expect(failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == [1, 2, 4])
        #expect(letters.values.isEmpty)
        registration.cancel()
        #expect(received.values == Array(0..<received.values.count), "in order, without a gap")
    }

    @Test("C13: Messages queued for an observer cancelled during its replay are dead letters when evicted")
    func cancelledDuringReplay() {
        let screen = Slot(Cart())
        center.post(Ping(number: 0))
        if let owner = screen.value {
            center.observe(Ping.self, by: owner) { _, ping in
                received.report(ping.number)
                postElsewhere(1..<4)
                if let owner = screen.exchange(nil) { center.cancel(by: owner) }
            }
        }
        #expect(received.values == [0])
        center.retain(last: 0, of: Ping.self)
        #expect(letters.values.compactMap { ($0.message as? Ping)?.number }.sorted() == [1, 2, 3])
    }

    @Test("C11: A retained message does not keep its subject alive") func subjectsAreNotKept() {
        let gone = Probe<Int>()
        var cart: Cart? = Cart { gone.report(1) }
        center.post(Ping(number: 1), about: cart)
        let mine = center.observe(Ping.self, about: cart) { received.report($0.number) }
        #expect(received.values == [1], "a subscriber to messages about the object receives it")
        mine.cancel()
        cart = nil
        #expect(gone.values == [1])
        #expect(center.retained(Ping.self).map(\.number) == [1])
        let all = center.observe(Ping.self) { received.report($0.number * 10) }
        let others = center.observe(Ping.self, about: Cart()) { received.report($0.number * 100) }
        #expect(received.values == [1, 10], "the message has no subject any longer")
        all.cancel()
        others.cancel()
    }

    @Test("C11: A retained message queued for a new observer on an actor does not keep its subject alive") @MainActor
    func subjectsAreNotKeptByQueues() async {
        let gone = Probe<Int>()
        var cart: Cart? = Cart { gone.report(1) }
        center.post(Ping(number: 1), about: cart)
        let all = center.observe(Ping.self) { @MainActor in received.report($0.number) }
        cart = nil
        #expect(gone.values == [1])
        #expect(await yield { received.values == [1] })
        all.cancel()
    }
}
