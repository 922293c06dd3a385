import Dispatchers
import Testing

@Suite("Cancelling observations") struct MessageCancellationTests {
    private struct Ping: Sendable { var number = 0 }
    private final class Screen: Sendable {}

    private let center = MessageCenter()
    private let received = Probe<String>()

    @Test("C4: An observer cancelled by an earlier handler is not called") func laterObserverIsSkipped() {
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

    @Test("C4: An observer cancelled by a later handler is called for the current message only")
    func earlierObserverEnds() {
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

    @Test("C4: An observer cancelled after observers were added during the delivery is not called")
    func cancelledAfterGrowthIsSkipped() {
        let registrations = Probe<Registration>()
        // After its first post, a type is delivered without the lock.
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

    @Test("C4: An owner's observation cancelled by an earlier handler is not called") func cancelledOwnersAreSkipped() {
        let screen = Screen()
        let first = center.observe(Ping.self, priority: 1) { _ in center.cancel(by: screen) }
        center.observe(Ping.self, by: screen) { _, _ in received.report("called") }
        center.post(Ping())
        #expect(received.values.isEmpty)
        first.cancel()
    }

    @Test("C4: A handler that cancels its own registration is not called again") func cancelsItself() {
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

    @Test("C4: Reentrant posts accepted before cancelling are not delivered to the cancelled observer")
    func cancelsAcceptedPosts() {
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

    @Test("C4: Messages in an actor queue are not delivered to an observer after it is cancelled") @MainActor
    func cancelsQueuedMessages() async {
        let registration = center.observe(Ping.self) { @MainActor _ in received.report("received") }
        let posted = Probe<Int>()
        let done = center.observe(Ping.self) { @MainActor ping in
            if ping.number == 999 { posted.report(1) }
        }
        postOffActor(1_000)
        registration.cancel()
        _ = await posted.values(1)
        #expect(received.values.isEmpty)
        done.cancel()
    }

    @Test("C4: Messages queued for an asynchronous handler are not handled after it is cancelled")
    func cancelsAsynchronousMessages() async {
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

    private nonisolated func postOffActor(_ count: Int) {
        for number in 0..<count { center.post(Ping(number: number)) }
    }
}
