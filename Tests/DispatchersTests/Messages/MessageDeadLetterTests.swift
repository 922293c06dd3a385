import Dispatchers
import Foundation
import Testing

/// The difference between dead letters and messages that wait, are retained or were dropped.
@Suite("Dead letters, drops and retained messages") struct MessageDeadLetterTests {
    private struct Ping: Sendable { var number = 0 }
    private final class Screen: Sendable {}

    private let failures = Probe<DeliveryFailure>()
    private let letters = Probe<DeliveryFailure>()
    private let center: MessageCenter

    init() {
        let (failures, letters) = (failures, letters)
        center = MessageCenter(onError: { failures.report($0) }, onDeadLetter: { letters.report($0) })
    }

    private var dead: [Int] { letters.values.compactMap { ($0.message as? Ping)?.number } }
    private var overflows: [Int] { failures.values.compactMap { ($0.error as? QueueOverflow)?.count } }

    @Test("A type that generic code posts in place of a message is a dead letter that names the mistake")
    func postedTypes() {
        func send<Message: Sendable>(_ message: Message) { center.post(message) }
        send(Ping.self)
        send((any Error).self)
        let texts = letters.values.map(\.description)
        #expect(texts.first?.contains("nothing received Ping.Type, posted at DispatchersTests/") == true)
        #expect(texts.first?.hasSuffix("; a type was posted: post a value of it") == true)
        #expect(texts.last?.hasSuffix("; a type was posted: post a value of it") == true)
    }

    enum Observing: String, CaseIterable, Sendable { case here, onTheMainActor, asynchronously, asSequence, byOwner }

    @MainActor private func observe(_ observing: Observing, in center: MessageCenter) -> Registration? {
        switch observing {
        case .here: return observeHere(center)
        case .onTheMainActor: return center.observe(Ping.self) { @MainActor _ in }
        case .asynchronously: return center.observe(Ping.self) { (_: Ping) async in }
        case .asSequence:
            _ = center.messages(of: Ping.self)
            return nil
        case .byOwner:
            center.observe(Ping.self, by: Screen()) { @MainActor _, _ in }
            return nil
        }
    }

    private nonisolated func observeHere(_ center: MessageCenter) -> Registration { center.observe(Ping.self) { _ in } }

    @Test("C13: A message is not a dead letter while it is retained, even if subscriptions end before receiving it")
    @MainActor func notWhileRetained() async {
        center.retain(last: 1, of: Ping.self)
        center.post(Ping(number: 1))
        for observing in [Observing.onTheMainActor, .byOwner] {
            for _ in 0..<3 { observe(observing, in: center)?.cancel() }
        }
        for _ in 0..<50 { await Task.yield() }
        #expect(dead.isEmpty)
        center.retain(last: 0, of: Ping.self)
        await yield { !letters.values.isEmpty }
        for _ in 0..<50 { await Task.yield() }
        #expect(dead == [1], "no subscriber received it, so it is reported once")
    }

    @Test("C13: A retained message that a later observer receives is not a dead letter", arguments: Observing.allCases)
    @MainActor func laterObservers(_ observing: Observing) async {
        center.retain(last: 1, of: Ping.self)
        center.post(Ping(number: 1))
        let screen = Screen()
        let arrived = Probe<Int>()
        var registration: Registration?
        var sequence: MessageSequence<Ping>?
        switch observing {
        case .here: registration = observeAndReport(arrived)
        case .onTheMainActor: registration = center.observe(Ping.self) { @MainActor in arrived.report($0.number) }
        case .asynchronously:
            registration = center.observe(Ping.self) { (ping: Ping) async in arrived.report(ping.number) }
        case .byOwner: center.observe(Ping.self, by: screen) { @MainActor in arrived.report($1.number) }
        case .asSequence:
            sequence = center.messages(of: Ping.self)
            var iterator = sequence?.makeAsyncIterator()
            arrived.report(await iterator?.next()?.number ?? 0)
        }
        #expect(await yield { arrived.values == [1] })
        center.retain(last: 0, of: Ping.self)
        for _ in 0..<50 { await Task.yield() }
        #expect(dead.isEmpty)
        registration?.cancel()
        withExtendedLifetime((screen, sequence)) {}
    }

    private nonisolated func observeAndReport(_ arrived: Probe<Int>) -> Registration {
        center.observe(Ping.self) { arrived.report($0.number) }
    }

    @Test("C13: Each retained message that is evicted without a receiver is reported once, in order") func evicted() {
        center.retain(last: 2, of: Ping.self)
        for number in 1...4 { center.post(Ping(number: number)) }
        #expect(dead == [1, 2])
        center.retain(last: 1, of: Ping.self)
        #expect(dead == [1, 2, 3])
        center.retain(last: 0, of: Ping.self)
        #expect(dead == [1, 2, 3, 4])
        center.retain(last: 0, of: Ping.self)
        #expect(dead == [1, 2, 3, 4])
    }

    @Test("C13: A message received before or during its retention is not reported when it is evicted")
    func receivedMessages() async {
        center.retain(last: 1, of: Ping.self)
        let registration = observeHere(center)
        center.post(Ping(number: 1))
        registration.cancel()
        center.post(Ping(number: 2))
        #expect(await center.publish(Ping(number: 3)).delivered == 0)
        observeHere(center).cancel()
        center.retain(last: 0, of: Ping.self)
        #expect(dead == [2])
    }

    @Test("C13, C17: A message retained by a child and its parent is reported once, after both have evicted it")
    func inTwoCenters() {
        let child = MessageCenter(parent: center)
        center.retain(last: 1, of: Ping.self)
        child.retain(last: 1, of: Ping.self)
        child.post(Ping(number: 1))
        child.retain(last: 0, of: Ping.self)
        #expect(dead.isEmpty)
        center.retain(last: 0, of: Ping.self)
        #expect(dead == [1])
        center.retain(last: 1, of: Ping.self)
        child.retain(last: 1, of: Ping.self)
        child.post(Ping(number: 2))
        observeHere(center).cancel()
        child.retain(last: 0, of: Ping.self)
        center.retain(last: 0, of: Ping.self)
        #expect(dead == [1])
    }

    enum Sending: String, CaseIterable, Sendable { case post, publish }

    @Test(
        "C9, C13: A message dropped by an asynchronous handler's queue is an overflow and not a dead letter",
        arguments: [MessageBuffer<Ping>.dropNewest(beyond: 1), .suspend(beyond: 1)])
    private func droppedByHandlers(buffer: MessageBuffer<Ping>) async {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let started = Probe<Int>()
        let registration = center.observe(Ping.self, buffer: buffer) { (ping: Ping) async in
            started.report(ping.number)
            for await _ in gate { break }
        }
        center.post(Ping(number: 0))
        _ = await started.values(1)
        for number in 1..<8 { center.post(Ping(number: number)) }
        #expect(center.observations.first?.dropped == 6)
        #expect(overflows == [1, 2, 4])
        #expect(dead.isEmpty)
        let publishing = Task { await center.publish(Ping(number: 8)) }
        publishing.cancel()
        let report = await publishing.value
        #expect(report.dropped == 1)
        #expect(dead.isEmpty)
        opener.finish()
        registration.cancel()
    }

    @Test("C9, C13: A message dropped by a sequence is an overflow and not a dead letter", arguments: Sending.allCases)
    func droppedBySequences(_ sending: Sending) async {
        let pings = center.messages(of: Ping.self, buffer: .dropNewest(beyond: 1))
        for number in 0..<8 {
            if sending == .post {
                center.post(Ping(number: number))
            } else {
                #expect(await center.publish(Ping(number: number)).dropped == (number == 0 ? 0 : 1))
            }
        }
        #expect(overflows == (sending == .post ? [1, 2, 4] : []), "drops of published messages are in their reports")
        #expect(dead.isEmpty)
        withExtendedLifetime(pings) {}
    }

    @Test("C9: A message that a published message evicts from a sequence is reported as an overflow")
    func evictedByPublishing() async {
        let pings = center.messages(of: Ping.self, buffer: .dropOldest(beyond: 1))
        center.post(Ping(number: 0))
        #expect(await center.publish(Ping(number: 1)).delivered == 1)
        #expect(failures.values.map { ($0.message as? Ping)?.number } == [0])
        #expect(overflows == [1])
        withExtendedLifetime(pings) {}
    }

    @Test("C9, C13: A message dropped by a full actor queue is an overflow and not a dead letter") @MainActor
    func droppedByActorQueues() async {
        let arrived = Probe<Int>()
        let registration = center.observe(Ping.self) { @MainActor in arrived.report($0.number) }
        let isPosted = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [center] in
            for number in 0..<65_540 { center.post(Ping(number: number)) }
            isPosted.signal()
        }
        isPosted.wait()
        #expect(overflows == [1, 2, 4])
        #expect(await arrived.values(65_536).count == 65_536)
        #expect(dead.isEmpty)
        registration.cancel()
    }
}
