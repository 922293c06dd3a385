import Dispatchers
import Testing

@Suite("Cancelling observations") struct MessageCancellationTests {
    private struct Ping: Sendable { var number = 0 }
    private final class Screen: Sendable {}

    private let center = MessageCenter()
    private let received = Probe<String>()

    @Test("C4: an observer cancelled by an earlier handler is not called") func cancelledLaterOneIsSkipped() {
        let later = Probe<Registration>()
        let first = center.observe(Ping.self) { _ in
            received.report("first")
            later.values.last?.cancel()
        }
        later.report(center.observe(Ping.self) { _ in received.report("later") })
        center.post(Ping())
        #expect(received.values == ["first"])
        first.cancel()
    }

    @Test("C4: an observer cancelled by a later handler has been called, and is not called again")
    func cancelledEarlierOneEnds() {
        let first = center.observe(Ping.self) { _ in received.report("first") }
        let later = center.observe(Ping.self) { _ in
            received.report("later")
            first.cancel()
        }
        center.post(Ping())
        center.post(Ping())
        #expect(received.values == ["first", "later", "later"])
        later.cancel()
    }

    @Test("C4: an observer cancelled after the list grew under the delivery is not called")
    func cancelledAfterGrowthIsSkipped() {
        let registrations = Probe<Registration>()
        // Once posted, a type is delivered without the lock.
        center.observe(Ping.self) { _ in }.cancel()
        center.post(Ping())
        let first = center.observe(Ping.self) { _ in
            let later = registrations.values
            for _ in 0..<100 { registrations.report(center.observe(Ping.self) { _ in received.report("too early") }) }
            for registration in later.dropLast() { registration.cancel() }
        }
        for number in 0..<3 { registrations.report(center.observe(Ping.self) { _ in received.report("\(number)") }) }
        center.post(Ping())
        #expect(received.values == ["2"])
        first.cancel()
    }

    @Test("C4: an owner's observations that an earlier handler ends are not called") func endedOwnersAreSkipped() {
        let screen = Screen()
        let first = center.observe(Ping.self, priority: 1) { _ in center.cancel(by: screen) }
        center.observe(Ping.self, by: screen) { _, _ in received.report("called") }
        center.post(Ping())
        #expect(received.values.isEmpty)
        first.cancel()
    }

    @Test("C4: a handler may cancel itself") func cancelsItself() {
        let own = Probe<Registration>()
        own.report(
            center.observe(Ping.self) { _ in
                received.report("once")
                own.values.last?.cancel()
            })
        center.post(Ping())
        center.post(Ping())
        #expect(received.values == ["once"])
    }

    @Test("C4: what a nested post has already accepted is not delivered after cancelling") func cancelsAcceptedPosts() {
        let own = Probe<Registration>()
        own.report(
            center.observe(Ping.self) { ping in
                received.report("\(ping.number)")
                center.post(Ping(number: ping.number + 1))
                if ping.number == 1 { own.values.last?.cancel() }
            })
        center.post(Ping())
        #expect(received.values == ["0", "1"])
    }

    @Test("C4: messages in an actor's mailbox are not delivered after cancelling") @MainActor
    func cancelsQueuedMessages() async {
        let registration = center.observe(Ping.self) { @MainActor _ in received.report("received") }
        let posted = Probe<Int>()
        let done = center.observe(Ping.self) { @MainActor ping in
            if ping.number == 999 { posted.report(1) }
        }
        postFromNowhere(1_000)
        registration.cancel()
        _ = await posted.values(1)
        #expect(received.values.isEmpty)
        done.cancel()
    }

    @Test("C4: messages in an asynchronous observer's queue are not handled after cancelling")
    func cancelsAsynchronousOnes() async {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let started = Probe<Int>()
        let registration = center.observe(Ping.self) { ping in
            started.report(ping.number)
            for await _ in gate { break }
            received.report("\(ping.number)")
        }
        for number in 0..<10 { center.post(Ping(number: number)) }
        _ = await started.values(1)
        registration.cancel()
        opener.yield()
        #expect(await received.values(1) == ["0"])
        #expect(started.values == [0])
    }

    private nonisolated func postFromNowhere(_ count: Int) {
        for number in 0..<count { center.post(Ping(number: number)) }
    }
}
