import Dispatchers
import Testing

@Suite("Coalescing and suspending buffers") struct MessageBufferPromiseTests {
    private struct Progress: Sendable, Equatable {
        let file: String
        let percent: Int
    }

    private let center = MessageCenter()

    @Test("C18: A coalescing buffer keeps the latest message of each key") func latestOfEachKey() async {
        let sequence = center.messages(of: Progress.self, buffer: .latest.coalescing { $0.file })
        for percent in 1...3 {
            for file in ["a", "b"] { center.post(Progress(file: file, percent: percent)) }
        }
        #expect(center.observations.map(\.waiting) == [2])
        #expect(center.observations.map(\.dropped) == [0])
        var iterator = sequence.makeAsyncIterator()
        #expect(await iterator.next() == Progress(file: "a", percent: 3))
        #expect(await iterator.next() == Progress(file: "b", percent: 3))
    }

    @Test("C9: A coalescing buffer bounds the number of its keys and reports dropped messages") func boundsKeys() {
        let failures = Probe<DeliveryFailure>()
        let center = MessageCenter(onError: { failures.report($0) })
        let sequence = center.messages(of: Int.self, buffer: .latest.coalescing { $0 })
        for number in 0..<65_540 { center.post(number) }
        #expect(center.observations.map(\.waiting) == [65_536])
        #expect(failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == [1, 2, 4])
        withExtendedLifetime(sequence) {}
    }

    @Test("10,000 publishers of a suspending sequence are all delivered, and a cancelled one is dropped")
    func manyPublishers() async {
        let count = 10_000
        let sequence = center.messages(of: Int.self, buffer: .suspend(beyond: 1))
        center.post(-1)
        let cancelled = Task { [center] in await center.publish(-2, until: .queued) }
        cancelled.cancel()
        #expect(await cancelled.value.dropped == 1)
        let reader = Task {
            var numbers: Set<Int> = []
            for await number in sequence {
                numbers.insert(number)
                if numbers.count == count + 1 { break }
            }
            return numbers
        }
        await withTaskGroup { group in
            for number in 0..<count { group.addTask { [center] in await center.publish(number, until: .queued) } }
            var delivered = 0
            for await report in group { delivered += report.delivered }
            #expect(delivered == count)
        }
        let isComplete = await reader.value == Set(-1..<count)
        #expect(isComplete)
    }
}
