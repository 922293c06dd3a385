import Testing

@testable import Bridging

struct OutgoingQueueTests {
    private func entry(_ payload: UInt8) -> LogEntry {
        LogEntry(sender: "a", number: 0, type: "t", payload: [payload])
    }

    /// Appends all that waits, batch by batch.
    private func drain(_ queue: inout OutgoingQueue) -> [UInt8] {
        var payloads: [UInt8] = []
        while true {
            let batch = queue.nextBatch(of: 10)
            if batch.isEmpty { return payloads }
            payloads += batch.flatMap(\.payload)
            queue.complete(batch.count)
        }
    }

    private func expectSum(_ queue: OutgoingQueue) {
        let sum = queue.appended + UInt64(queue.pending) + queue.refused + queue.replaced
        #expect(queue.posted == sum)
    }

    @Test(arguments: 0...3, [false, true])
    func theLastValueOfAStateIsAppendedWhateverTheLimit(_ limit: Int, _ isAppending: Bool) {
        var queue = OutgoingQueue(limit: limit, keepsLast: true)
        #expect(queue.add(entry(1)) == .waits(1))
        if isAppending { _ = queue.nextBatch(of: 1) }
        #expect(queue.add(entry(2)) == .waits(2))
        #expect(queue.add(entry(3)) == .waits(3))
        expectSum(queue)
        #expect(queue.pending <= 2)
        #expect(drain(&queue).last == 3)
        #expect(queue.refused == 0)
        expectSum(queue)
    }

    @Test func aFullQueueRefusesMessagesAndKeepsThoseThatWait() {
        var queue = OutgoingQueue(limit: 2, keepsLast: false)
        #expect(queue.add(entry(1)) == .waits(1))
        _ = queue.nextBatch(of: 1)
        #expect(queue.add(entry(2)) == .waits(2))
        #expect(queue.add(entry(3)) == .isFull)
        expectSum(queue)
        #expect(drain(&queue) == [1, 2])
        #expect(queue.refused == 1)
    }

    @Test(arguments: [false, true])
    func aClosedQueueRefusesValuesAndKeepsTheOneThatWaits(_ keepsLast: Bool) {
        var queue = OutgoingQueue(limit: 2, keepsLast: keepsLast)
        #expect(queue.add(entry(1)) == .waits(1))
        queue.close()
        #expect(queue.add(entry(2)) == .isClosed)
        expectSum(queue)
        #expect(drain(&queue) == [1])
    }

    @Test(arguments: [0, -1, Int.min])
    func aBatchHasAtLeastOneEntry(_ size: Int) {
        var options = BridgeOptions()
        options.batchSize = size
        #expect(options.batchSize == 1)
    }

    private func entry(of size: Int) -> LogEntry {
        LogEntry(sender: "a", number: 0, type: "t", payload: Array(repeating: 0, count: size))
    }

    @Test(arguments: [(bytes: 0, count: 1), (10, 1), (19, 1), (20, 2), (29, 2), (40, 3), (.max, 3)])
    func aBatchIsBoundedByItsBytesAndHasAtLeastOneEntry(_ bytes: Int, _ count: Int) {
        var queue = OutgoingQueue(limit: 10, keepsLast: false)
        for _ in 1...3 { _ = queue.add(entry(of: 10)) }
        #expect(queue.nextBatch(of: 5, bytes: bytes).count == count)
    }

    @Test func aRepetitionMayHaveFewerEntriesAndNoOthers() {
        var queue = OutgoingQueue(limit: 10, keepsLast: false)
        for number in 1...4 { _ = queue.add(entry(UInt8(number))) }
        #expect(queue.nextBatch(of: 3).map(\.payload) == [[1], [2], [3]])
        #expect(queue.nextBatch(of: 1).map(\.payload) == [[1]])
        queue.complete(1)
        #expect(queue.nextBatch(of: 8).map(\.payload) == [[2], [3]])
        queue.complete(2)
        expectSum(queue)
        #expect(drain(&queue) == [4])
    }

    @Test func aQueueRefusesMessagesBeyondItsBytes() {
        var queue = OutgoingQueue(limit: 10, byteLimit: 25, keepsLast: false)
        #expect(queue.add(entry(of: 30)) == .waits(1))
        #expect(queue.add(entry(of: 1)) == .isFull)
        _ = drain(&queue)
        for number in 2...3 as ClosedRange<UInt64> { #expect(queue.add(entry(of: 10)) == .waits(number)) }
        #expect(queue.add(entry(of: 6)) == .isFull)
        #expect(queue.add(entry(of: 5)) == .waits(4))
        expectSum(queue)
    }
}
