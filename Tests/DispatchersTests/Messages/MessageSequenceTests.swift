import Dispatchers
import Testing

@Suite("Messages as a sequence") struct MessageSequenceTests {
    private struct Ping: Sendable { var number = 0 }

    private let center = MessageCenter()

    @Test("C10: A message sequence observes from its creation on, before it is iterated") func observesAtOnce() async {
        let pings = center.messages(of: Ping.self)
        center.post(Ping(number: 1))
        var iterator = pings.makeAsyncIterator()
        center.post(Ping(number: 2))
        #expect(await iterator.next()?.number == 1)
        #expect(await iterator.next()?.number == 2)
    }

    @Test(
        "A full message buffer drops messages by its policy",
        arguments: [(.dropOldest(beyond: 3), [8, 9, 10]), (.dropNewest(beyond: 3), [1, 2, 3]), (.latest, [10])]
            as [(MessageBuffer<Ping>, [Int])])
    private func dropsByPolicy(buffer: MessageBuffer<Ping>, expected: [Int]) async {
        let pings = center.messages(of: Ping.self, buffer: buffer)
        for number in 1...10 { center.post(Ping(number: number)) }
        var iterator = pings.makeAsyncIterator()
        for number in expected { #expect(await iterator.next()?.number == number) }
    }

    @Test("Cancelling the iterating task ends a message sequence") func endsWithItsTask() async {
        let pings = center.messages(of: Ping.self)
        let received = Probe<Int>()
        let task = Task { for await ping in pings { received.report(ping.number) } }
        center.post(Ping(number: 1))
        _ = await received.values(1)
        task.cancel()
        await task.value
        #expect(center.observations.isEmpty)
        var iterator = pings.makeAsyncIterator()
        #expect(await iterator.next() == nil)
    }

    @Test("C19: A message sequence observes as long as the sequence or an iterator of it exists")
    func endsWithItsLastReference() {
        do {
            let iterator: MessageSequence<Ping>.AsyncIterator
            do {
                let pings = center.messages(of: Ping.self)
                iterator = pings.makeAsyncIterator()
            }
            #expect(center.observations.count == 1)
            withExtendedLifetime(iterator) {}
        }
        #expect(center.observations.isEmpty)
    }

    @Test("C8: A waiting reader does not block the poster") func neverBlocks() async {
        let pings = center.messages(of: (any Sendable).self, buffer: .dropOldest(beyond: 1))
        let reader = Task { await pings.first { _ in true } != nil }
        center.post(Ping())
        #expect(await reader.value)
    }
}
