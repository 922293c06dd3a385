import Dispatchers
import Foundation
import Synchronization
import Testing

/// Cases that break at least one message system in use.
///
/// This suite has the cases that no other suite covers.
///
/// | Case | Test |
/// |---|---|
/// | 1–3 a handler cancels itself, a later one, an earlier one | `MessageCancellationTests` (C4) |
/// | 4 a handler observes | `MessageOrderTests.addedDuringDelivery` (C3) |
/// | 5 a post inside a handler, two observers | `MessageOrderTests.breadthFirst` (C7) |
/// | 6 mutual recursion | `MessageCycleTests` (C7) |
/// | 7 cancelling with messages queued | `MessageCancellationTests.cancelsQueuedMessages`, `cancelsAsynchronousMessages` (C4) |
/// | 8 asynchronous handlers do not overlap | `ActorOrderTests.asynchronousIsSerial` (C6) |
/// | 9 order across hops | `ActorOrderTests.orderAcrossHops` (C6) |
/// | 10 the test harness detects violations | `HistoryConcurrencyTests.modelReportsViolations` |
/// | 11 an owner released during a delivery | `MessageLifetimeTests.ownerReleasedDuringDelivery` (C5) |
/// | 12 an owner released on another thread while its handler runs | `MessageRaceConcurrencyTests.ownerReleasedElsewhere` (C5) |
/// | 13 an owner whose deinit posts | `MessageLifetimeTests.deinitMayUseTheCenter` (C5) |
/// | 14 an owner whose deinit cancels its registration | `ownersMayCancelInDeinit` (C1) |
/// | 15 a registration released in its own handler | `releasedInItsOwnHandler` (C1) |
/// | 16 cancelled twice, or stale | `RegistrationTests` (C1) |
/// | 17, 18 a reused address of a subject, a sequence about a released one | `MessageConsumingTests` (C16) |
/// | 19 posts before iterating | `MessageSequenceTests.observesAtOnce` (C10) |
/// | 20 two iterators, one cancelled | `iteratorsShare` (C10) |
/// | 21, 22 threads that add, cancel and post | `MessageConcurrencyTests`, `HistoryConcurrencyTests` (C6) |
/// | 23 a handler that throws; an error handler cannot, by its type | `MessageFailureTests` (C12) |
/// | 24 a dead letter of a dead letter | `MessageFailureTests.neverRecursively` (C13) |
/// | 25, 26 priorities and consuming across types | `MessageOrderTests.ordersAcrossTypes`, `MessageConsumingTests` (C2, C15) |
/// | 27 observing a retained type while another thread posts | `MessageRaceConcurrencyTests.observingWhilePosting` (C11) |
/// | 28 a handler that posts a retained type | `MessageRetainingTests.loopsEnd` (C11) |
/// | 29, 30 overflow, a waiting publisher cancelled | `MessageQueueingTests`, `fullActorQueuesDrop` (C9) |
/// | 31 posting on the main actor, and off it | `MessageIsolationTests` (C8) |
/// | 32 two actors that post to each other | `actorsMayPostToEachOther` (C8) |
/// | 33 coalescing keeps the order of keys | `MessageQueueingTests.coalesces` (C18) |
/// | 34 requests | `MessageRequestTests`, `responderReleasedWhileAnswering` (C14) |
/// | 35–37 inherited, optional, isolated conformances | `DispatchTests`, `CallIsolationTests`: calls, not messages |
/// | 38 a dispatcher after its last observer | does not apply: a center is an object and is not created by name |
/// | 39 a child closed while its parent delivers | `childClosedWhileTheParentDelivers` (C17) |
/// | 40 released owners | `MessageLifetimeTests.releasedOwnersAreRemoved` (C19) |
/// | 41 a handler that closes | `MessageClosingTests.handlersMayClose` (C21) |
/// | 42, 43 generic messages, one name in two scopes | `MessageOrderTests.genericArgumentsAreDistinct`, `sameNamesAreDistinct` (C2) |
/// | 44 a deep hierarchy | `deepHierarchies` (C2) |
@Suite("Edge cases of messages") struct MessageHardCaseTests {
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

    @Test("C1: An owner may cancel its registration in its deinit") func ownersMayCancelInDeinit() {
        var screen: Screen? = Screen()
        screen?.observe(center, received)
        center.post(Ping())
        screen = nil
        center.post(Ping())
        #expect(received.values == ["received"])
        #expect(center.observations.isEmpty)
    }

    @Test("C1: A registration may be released by its own handler") func releasedInItsOwnHandler() {
        let own = Slot<Registration>()
        own.value = center.observe(Ping.self) { [received] _ in
            received.report(own.exchange(nil) == nil ? "nothing to drop" : "dropping")
        }
        center.post(Ping())
        center.post(Ping())
        #expect(received.values == ["dropping"])
        #expect(center.observations.isEmpty)
    }

    @Test("C10: Two iterators share the messages of a sequence, and cancelling one finishes both")
    func iteratorsShare() async {
        let (pings, numbers) = (center.messages(of: Ping.self, buffer: .unbounded), Probe<Int>())
        let tasks = (0..<2).map { _ in Task { for await ping in pings { numbers.report(ping.number) } } }
        for number in 0..<100 { center.post(Ping(number: number)) }
        #expect(await numbers.values(100).sorted() == Array(0..<100))
        tasks[0].cancel()
        for task in tasks { await task.value }
        #expect(center.observations.isEmpty)
    }

    @Test("C9: A full actor queue drops the newest messages and reports their number") @MainActor
    func fullActorQueuesDrop() async {
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

    @Test("C8: Two actors that post to each other do not deadlock") func actorsMayPostToEachOther() async {
        let players = [Player(center, received, answersTo: 0), Player(center, received, answersTo: 1)]
        for player in players { await player.play() }
        center.post(Ping())
        #expect(await received.values(1) == ["over"])
        withExtendedLifetime(players) {}
    }

    private struct Question: Request { typealias Response = Int }
    private final class Expert: Sendable {}

    @Test("C14: A responder released while it answers completes the answer and receives no later request")
    func responderReleasedWhileAnswering() async throws {
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

    @Test("C17: Closing a child during its parent's delivery does not stop the parent's delivery")
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

    @Test("C2: Message types of the same name in different scopes are different types") func sameNamesAreDistinct() {
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

    @Test("C2: A subscriber of a base class receives messages of a class nine levels below it, in order")
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

    @Test("C16: A subscription about an object does not keep the object alive") func subjectsAreNotKept() {
        var subject: Canary? = Canary { [received] in received.report("gone") }
        let registration = center.observe(Ping.self, about: subject) { _ in received.report("called") }
        center.post(Ping(), about: subject)
        subject = nil
        #expect(received.values == ["called", "gone"])
        center.post(Ping())
        #expect(center.observations.isEmpty)
        registration.cancel()
    }

    @Test("C11: Observing a retained message type inside a handler does not stop the current delivery")
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
