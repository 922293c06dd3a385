import Dispatchers
import Testing

// This module is compiled with `-default-isolation MainActor`, as app modules are.

nonisolated struct Ping: Sendable { var number = 0 }

final class Badge {
    private(set) var numbers: [Int] = []

    func observe(_ center: MessageCenter) {
        center.observe(Ping.self, by: self) { screen, ping in screen.numbers.append(ping.number) }
    }

    func observeWithToken(_ center: MessageCenter) -> Registration {
        center.observe(Ping.self) { [weak self] ping in self?.numbers.append(ping.number) }
    }
}

actor Stock {
    private(set) var numbers: [Int] = []

    func observe(_ center: MessageCenter) {
        center.observe(Ping.self, by: self) { stock, ping in stock.numbers.append(ping.number) }
    }

    func post(_ ping: Ping, in center: MessageCenter) -> [Int] {
        center.post(ping)
        return numbers
    }
}

nonisolated final class Log: Sendable {
    func observe(_ center: MessageCenter, _ receive: @escaping @Sendable (Int) -> Void) {
        center.observe(Ping.self, by: self) { _, ping in receive(ping.number) }
    }
}

@Suite("Messages in a module with main-actor default isolation") struct MessageTests {
    private let center = MessageCenter()

    @Test("A screen observes messages in one line, as an owner and with a registration") func screen() {
        let screen = Badge()
        screen.observe(center)
        let registration = screen.observeWithToken(center)
        center.post(Ping(number: 1))
        #expect(screen.numbers == [1, 1])
        registration.cancel()
    }

    @Test("An actor observes messages in one line") func stock() async {
        let stock = Stock()
        await stock.observe(center)
        #expect(await stock.post(Ping(number: 1), in: center) == [1])
    }

    @Test("A nonisolated Sendable class observes messages in one line") func log() async {
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        let log = Log()
        log.observe(center) { continuation.yield($0) }
        center.post(Ping(number: 1))
        var iterator = numbers.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        withExtendedLifetime(log) {}
    }

    @Test("A screen iterates a sequence of messages") func sequence() async {
        let pings = center.messages(of: Ping.self)
        center.post(Ping(number: 1))
        var iterator = pings.makeAsyncIterator()
        let ping = await iterator.next()
        #expect(ping?.number == 1)
    }
}
