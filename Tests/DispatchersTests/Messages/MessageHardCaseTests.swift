import Dispatchers
import Foundation
import Synchronization
import Testing

/// What breaks at least one message system in use, case by case; those that no other suite has are here.
///
/// | case | its test |
/// |---|---|
/// | 1–3 a handler cancels itself, a later one, an earlier one | `MessageCancellationTests` (C4) |
/// | 4 a handler observes | `MessageOrderTests.addedDuringDelivery` (C3) |
/// | 5 a post inside a handler, two observers | `MessageOrderTests.breadthFirst` (C7) |
/// | 6 mutual recursion | `MessageCycleTests` (C7) |
/// | 7 cancelling with messages queued | `MessageCancellationTests.cancelsQueuedMessages`, `cancelsAsynchronousOnes` (C4) |
/// | 8 asynchronous handlers do not overlap | `MessageIsolationTests.asynchronousIsSerial` (C6) |
/// | 9 order across hops | `MessageIsolationTests.orderAcrossHops` (C6) |
/// | 10 the harness can fail | `HistoryConcurrencyTests.modelNotices` |
/// | 11 an owner ends during a delivery | `MessageLifetimeTests.ownerReleasedDuringDelivery` (C5) |
/// | 12 an owner ends on another thread while its handler runs | `MessageRaceConcurrencyTests.ownerReleasedElsewhere` (C5) |
/// | 13 an owner whose end posts | `MessageLifetimeTests.deinitMayUseTheCenter` (C5) |
/// | 14 an owner whose end cancels its registration | `ownersMayCancelAtTheirEnd` (C1) |
/// | 15 a registration dropped in its own handler | `droppedInItsOwnHandler` (C1) |
/// | 16 cancelled twice, or stale | `RegistrationTests` (C1) |
/// | 17, 18 a subject's address used again, a sequence of a dead one | `MessageConsumingTests` (C16) |
/// | 19 posts before iterating | `MessageSequenceTests.observesAtOnce` (C10) |
/// | 20 two iterators, one cancelled | `iteratorsShare` (C10) |
/// | 21, 22 threads that add, cancel and post | `MessageConcurrencyTests`, `HistoryConcurrencyTests` (C6) |
/// | 23 a handler that throws; an error handler cannot, by its type | `MessageFailureTests` (C12) |
/// | 24 a dead letter of a dead letter | `MessageFailureTests.neverRecursively` (C13) |
/// | 25, 26 priorities and consuming across types | `MessageOrderTests.ordersAcrossTypes`, `MessageConsumingTests` (C2, C15) |
/// | 27 observing what is retained while another posts | `MessageRaceConcurrencyTests.observingWhilePosting` (C11) |
/// | 28 a handler that posts what is retained | `MessageRetainingTests.loopsEnd` (C11) |
/// | 29, 30 overflow, a waiting publisher cancelled | `MessageQueueingTests`, `fullMailboxesDrop` (C9) |
/// | 31 posting on the main actor, and off it | `MessageIsolationTests` (C8) |
/// | 32 two actors that post to one another | `actorsMayPostToOneAnother` (C8) |
/// | 33 coalescing keeps the order of keys | `MessageQueueingTests.coalesces` (C18) |
/// | 34 requests | `MessageRequestTests`, `responderGoesWhileItAnswers` (C14) |
/// | 35–37 inherited, optional, isolated conformances | `DispatchTests`, `CallIsolationTests`: calls, not messages |
/// | 38 a dispatcher after its last observer | does not apply: a center is an object of its own, and none is made by name |
/// | 39 a child closed while its parent delivers | `childClosedWhileTheParentDelivers` (C17) |
/// | 40 dead owners | `MessageLifetimeTests.deadOwnersAreSwept` (C19) |
/// | 41 a handler that closes | `MessageClosingTests.handlersMayClose` (C21) |
/// | 42, 43 generic messages, one name in two places | `MessageOrderTests.tellsGenericsApart`, `namesakesAreApart` (C2) |
/// | 44 a deep hierarchy | `deepHierarchies` (C2) |
@Suite("Hard cases of messages") struct MessageHardCaseTests {
    private struct Ping: Sendable { var number = 0 }

    private let center = MessageCenter()
    private let received = Probe<String>()

    private final class Screen: Sendable {
        private let registration = Slot<Registration>()

        func observe(_ center: MessageCenter, _ received: Probe<String>) {
            registration.value = center.observe(Ping.self) { [weak self] _ in
                received.report(self == nil ? "late" : "received")
            }
        }

        deinit { registration.value?.cancel() }
    }

    @Test("C1: an owner may cancel its registration at its end") func ownersMayCancelAtTheirEnd() {
        var screen: Screen? = Screen()
        screen?.observe(center, received)
        center.post(Ping())
        screen = nil
        center.post(Ping())
        #expect(received.values == ["received"])
        #expect(center.observations.isEmpty)
    }

    @Test("C1: a registration may be dropped by its own handler") func droppedInItsOwnHandler() {
        let own = Slot<Registration>()
        own.value = center.observe(Ping.self) { [received] _ in
            received.report(own.exchange(nil) == nil ? "nothing to drop" : "dropping")
        }
        center.post(Ping())
        center.post(Ping())
        #expect(received.values == ["dropping"])
        #expect(center.observations.isEmpty)
    }

    @Test("C10: two iterators share a sequence, and end together when one is cancelled") func iteratorsShare() async {
        let (pings, numbers) = (center.messages(of: Ping.self, buffer: .unbounded), Probe<Int>())
        let tasks = (0..<2).map { _ in Task { for await ping in pings { numbers.report(ping.number) } } }
        for number in 0..<100 { center.post(Ping(number: number)) }
        #expect(await numbers.values(100).sorted() == Array(0..<100))
        tasks[0].cancel()
        for task in tasks { await task.value }
        #expect(center.observations.isEmpty)
    }

    @Test("C9: an actor's mailbox that is full turns away the newest, and says how many") @MainActor
    func fullMailboxesDrop() async {
        let (failures, numbers) = (Probe<DeliveryFailure>(), Probe<Int>())
        let center = MessageCenter(onError: { failures.report($0) })
        let registration = center.observe(Ping.self) { @MainActor ping in numbers.report(ping.number) }
        let isPosted = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for number in 0..<65_540 { center.post(Ping(number: number)) }
            isPosted.signal()
        }
        isPosted.wait()
        #expect(failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == [1, 2, 4])
        center.post(Ping(number: -1))
        let isInOrder = await numbers.values(65_537) == Array(0..<65_536) + [-1]
        #expect(isInOrder)
        registration.cancel()
    }

    private actor Player {
        private let received: Probe<String>
        private let center: MessageCenter
        private let answersTo: Int
        init(_ center: MessageCenter, _ received: Probe<String>, answersTo: Int) {
            (self.center, self.received, self.answersTo) = (center, received, answersTo)
        }

        func play() {
            center.observe(Ping.self, by: self) { player, ping in
                guard ping.number % 2 == player.answersTo, ping.number < 50 else { return }
                player.center.post(Ping(number: ping.number + 1))
                if ping.number == 49 { player.received.report("over") }
            }
        }
    }

    @Test("C8: two actors that post to one another never wait for one another") func actorsMayPostToOneAnother() async {
        let players = [Player(center, received, answersTo: 0), Player(center, received, answersTo: 1)]
        for player in players { await player.play() }
        center.post(Ping())
        #expect(await received.values(1) == ["over"])
        withExtendedLifetime(players) {}
    }

    private struct Question: Request { typealias Response = Int }
    private final class Expert: Sendable {}

    @Test("C14: a responder released while it answers still answers, and no request after that")
    func responderGoesWhileItAnswers() async throws {
        let owner = Slot(Expert())
        if let expert = owner.value {
            center.respond(to: Question.self, by: expert) { _, _ in
                owner.value = nil
                return 42
            }
        }
        #expect(try await center.request(Question()) == 42)
        await #expect { try await center.request(Question()) } throws: { ($0 as? RequestError)?.reason == .unhandled }
    }

    @Test("C17: a child that is closed while its parent delivers does not keep the message from a subscriber there")
    func childClosedWhileTheParentDelivers() {
        let child = MessageCenter(parent: center)
        let registrations = [
            child.observe(Ping.self) { _ in received.report("child") },
            center.observe(Ping.self) { _ in child.close() },
            center.observe(Ping.self) { _ in received.report("parent") },
        ]
        child.post(Ping())
        #expect(received.values == ["child", "parent"])
        #expect(!child.post(Ping()))
        #expect(registrations.count == 3)
    }

    private enum Cart { struct Saved: Sendable {} }
    private enum Order { struct Saved: Sendable {} }

    @Test("C2: messages of one name that are declared in two places are different types") func namesakesAreApart() {
        let registrations = [
            center.observe(Cart.Saved.self) { _ in received.report("cart") },
            center.observe(Order.Saved.self) { _ in received.report("order") },
        ]
        center.post(Order.Saved())
        #expect(received.values == ["order"])
        #expect(registrations.count == 2)
    }

    private class Level0: @unchecked Sendable {}
    private class Level1: Level0, @unchecked Sendable {}
    private class Level2: Level1, @unchecked Sendable {}
    private class Level3: Level2, @unchecked Sendable {}
    private class Level4: Level3, @unchecked Sendable {}
    private class Level5: Level4, @unchecked Sendable {}
    private class Level6: Level5, @unchecked Sendable {}
    private class Level7: Level6, @unchecked Sendable {}
    private class Level8: Level7, @unchecked Sendable {}
    private class Level9: Level8, @unchecked Sendable {}

    @Test("C2: a subscriber of the base of ten classes receives the last, after earlier subscribers")
    func deepHierarchies() {
        let registrations = [
            center.observe(Level9.self) { _ in received.report("last") },
            center.observe(Level0.self) { _ in received.report("base") },
            center.observe(Level5.self, priority: 1) { _ in received.report("middle") },
        ]
        center.post(Level9())
        center.post(Level4())
        #expect(received.values == ["middle", "last", "base", "base"])
        #expect(registrations.count == 3)
    }

    @Test("C16: a subject is not kept alive by the subscribers to messages about it") func subjectsAreNotKept() {
        var subject: Canary? = Canary { [received] in received.report("gone") }
        let registration = center.observe(Ping.self, about: subject) { _ in received.report("called") }
        center.post(Ping(), about: subject)
        subject = nil
        #expect(received.values == ["called", "gone"])
        center.post(Ping())
        #expect(center.observations.isEmpty)
        registration.cancel()
    }

    @Test("C11: a handler that observes what is retained keeps its own message from no later subscriber")
    func observingRetainedInsideAHandler() async {
        struct Pong: Sendable {}
        center.retain(last: 1, of: Pong.self)
        center.post(Pong())
        let inner = Slot<Registration>()
        let subject = Canary()
        let registrations = [
            center.observe(Ping.self) { [center, received] _ in
                inner.value = center.observe(Pong.self) { _ in received.report("retained") }
            },
            center.observe(Ping.self, about: subject) { _ in received.report("careful") },
            center.observe(Ping.self) { _ in received.report("plain") },
        ]
        center.post(Ping(), about: subject)
        #expect(received.values == ["retained", "careful", "plain"])
        inner.value = nil
        #expect(registrations.count == 3)
    }
}
