import Dispatchers
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

    @Test("C8: An actor queue does not pass task-local values of posters to handlers") @MainActor
    func noForeignTaskLocals() async {
        let received = Probe<String>()
        let registration = center.observe(Ping.self) { @MainActor _ in received.report(Poster.name) }
        Poster.$name.withValue("one") { postOffActor(1, in: center) }
        Poster.$name.withValue("two") { postOffActor(2, in: center) }
        #expect(await received.values(2) == ["none", "none"])
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
}

private func postOffActor(_ number: Int, in center: MessageCenter) {
    center.post(MessageIsolationTests.Ping(number: number))
}

private enum Poster {
    @TaskLocal static var name = "none"
}
