import AllocationCounter
import Dispatchers
import Foundation
import Testing

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
