import DispatchersTesting
import Testing

@testable import Bridging

@Suite(.timeLimit(.minutes(10)))
struct OutgoingLaneTests {
    private func lane(_ options: BridgeOptions = BridgeOptions()) -> OutgoingLane {
        OutgoingLane("notes", version: 1, from: "a", options, onRefusal: { _, _ in }, onAbandoning: { _ in })
    }

    @Test(arguments: [(8, 3, nil), (9, 3, .tooLarge), (8, 4, .cyclic)] as [(Int, Int, BridgeError.Reason?)])
    func aMessageMayReachTheLimitsOfTheOptions(_ size: Int, _ depth: Int, _ reason: BridgeError.Reason?) {
        var options = BridgeOptions()
        options.payloadLimit = 8
        options.cycleLimit = 3
        let lane = lane(options)
        let payload = Array(repeating: 0 as UInt8, count: size)
        let result = Result { try lane.entry(payload, depth: depth, traceparent: nil) }
        switch result {
        case .success(let entry): #expect(reason == nil && entry.payload == payload)
        case .failure(let error): #expect((error as? BridgeError)?.reason == reason)
        }
        #expect(lane.status.refused == (reason == nil ? 0 : 1))
    }

    @Test func aLaneThatWaitsNoLongerRefusesEntries() throws {
        let lane = lane()
        lane.failWaiting()
        let entry = try lane.entry([], depth: 0, traceparent: nil)
        let error = #expect(throws: BridgeError.self) { try lane.add(entry) }
        #expect(error?.reason == .stopped)
    }

    @Test func aTrimThatIsCancelledIsNoFailure() async {
        var options = BridgeOptions()
        options.retention = .last(1)
        let lane = lane(options)
        let log = HookedLog { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            throw CancellationError()
        }
        let time = Timekeeper(ManualClock())
        _ = await result(of: Task { await lane.keepTrimming(log, by: time) })
        #expect(lane.status.trimFailure == nil)
    }
}

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

@Suite(.timeLimit(.minutes(10)))
struct BatchTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    let center = MessageCenter()
    let clock = ManualClock()

    @Test(arguments: [1, 3, 64])
    func aBatchThatTheLogCannotTakeIsHalved(_ limit: Int) async throws {
        // As an engine with a time limit for a statement does.
        let log = HookedLog { call in
            if case .append(let entries) = call, entries.count > limit { throw LogFaultError() }
        }
        let bridge = MessageBridge(center, over: log, as: "a", clock: clock)
        try bridge.carry(Note.self, as: "notes", .outgoing)
        for _ in 1...200 { center.post(Note()) }
        let running = Task { try await bridge.run() }
        await wait(clock, step: .seconds(1)) { bridge.status.outgoing[0].pending == 0 }
        #expect(bridge.status.outgoing[0].appended == 200)
        #expect(bridge.status.outgoing[0].failure == nil)
        try await end(running)
        let page = try await log.page(of: "notes", after: 0, limit: 300)
        #expect(page.entries.map(\.entry.number) == Array(1...200))
    }

    @Test func aBatchIsLargeAgainAfterOneThatWasAppended() async throws {
        let sizes = Recording<Int>()
        let log = HookedLog { call in
            guard case .append(let entries) = call else { return }
            let isFirst = sizes.values.isEmpty
            sizes.append(entries.count)
            if isFirst { throw LogFaultError() }
        }
        var options = BridgeOptions()
        options.batchSize = 64
        let bridge = MessageBridge(center, over: log, as: "a", options: options, clock: clock)
        try bridge.carry(Note.self, as: "notes", .outgoing)
        for _ in 1...200 { center.post(Note()) }
        let running = Task { try await bridge.run() }
        await wait(clock, step: .seconds(1)) { bridge.status.outgoing[0].pending == 0 }
        try await end(running)
        #expect(sizes.values == [64, 32, 32, 64, 64, 8])
    }

    @Test func aBatchOfLargeMessagesIsSmall() async throws {
        let sizes = Recording<Int>()
        let log = HookedLog { call in
            if case .append(let entries) = call { sizes.append(entries.count) }
        }
        let bridge = MessageBridge(center, over: log, as: "a", clock: clock)
        try bridge.carry(Note.self, as: "notes", .outgoing)
        for _ in 1...16 { center.post(Note(text: String(repeating: "x", count: 300 * 1_024))) }
        let running = Task { try await bridge.run() }
        await wait(clock, step: .seconds(1)) { bridge.status.outgoing[0].pending == 0 }
        try await end(running)
        #expect(bridge.status.outgoing[0].appended == 16)
        #expect(sizes.values.max() == 3)
    }
}
