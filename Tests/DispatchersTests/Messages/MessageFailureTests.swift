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

    @Test("C12: a handler that throws does not affect the others, and is reported with both places")
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

    @Test("C12: a handler that throws after it has ended itself is reported with its place")
    func failuresOfTheEndedAreReported() {
        // Once posted, a type is delivered without the lock.
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

    @Test("C12: failures of handlers on actors and of asynchronous ones are reported too")
    func failuresElsewhere() async {
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

    @Test("C12: the error handler may post") func errorHandlerMayPost() {
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

    @Test("C13: a message without subscribers is reported once") func deadLettersAreReported() {
        let line = #line + 1
        center.post(Ping(number: 3))
        #expect(letters.values.count == 1)
        #expect((letters.values.first?.message as? Ping)?.number == 3)
        #expect(letters.values.first?.postedAt.line == line)
        #expect(letters.values.first?.error is DeadLetter)
    }

    @Test("C13: a message that a subscriber received is not one, even if the handler failed") func receivedOnesAreNot()
    {
        let registration = center.observe(Ping.self) { _ in throw Broken() }
        center.post(Ping())
        #expect(letters.values.isEmpty)
        registration.cancel()
    }

    @Test("C13: a message that a sequence took is not one") func sequencesReceive() {
        let pings = center.messages(of: Ping.self)
        center.post(Ping())
        #expect(letters.values.isEmpty)
        withExtendedLifetime(pings) {}
    }

    @Test("C13: a message that one observer received here is not one, though those elsewhere ended") @MainActor
    func receivedHere() async {
        let ended = center.observe(Ping.self) { @MainActor _ in arrived.report("ended") }
        let stays = observeOnThePoster()
        let last = Probe<Int>()
        let marker = center.observe(Pong.self) { @MainActor _ in last.report(1) }
        postFromNowhere(thenPong: true)
        ended.cancel()
        _ = await last.values(1)
        #expect(arrived.values == ["here"])
        #expect(letters.values.isEmpty)
        for registration in [stays, marker] { registration.cancel() }
    }

    @Test("C13: after a dead letter was reported inside a handler, the next one is reported too")
    func reportsAreNoCause() {
        let registration = center.observe(Ping.self) { _ in
            center.post("first")
            center.post("second")
        }
        center.post(Ping())
        #expect(letters.values.compactMap { $0.message as? String } == ["first", "second"])
        registration.cancel()
    }

    @Test("C13: a dead letter that a report led to through an asynchronous handler is not reported")
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

    @Test("C13: what is posted to an actor that is gone is a dead letter, each time") func goneActors() async {
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

    @Test("C13: a message whose observers are all gone is one") func goneObservers() {
        center.observe(Ping.self, by: Screen()) { _, _ in }
        center.post(Ping())
        #expect(letters.values.count == 1)
    }

    @Test("C13: a message whose observers end before it reaches them on their actor is one") @MainActor
    func endedObservers() async {
        let registration = center.observe(Ping.self) { @MainActor _ in arrived.report("arrived") }
        postFromNowhere()
        registration.cancel()
        #expect(await letters.values(1).count == 1)
        #expect(arrived.values.isEmpty)
    }

    @Test("C13: a dead letter of a dead letter is not reported, whatever leads to it") func neverRecursively() {
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

    private nonisolated func postFromNowhere(thenPong: Bool = false) {
        center.post(Ping())
        if thenPong { center.post(Pong()) }
    }
}
