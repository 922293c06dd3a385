import Dispatchers
import Testing

@Suite("Feeds of a trace")
struct TraceFeedTests {
    private let trace = Trace(capacity: 8, now: { .zero })
    private let center: ObserverCenter

    init() {
        center = ObserverCenter(trace: trace)
        trace.start()
    }

    private func firstBatch(of feed: AsyncStream<TraceBatch>) async -> TraceBatch? {
        var iterator = feed.makeAsyncIterator()
        return await iterator.next()
    }

    @Test("A feed has the events that begin and end after its creation, in order")
    func startsAtItsCreation() async throws {
        center.set(.volume, to: 1)
        let feed = trace.feed(every: .zero)
        let event = try #require(trace.begin(TraceEvent(.span, of: "running", at: SourceLocation())))
        center.set(.volume, to: 2)
        let batch = try #require(await firstBatch(of: feed))
        #expect(batch.began.map(\.id) == [2, 3])
        #expect(batch.began.map(\.outcome) == [.running, .done])
        #expect(batch.ended.map(\.id) == [3])
        #expect(batch.lost == 0)
        trace.end(event)
    }

    @Test("Feeds are independent of each other and of logs") func areIndependent() async throws {
        let log = trace.log { _ in }
        let first = trace.feed(every: .zero)
        center.set(.volume, to: 1)
        let second = trace.feed(every: .zero)
        center.set(.volume, to: 2)
        #expect(await firstBatch(of: first)?.ended.map(\.id) == [1, 2])
        #expect(await firstBatch(of: second)?.ended.map(\.id) == [2])
        log.cancel()
    }

    @Test("Each batch of a feed continues after the previous batch") func isContinuous() async {
        var iterator = trace.feed(every: .zero).makeAsyncIterator()
        for number in 1...3 {
            center.set(.volume, to: number)
            #expect(await iterator.next()?.ended.map(\.id) == [UInt64(number)])
        }
    }

    @Test("A feed counts the events that a slow reader misses", arguments: [(8, 0), (9, 2), (20, 24)])
    func countsLosses(events: Int, lost: Int) async throws {
        let feed = trace.feed(every: .zero)
        for number in 1...events { center.set(.volume, to: number) }
        let batch = try #require(await firstBatch(of: feed))
        #expect(batch.lost == lost)
        #expect(batch.ended.map(\.id) == trace.events.map(\.id))
    }

    @Test("A feed counts the end of a running event that was overwritten")
    func countsEndsOfOverwrittenEvents() async throws {
        let event = try #require(trace.begin(TraceEvent(.span, of: "long", at: SourceLocation())))
        for number in 1...8 { center.set(.volume, to: number) }
        let feed = trace.feed(every: .zero)
        trace.end(event)
        #expect(await firstBatch(of: feed)?.lost == 1)
    }

    @Test("A feed does not count cleared events as lost") func clearing() async throws {
        let feed = trace.feed(every: .zero)
        for number in 1...20 { center.set(.volume, to: number) }
        trace.clear()
        center.set(.volume, to: 0)
        let batch = try #require(await firstBatch(of: feed))
        #expect(batch.lost == 0)
        #expect(batch.ended.map(\.id) == [21])
    }

    @Test("A feed waits for events and ends with its task") func waitsAndEnds() async {
        let (trace, probe) = (trace, Probe<Int>())
        let task = Task {
            for await batch in trace.feed(every: .zero) { for _ in batch.ended { probe.report(1) } }
            probe.report(2)
        }
        var isRead = false
        for number in 1...100_000 where !isRead {
            center.set(.volume, to: number)
            await Task.yield()
            isRead = !probe.values.isEmpty
        }
        #expect(isRead)
        task.cancel()
        await task.value
    }
}
