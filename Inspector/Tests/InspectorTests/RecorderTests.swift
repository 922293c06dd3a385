import Dispatchers
import Testing

@testable import Inspector

@Suite("The recorder") struct RecorderTests {
    private let trace = Trace(now: { .zero })

    init() { trace.start(describing: .short) }

    /// Returns the events of so many spans as a batch of the trace's feed.
    private func batch(_ body: () -> Void) async throws -> TraceBatch {
        var iterator = trace.feed(every: .zero).makeAsyncIterator()
        body()
        return try #require(await iterator.next())
    }

    private func spans(_ count: Int) async throws -> TraceBatch {
        try await batch { for number in 0..<count { trace.span("work \(number)") {} } }
    }

    @Test("A reader gets each event once in its present state, and nothing twice") func reads() async throws {
        var recorder = Recorder()
        var position = recorder.start
        recorder.take(try await spans(3))
        let changes = recorder.changes(after: &position)
        #expect(changes.events.map(\.id) == [1, 2, 3])
        #expect(changes.events.map(\.record.duration) == [.zero, .zero, .zero])
        #expect(recorder.changes(after: &position).isEmpty)
    }

    @Test("An event that runs is reported as running, and again when it has ended") func running() async throws {
        var recorder = Recorder()
        var position = recorder.start
        let feed = trace.feed(every: .zero)
        try await trace.span("long") {
            var iterator = feed.makeAsyncIterator()
            recorder.take(try #require(await iterator.next()))
            #expect(recorder.changes(after: &position).events.map(\.record.duration) == [nil])
        }
        var iterator = feed.makeAsyncIterator()
        recorder.take(try #require(await iterator.next()))
        #expect(recorder.changes(after: &position).events.map(\.record.duration) == [.zero])
    }

    @Test("The ring never has more events than its capacity, and a slow reader learns what it lost") func bounded()
        async throws
    {
        var recorder = Recorder(capacity: 8)
        var position = recorder.start
        recorder.take(try await spans(20))
        #expect(recorder.events.map(\.id) == Array(13...20))
        let changes = recorder.changes(after: &position)
        // Of 20 beginnings, and of the ends of those that were overwritten, which are no changes.
        #expect(changes.lost == 12)
        #expect(changes.events.map(\.id) == Array(13...20))
    }

    @Test("The values of the oldest events go when there are too many bytes of them") func boundedValues() async throws
    {
        let center = MessageCenter(trace: trace)
        var recorder = Recorder(textLimit: 25)
        recorder.take(try await batch { for _ in 0..<4 { center.post("ten bytes!") } })
        #expect(recorder.textSize == 20)
        #expect(recorder.events.map(\.record.values.count) == [0, 0, 1, 1])
    }

    @Test("Long texts of the oldest events are shortened when there are too many bytes of them") func boundedTexts()
        async throws
    {
        struct Wrong: Error { let text: String }
        let long = String(repeating: "x", count: 100)
        let center = MessageCenter(name: long, trace: trace, onError: { _ in })
        let short = String(long.prefix(60)) + "…"
        var recorder = Recorder(textLimit: 100)
        recorder.take(
            try await batch {
                center.post(1)
                try? trace.span(long) { throw Wrong(text: long) }
                trace.span(long) {}
            })
        let records = recorder.events.map(\.record)
        #expect(records.map(\.scope) == [short, nil, nil])
        #expect(records.map(\.values) == [[], [], []])
        #expect(records.map(\.subject) == ["Int", short, long])
        #expect(records.map(\.outcome.utf8.count) == [10, 63, 4])
        // Of the last event 40 bytes, and of each shortened text the mark.
        #expect(recorder.textSize == 49)
    }

    @Test("After a clearing, a reader learns of it, and an event that began before does not come back") func clears()
        async throws
    {
        var recorder = Recorder()
        let feed = trace.feed(every: .zero)
        try await trace.span("long") {
            var iterator = feed.makeAsyncIterator()
            recorder.take(try #require(await iterator.next()))
        }
        var position = recorder.start
        recorder.clear()
        var iterator = feed.makeAsyncIterator()
        recorder.take(try #require(await iterator.next()))
        let changes = recorder.changes(after: &position)
        #expect(changes.isCleared)
        #expect(changes.events.isEmpty)
        #expect(recorder.events.isEmpty)
        recorder.take(try await spans(1))
        #expect(recorder.events.map(\.id) == [2])
    }

    @Test("A batch of changes has a limit, and the next one continues") func batches() async throws {
        var recorder = Recorder()
        var position = recorder.start
        recorder.take(try await spans(5))
        // All begin, and then all end: the batch of the feed has no order between the two.
        #expect(recorder.changes(after: &position, limit: 4).events.map(\.id) == [1, 2, 3, 4])
        #expect(recorder.changes(after: &position, limit: 4).events.map(\.id) == [5, 1, 2, 3])
        #expect(recorder.changes(after: &position, limit: 4).events.map(\.id) == [4, 5])
    }

    @Test("Each reader learns once what the feed of the trace lost, and later ones also") func lostByTheFeed()
        async throws
    {
        let small = Trace(capacity: 8, now: { .zero })
        small.start()
        var recorder = Recorder()
        var position = recorder.start
        var feed = small.feed(every: .zero).makeAsyncIterator()
        for number in 0..<20 { small.span("work \(number)") {} }
        let batch = try #require(await feed.next())
        recorder.take(batch)
        #expect(batch.lost > 0)
        #expect(recorder.changes(after: &position).lost == batch.lost)
        #expect(recorder.changes(after: &position).lost == 0)
        var later = recorder.start
        #expect(recorder.changes(after: &later).lost == batch.lost)
        recorder.clear()
        var afterClearing = recorder.start
        #expect(recorder.changes(after: &afterClearing).lost == 0)
        #expect(recorder.changes(after: &position).lost == 0)
    }

    /// Returns a batch of which the trace lost something, and whose event 21 runs.
    private func batchWithLosses() async throws -> TraceBatch {
        let small = Trace(capacity: 8, now: { .zero })
        small.start()
        let feed = small.feed(every: .zero)
        for number in 0..<20 { small.span("work \(number)") {} }
        return try await small.span("running") {
            var batches = feed.makeAsyncIterator()
            return try #require(await batches.next())
        }
    }

    @Test("The end of an event that ran when something was lost is unknown, until it comes") func unknownEnds()
        async throws
    {
        var recorder = Recorder()
        var position = recorder.start
        func changedOutcomes() -> [UInt64: String] {
            let events = recorder.changes(after: &position).events
            return Dictionary(uniqueKeysWithValues: events.map { ($0.id, $0.record.outcome) })
        }
        let feed = trace.feed(every: .zero)
        try await trace.span("long") {
            var batches = feed.makeAsyncIterator()
            recorder.take(try #require(await batches.next()))
            #expect(changedOutcomes() == [1: "running"])
            recorder.take(try await batchWithLosses())
            let outcomes = changedOutcomes()
            #expect(outcomes[1] == "end unknown")
            #expect(outcomes[20] == "done")
            #expect(outcomes[21] == "running")
        }
        var batches = feed.makeAsyncIterator()
        recorder.take(try #require(await batches.next()))
        #expect(changedOutcomes() == [1: "done"])
    }

    @Test("Texts of an event are cut, and count as bytes of the recorder") func longTexts() async throws {
        let long = String(repeating: "é", count: 10_000)
        let center = MessageCenter(name: long, trace: trace)
        struct Wrong: Error { let text: String }
        var recorder = Recorder()
        recorder.take(
            try await batch {
                center.post(1)
                try? trace.span(long) { throw Wrong(text: long) }
            })
        for event in recorder.events {
            let texts = [event.record.subject, event.record.scope ?? "", event.record.outcome]
            #expect(texts.allSatisfy { $0.utf8.count <= 503 })
        }
        #expect(recorder.textSize > 1_300)
    }

    @Test("After a clearing, events that had begun do not come, also if they were on their way") func clearsLateBatch()
        async throws
    {
        var recorder = Recorder()
        let batch = try await spans(3)
        recorder.clear(upTo: 3)
        recorder.take(batch)
        #expect(recorder.events.isEmpty)
        recorder.take(try await spans(1))
        #expect(recorder.events.map(\.id) == [4])
    }
}
