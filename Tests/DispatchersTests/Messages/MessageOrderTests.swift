import AllocationCounter
import Dispatchers
import Foundation
import Testing

@Suite("Order of messages") struct MessageOrderTests {
    private protocol Event: Sendable {}
    private struct Ping: Event { var number = 0 }
    private struct Pong: Event { var number = 0 }
    private class Base: @unchecked Sendable {}
    private final class Derived: Base, @unchecked Sendable {}
    private struct Box<Content: Sendable>: Sendable { let content: Content }

    private let center = MessageCenter()
    private let received = Probe<String>()

    @Test("C2: Observers of a type, a protocol and all types are called by priority and then by registration")
    func ordersAcrossTypes() {
        let registrations = [
            center.observe(Ping.self) { _ in received.report("type") },
            center.observe((any Sendable).self, priority: 1) { _ in received.report("all, 1") },
            center.observe((any Event).self) { _ in received.report("protocol") },
            center.observe(Ping.self, priority: 2) { _ in received.report("type, 2") },
            center.observe((any Event).self, priority: 1) { _ in received.report("protocol, 1") },
            center.observe(Ping.self, priority: -1) { _ in received.report("type, -1") },
            center.observe(Ping.self) { _ in received.report("type, again") },
        ]
        center.post(Ping())
        #expect(
            received.values == [
                "type, 2", "all, 1", "protocol, 1", "type", "protocol", "type, again", "type, -1",
            ])
        registrations[2].cancel()
        center.post(Pong())
        #expect(received.values.suffix(2) == ["all, 1", "protocol, 1"])
        withExtendedLifetime(registrations) {}
    }

    @Test("An observer of a protocol added after a type's first post receives the type's later messages")
    func protocolsObservedAfterTheFirstPost() {
        let first = center.observe(Ping.self) { _ in received.report("type") }
        center.post(Ping())
        let second = center.observe((any Event).self, priority: 1) { _ in received.report("protocol") }
        center.post(Ping())
        second.cancel()
        center.post(Ping())
        let third = center.observe((any Event).self) { _ in received.report("again") }
        center.post(Ping())
        #expect(received.values == ["type", "protocol", "type", "type", "type", "again"])
        first.cancel()
        third.cancel()
    }

    @Test("An observer of a superclass receives messages of its subclasses by their dynamic type")
    func observesSubclasses() {
        let registrations = [
            center.observe(Base.self) { _ in received.report("base") },
            center.observe(Derived.self) { _ in received.report("derived") },
        ]
        center.post(Derived())
        center.post(Derived() as Base)
        center.post(Base())
        #expect(received.values == ["base", "derived", "base", "derived", "base"])
        registrations[0].cancel()
    }

    @Test("A message in an existential is delivered as its dynamic type") func opensExistentials() {
        let registration = center.observe(Ping.self) { received.report("\($0.number)") }
        let boxed: any Event = Ping(number: 1)
        center.post(boxed)
        let posts: [any Event] = [Pong(), Ping(number: 2), Pong(), Ping(number: 3)]
        func post<Message: Sendable>(_ message: Message) { center.post(message) }
        posts.forEach(post)
        #expect(received.values == ["1", "2", "3"])
        registration.cancel()
    }

    @Test("An observer of a type receives the wrapped values of optional messages and no nil") func optionalMessages() {
        let registration = center.observe(Ping.self) { received.report("\($0.number)") }
        center.post(nil as Ping?)
        center.post(Optional(Ping(number: 1)))
        center.post(nil as Ping?)
        center.post(Optional(Ping(number: 2)))
        #expect(received.values == ["1", "2"])
        registration.cancel()
    }

    @Test("Generic messages with different type arguments have different types") func genericArgumentsAreDistinct() {
        let registration = center.observe(Box<Int>.self) { received.report("\($0.content)") }
        center.post(Box(content: "text"))
        center.post(Box(content: 1))
        #expect(received.values == ["1"])
        registration.cancel()
    }

    @Test("C3: An observer added by a handler receives the next message and not the current one")
    func addedDuringDelivery() {
        let added = Probe<Registration>()
        let registration = center.observe(Ping.self) { ping in
            received.report("first \(ping.number)")
            if ping.number == 1 {
                added.report(center.observe(Ping.self) { received.report("added \($0.number)") })
            }
        }
        center.post(Ping(number: 1))
        center.post(Ping(number: 2))
        #expect(received.values == ["first 1", "first 2", "added 2"])
        registration.cancel()
    }

    @Test("C3: An observer added after a reentrant post was accepted does not receive that post")
    func addedAfterNestedPost() {
        let added = Probe<Registration>()
        let registration = center.observe(Ping.self) { ping in
            guard ping.number == 1 else { return received.report("first \(ping.number)") }
            center.post(Ping(number: 2))
            added.report(center.observe(Ping.self) { received.report("added \($0.number)") })
        }
        center.post(Ping(number: 1))
        #expect(received.values == ["first 2"])
        registration.cancel()
    }

    @Test("C7: A message posted by a handler is delivered after all observers received the current message")
    func breadthFirst() {
        let registrations = ["A", "B"].map { name in
            center.observe(Ping.self) { ping in
                received.report("\(name)\(ping.number)")
                if ping.number < 2, name == "A" { center.post(Ping(number: ping.number + 1)) }
            }
        }
        center.post(Ping())
        #expect(received.values == ["A0", "B0", "A1", "B1", "A2", "B2"])
        #expect(registrations.count == 2)
    }

    @Test("C7: The outermost post returns after all reentrant posts are delivered") func outermostWaits() {
        let registrations = [
            center.observe(Ping.self) { _ in
                center.post(Pong())
                received.report("posted")
            },
            center.observe(Pong.self) { _ in received.report("received") },
        ]
        center.post(Ping())
        received.report("returned")
        #expect(received.values == ["posted", "received", "returned"])
        #expect(registrations.count == 2)
    }

    @Test("C7: A post into another center inside a handler is delivered at once") func centersAreIndependent() {
        let other = MessageCenter()
        let registrations = [
            center.observe(Ping.self) { _ in
                other.post(Ping())
                received.report("after the other")
            },
            other.observe(Ping.self) { _ in received.report("the other") },
        ]
        center.post(Ping())
        #expect(received.values == ["the other", "after the other"])
        #expect(registrations.count == 2)
    }

    @Test("C7: A reentrant post by way of another center is delivered after the current message")
    func reentrantThroughAnotherCenter() {
        let other = MessageCenter()
        let registrations = [
            center.observe(Ping.self) { ping in
                guard ping.number == 0 else { return }
                other.post(Pong())
                center.post(Ping(number: 2))
                received.report("first")
            },
            other.observe(Pong.self) { _ in center.post(Ping(number: 1)) },
            center.observe(Ping.self) { received.report("\($0.number)") },
        ]
        center.post(Ping())
        #expect(received.values == ["first", "0", "1", "2"])
        #expect(registrations.count == 3)
    }

    @Test("C7: 1,000 messages posted by one handler are delivered in order") func manyNestedPosts() {
        let numbers = Probe<Int>()
        let registrations = [
            center.observe(Ping.self) { _ in for number in 0..<1_000 { center.post(Pong(number: number)) } },
            center.observe(Pong.self) { numbers.report($0.number) },
        ]
        center.post(Ping())
        #expect(numbers.values == Array(0..<1_000))
        #expect(registrations.count == 2)
    }
}

@Suite("Order of messages across actors") struct ActorOrderTests {
    private typealias Ping = MessageIsolationTests.Ping
    private typealias Screen = MessageIsolationTests.Screen
    private typealias Stock = MessageIsolationTests.Stock

    private let center = MessageCenter()

    @Test("C6: Actors, the main actor and asynchronous handlers receive messages in posting order")
    func orderAcrossHops() async {
        let (screen, stock) = (Screen(), Stock())
        let (laterScreen, laterStock) = (Screen(), Stock())
        await screen.observe(center)
        await stock.observe(center)
        await laterScreen.observeLater(center)
        await laterStock.observeLater(center)
        let count = 2_000
        for number in 0..<count { center.post(Ping(number: number)) }
        for probe in [screen.received, stock.received, laterScreen.received, laterStock.received] {
            #expect(await probe.values(count) == Array(0..<count))
        }
        withExtendedLifetime([screen, laterScreen]) {}
        withExtendedLifetime([stock, laterStock]) {}
    }

    @Test("C6: Messages in an actor queue are delivered before a message posted on the actor")
    func drainsBeforeDelivering() async {
        let stock = Stock()
        await stock.observe(center)
        #expect(await stock.postFromHelper(100, in: center) == Array(0...100))
    }

    @Test("C6: An actor at the address of a released actor receives messages in order") func reusedAddresses() async {
        var seen: Set<ObjectIdentifier> = []
        var hasMet = false
        for _ in 0..<1_000 where !hasMet {
            let stock = Stock()
            hasMet = !seen.insert(ObjectIdentifier(stock)).inserted
            await stock.observe(center)
            #expect(await stock.postFromHelper(1, in: center) == [0, 1])
        }
        #expect(hasMet || keepsReleasedMemory(), "no address was reused")
    }

    @Test("C6: Queued messages and the messages that their handlers post are each delivered in order")
    func nestedPostsQueueUp() async {
        let stock = Stock()
        await stock.observe(center)
        let registration = await nestedPost(in: center, on: stock)
        for number in 0..<3 { center.post(Ping(number: number)) }
        let received = await stock.received.values(6)
        #expect(received.filter { $0 < 100 } == [0, 1, 2])
        #expect(received.filter { $0 >= 100 } == [100, 101, 102])
        registration.cancel()
    }

    private func nestedPost(in center: MessageCenter, on stock: isolated Stock) -> Registration {
        center.observe(Ping.self) { ping in
            _ = stock
            if ping.number < 100 { center.post(Ping(number: ping.number + 100)) }
        }
    }

    @Test("C6: A message posted while an actor queue is drained is delivered") func postsWhileDraining() async {
        let (received, center) = (Probe<Int>(), center)
        let registration = center.observe(Ping.self) { @MainActor ping in
            if ping.number == 0 { onAnotherThread { center.post(Ping(number: 1)) } }
            received.report(ping.number)
        }
        center.post(Ping())
        #expect(await received.values(2) == [0, 1])
        registration.cancel()
    }

    @Test("C6: An asynchronous handler finishes one message before it begins the next")
    func asynchronousIsSerial() async {
        let (received, running) = (Probe<Int>(), Probe<Int>())
        let registration = center.observe(Ping.self) { ping in
            running.report(1)
            await Task.yield()
            await Task.yield()
            running.report(-1)
            received.report(running.values.reduce(0, +))
        }
        for number in 0..<500 { center.post(Ping(number: number)) }
        #expect(await received.values(500) == Array(repeating: 0, count: 500))
        registration.cancel()
    }

    @Test("C2: The main actor's queue calls observers by priority and then by registration")
    func orderWithinActorQueue() async {
        let received = Probe<String>()
        let registrations = [
            center.observe(Ping.self) { @MainActor _ in received.report("second") },
            center.observe(Ping.self, priority: 1) { @MainActor _ in received.report("first") },
            center.observe((any Sendable).self) { @MainActor _ in received.report("third") },
        ]
        center.post(Ping())
        #expect(await received.values(3) == ["first", "second", "third"])
        #expect(registrations.count == 3)
    }
}

/// Runs a closure on another thread and waits until it has returned.
private func onAnotherThread(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        work()
        done.signal()
    }
    done.wait()
}
