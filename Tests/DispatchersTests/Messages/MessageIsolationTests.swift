import AllocationCounter
import Dispatchers
import Foundation
import Testing

@Suite("Isolation of handlers") struct MessageIsolationTests {
    struct Ping: Sendable { var number = 0 }

    @MainActor final class Screen {
        var numbers: [Int] = []
        let received = Probe<Int>()

        nonisolated init() {}

        func observe(_ center: MessageCenter) {
            center.observe(Ping.self, by: self) { screen, ping in
                MainActor.assertIsolated()
                screen.numbers.append(ping.number)
                screen.received.report(ping.number)
            }
        }

        func observeWithToken(_ center: MessageCenter) -> Registration {
            center.observe(Ping.self) { [weak self] ping in self?.numbers.append(ping.number) }
        }

        func observeLater(_ center: MessageCenter) {
            center.observe(Ping.self, by: self) { screen, ping in
                await Task.yield()
                MainActor.assertIsolated()
                screen.received.report(ping.number)
            }
        }
    }

    actor Stock {
        var numbers: [Int] = []
        let received = Probe<Int>()

        func observe(_ center: MessageCenter) {
            center.observe(Ping.self, by: self) { stock, ping in
                stock.assertIsolated()
                stock.numbers.append(ping.number)
                stock.received.report(ping.number)
            }
        }

        func observeLater(_ center: MessageCenter) {
            center.observe(Ping.self, by: self) { stock, ping in
                await Task.yield()
                stock.numbers.append(ping.number)
                stock.received.report(ping.number)
            }
        }

        func post(_ number: Int, in center: MessageCenter) -> [Int] {
            center.post(Ping(number: number))
            return numbers
        }

        func postFromHelper(_ count: Int, in center: MessageCenter) -> [Int] {
            for number in 0..<count { postOffActor(number, in: center) }
            center.post(Ping(number: count))
            return numbers
        }
    }

    final class Log: Sendable {
        let received = Probe<Int>()
        func observe(_ center: MessageCenter) {
            center.observe(Ping.self, by: self) { log, ping in log.received.report(ping.number) }
        }
    }

    private let center = MessageCenter()

    @Test("C8: A message posted on the main actor reaches main-actor observers before post returns") @MainActor
    func mainActorInline() {
        let screen = Screen()
        screen.observe(center)
        let registration = screen.observeWithToken(center)
        center.post(Ping(number: 1))
        #expect(screen.numbers == [1, 1])
        registration.cancel()
    }

    @Test("C8: A message posted off the main actor reaches a main-actor observer on the main actor")
    func mainActorHop() async {
        let screen = Screen()
        await screen.observe(center)
        center.post(Ping(number: 1))
        #expect(await screen.received.values(1) == [1])
    }

    @Test("C8: A message posted on an actor reaches the actor's observer before post returns")
    func actorInline() async {
        let stock = Stock()
        await stock.observe(center)
        #expect(await stock.post(1, in: center) == [1])
    }

    @Test("C8: A message posted off an actor reaches the actor's observer on the actor") func actorHop() async {
        let stock = Stock()
        await stock.observe(center)
        center.post(Ping(number: 1))
        #expect(await stock.received.values(1) == [1])
    }

    @Test("C8: An observer with a nonisolated Sendable owner is called before post returns") func onThePoster() {
        let log = Log()
        log.observe(center)
        center.post(Ping(number: 1))
        #expect(log.received.values == [1])
    }

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

    @Test("C8: An actor queue does not pass task-local values of posters to handlers") @MainActor
    func noForeignTaskLocals() async {
        let received = Probe<String>()
        let registration = center.observe(Ping.self) { @MainActor _ in received.report(Poster.name) }
        Poster.$name.withValue("one") { postOffActor(1, in: center) }
        Poster.$name.withValue("two") { postOffActor(2, in: center) }
        #expect(await received.values(2) == ["none", "none"])
        registration.cancel()
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

    @Test("C8: Messages posted by a main-actor handler are delivered before the outermost post returns") @MainActor
    func nestedPostsStayInline() {
        let received = Probe<Int>()
        let registrations = [
            center.observe(Ping.self) { @MainActor ping in
                if ping.number < 3 { center.post(Ping(number: ping.number + 1)) }
            },
            center.observe(Ping.self) { @MainActor ping in received.report(ping.number) },
        ]
        center.post(Ping())
        #expect(received.values == [0, 1, 2, 3])
        #expect(registrations.count == 2)
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

private func postOffActor(_ number: Int, in center: MessageCenter) {
    center.post(MessageIsolationTests.Ping(number: number))
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

private enum Poster {
    @TaskLocal static var name = "none"
}
