import Dispatchers
import Testing

@Suite("Failures and dead letters") struct MessageFailureTests {
    private struct Ping: Sendable { var number = 0 }
    private struct Pong: Sendable {}
    private struct Broken: Error, Equatable {}
    private final class Screen: Sendable {}
    private actor Stock {}

    private let failures = Probe<DeliveryFailure>()
    private let letters = Probe<DeliveryFailure>()
    private let arrived = Probe<String>()
    private let center: MessageCenter

    init() {
        let (failures, letters) = (failures, letters)
        center = MessageCenter(onError: { failures.report($0) }, onDeadLetter: { letters.report($0) })
    }

    @Test("C12: A throwing handler does not affect other handlers and is reported with both source locations")
    func failuresAreReported() {
        let line = #line + 2
        let registrations = [
            center.observe(Ping.self) { _ in throw Broken() },
            center.observe(Ping.self) { _ in arrived.report("arrived") },
        ]
        center.post(Ping(number: 7))
        #expect(arrived.values == ["arrived"])
        #expect(failures.values.count == 1)
        let failure = failures.values.first
        #expect(failure?.error as? Broken == Broken())
        #expect((failure?.message as? Ping)?.number == 7)
        #expect(failure?.observedAt?.line == line)
        #expect(failure?.postedAt.line == line + 3)
        #expect(failure?.description.contains("MessageFailureTests.swift:\(line) failed on the Ping") == true)
        #expect(registrations.count == 2)
    }

    @Test("C12: A handler that throws after cancelling its registration is reported with its location")
    func failuresAfterCancellingAreReported() {
        // After its first post, a type is delivered without the lock.
        center.observe(Ping.self) { _ in }.cancel()
        center.post(Ping())
        let own = Probe<Registration>()
        let line = #line + 2
        own.report(
            center.observe(Ping.self) { _ in
                own.values.last?.cancel()
                throw Broken()
            })
        center.post(Ping())
        #expect(failures.values.map { $0.observedAt?.line } == [line])
        #expect(letters.values.count == 1, "the first post, which had no subscriber")
    }

    @Test("C12: Failures of main-actor and asynchronous handlers are reported")
    func failuresOnActorsAreReported() async {
        let registrations = [
            center.observe(Ping.self) { @MainActor _ in throw Broken() },
            center.observe(Ping.self) { _ in
                await Task.yield()
                throw Broken()
            },
        ]
        center.post(Ping())
        #expect(await failures.values(2).allSatisfy { $0.error is Broken })
        #expect(registrations.count == 2)
    }

    @Test("C12: The error handler may post messages") func errorHandlerMayPost() {
        let center = MessageCenter.holding { center in
            MessageCenter(onError: { _ in center.value?.post(Pong()) })
        }
        let registrations = [
            center.observe(Ping.self) { _ in throw Broken() },
            center.observe(Pong.self) { _ in arrived.report("pong") },
        ]
        center.post(Ping())
        #expect(arrived.values == ["pong"])
        #expect(registrations.count == 2)
    }

    @Test("C13: A message without subscribers is reported once as a dead letter") func deadLettersAreReported() {
        let line = #line + 1
        center.post(Ping(number: 3))
        #expect(letters.values.count == 1)
        #expect((letters.values.first?.message as? Ping)?.number == 3)
        #expect(letters.values.first?.postedAt.line == line)
        #expect(letters.values.first?.error is DeadLetter)
    }

    @Test("C13: A message whose only handler fails is not a dead letter") func failedDeliveriesAreNoDeadLetters() {
        let registration = center.observe(Ping.self) { _ in throw Broken() }
        center.post(Ping())
        #expect(letters.values.isEmpty)
        registration.cancel()
    }

    @Test("C13: A message received by a sequence is not a dead letter") func sequencesReceive() {
        let pings = center.messages(of: Ping.self)
        center.post(Ping())
        #expect(letters.values.isEmpty)
        withExtendedLifetime(pings) {}
    }

    @Test("C13: A message received by an inline observer is not a dead letter if a queued observer was cancelled")
    @MainActor func receivedInline() async {
        let ended = center.observe(Ping.self) { @MainActor _ in arrived.report("ended") }
        let stays = observeOnThePoster()
        let last = Probe<Int>()
        let marker = center.observe(Pong.self) { @MainActor _ in last.report(1) }
        postOffActor(thenPong: true)
        ended.cancel()
        _ = await last.values(1)
        #expect(arrived.values == ["here"])
        #expect(letters.values.isEmpty)
        for registration in [stays, marker] { registration.cancel() }
    }

    @Test("C13: Two consecutive dead letters posted inside a handler are both reported") func consecutiveDeadLetters() {
        let registration = center.observe(Ping.self) { _ in
            center.post("first")
            center.post("second")
        }
        center.post(Ping())
        #expect(letters.values.compactMap { $0.message as? String } == ["first", "second"])
        registration.cancel()
    }

    @Test("C13: A dead letter caused by a dead letter report through an asynchronous handler is not reported")
    func neverThroughAsynchronousHandlers() async {
        let center = MessageCenter.holding { [letters] center in
            MessageCenter(onDeadLetter: {
                letters.report($0)
                center.value?.post(Ping())
            })
        }
        let registration = center.observe(Ping.self) { _ in
            center.post("none")
            await Task.yield()
            arrived.report("handled")
        }
        center.post(Pong())
        _ = await arrived.values(1)
        #expect(letters.values.count == 1)
        center.post("none either")
        #expect(letters.values.count == 2)
        registration.cancel()
    }

    @Test("C13: Every message posted to a released actor is a dead letter") func releasedActors() async {
        let center = MessageCenter.holding { [letters] _ in MessageCenter(onDeadLetter: { letters.report($0) }) }
        do {
            let stock = Stock()
            center.observe(Ping.self, by: stock) { _, _ in }
            center.observe(Pong.self, by: stock) { _, _ in }
        }
        for number in 0..<100 { center.post(Ping(number: number)) }
        _ = await letters.values(100)
        for _ in 0..<100 { center.post(Pong()) }
        _ = await letters.values(200)
        #expect(center.observations.isEmpty)
    }

    @Test("C13: A message whose only observer has a released owner is a dead letter") func releasedOwners() {
        center.observe(Ping.self, by: Screen()) { _, _ in }
        center.post(Ping())
        #expect(letters.values.count == 1)
    }

    @Test("C13: A queued message is a dead letter if its observer is cancelled before the delivery") @MainActor
    func cancelledWhileQueued() async {
        let registration = center.observe(Ping.self) { @MainActor _ in arrived.report("arrived") }
        postOffActor()
        registration.cancel()
        #expect(await letters.values(1).count == 1)
        #expect(arrived.values.isEmpty)
    }

    @Test("C13: A dead letter caused by a dead letter report is not reported") func neverRecursively() {
        let center = MessageCenter.holding { [letters] center in
            MessageCenter(onDeadLetter: {
                letters.report($0)
                center.value?.post(Pong())
                center.value?.post(Ping(number: 2))
            })
        }
        let registration = center.observe(Ping.self) { ping in
            arrived.report("\(ping.number)")
            if ping.number == 2 { center.post("none") }
        }
        center.post(Pong())
        #expect(letters.values.count == 1)
        #expect(arrived.values == ["2"])
        center.post(Pong())
        #expect(letters.values.count == 2)
        registration.cancel()
    }

    private nonisolated func observeOnThePoster() -> Registration {
        center.observe(Ping.self) { _ in arrived.report("here") }
    }

    private nonisolated func postOffActor(thenPong: Bool = false) {
        center.post(Ping())
        if thenPong { center.post(Pong()) }
    }
}
