import Dispatchers
import Foundation
import InMemoryTracing
import Instrumentation
import Synchronization
import Testing
import Tracing

@testable import SignalboxTracing

@Suite("Spans of a trace", .timeLimit(.minutes(10))) struct TraceExporterTests {
    private struct Picked: Sendable {}
    private struct Full: Error {}

    private let trace = Trace()
    private let tracer = InMemoryTracer()
    private let center: MessageCenter

    init() {
        center = MessageCenter(name: "app", trace: trace, onError: { _ in })
        trace.start()
    }

    /// Exports what a body does, and returns the spans in the order in which they began.
    private func spans(_ count: Int, of body: () async -> Void) async -> [FinishedInMemorySpan] {
        let exporter = TraceExporter(of: trace, to: tracer)
        let task = Task { await exporter.run() }
        await body()
        while tracer.finishedSpans.count < count { await Task.yield() }
        task.cancel()
        await task.value
        return tracer.finishedSpans.sorted {
            $0.startInstant.nanosecondsSinceEpoch < $1.startInstant.nanosecondsSinceEpoch
        }
    }

    @Test("Each event is a span below that of its cause, in one trace, with name, source locations and outcome")
    func nests() async throws {
        let observer = center.observe(Picked.self) { _ in }
        let place = SourceLocation(line: #line + 1)
        let spans = await spans(2) { center.post(Picked()) }
        #expect(spans.map(\.operationName) == ["post Picked", "delivery Picked"])
        #expect(spans.map(\.parentSpanID) == [nil, spans.first?.spanID])
        #expect(Set(spans.map(\.traceID)).count == 1)
        #expect(spans.first?.attributes.get("code.location") == "\(place)")
        #expect(spans.map { $0.attributes.get("signalbox.scope") } == ["app", "app"])
        #expect(spans.map { $0.attributes.get("signalbox.outcome") } == ["done", "done"])
        #expect(spans.allSatisfy { $0.status == nil })
        withExtendedLifetime(observer) {}
    }

    @Test("Spans have the wall-clock times of the events") func times() async throws {
        let spans = await spans(1) { center.post(Picked()) }
        let event = try #require(trace.events.first)
        let start = (trace.startTime + event.time).components
        let duration = try #require(event.duration).components.attoseconds / 1_000_000_000
        let expected = UInt64(start.seconds * 1_000_000_000 + start.attoseconds / 1_000_000_000)
        #expect(spans.first?.startInstant.nanosecondsSinceEpoch == expected)
        let end = try #require(spans.first?.endInstant.nanosecondsSinceEpoch)
        // Each time is rounded to a nanosecond.
        #expect(end - expected - UInt64(duration) <= 1)
    }

    @Test("A handler that threw and a message without a receiver have the status of an error") func errors() async {
        let observer = center.observe(Picked.self) { (_: Picked) throws in throw Full() }
        let spans = await spans(3) {
            center.post(Picked())
            center.post(1)
        }
        #expect(spans.map { $0.status?.code } == [nil, .error, .error])
        #expect(spans.last?.status?.message == "unreceived")
        withExtendedLifetime(observer) {}
    }

    private actor Worker {
        func work(for center: MessageCenter, _ body: @escaping @Sendable () -> Void) {
            center.observe(Picked.self, by: self) { _, _ in body() }
        }
    }

    @Test("A span in a handler is below the span of the code that posts", arguments: [false, true])
    func spansOfHandlers(isPublished: Bool) async throws {
        _ = TraceExporter(of: trace, to: tracer)
        let (tracer, worker) = (tracer, Worker())
        let work: @Sendable (String) -> Void = { name in tracer.withSpan(name) { _ in } }
        let observers = [
            center.observe(Picked.self) { _ in work("inline") },
            center.observe(Picked.self) { @MainActor _ in work("main actor") },
            center.observe(Picked.self) { _ async in work("asynchronous") },
        ]
        await worker.work(for: center) { work("actor") }
        await tracer.withSpan("request") { _ in
            if isPublished { await center.publish(Picked()) } else { center.post(Picked()) }
        }
        while tracer.finishedSpans.count < 5 { await Task.yield() }
        let request = try #require(tracer.finishedSpans.first { $0.operationName == "request" })
        let spans = tracer.finishedSpans.filter { $0.operationName != "request" }
        #expect(Set(spans.map(\.operationName)) == ["inline", "main actor", "asynchronous", "actor"])
        #expect(spans.allSatisfy { $0.parentSpanID == request.spanID && $0.traceID == request.traceID })
        withExtendedLifetime((observers, worker)) {}
    }

    @Test("An effect that begins after its cause has ended is below it") func laterEffects() async {
        let observer = center.observe(Picked.self) { @MainActor _ in }
        let spans = await spans(2) { await Task.detached { [center] in _ = center.post(Picked()) }.value }
        #expect(spans.map(\.parentSpanID) == [nil, spans.first?.spanID])
        withExtendedLifetime(observer) {}
    }

    @Test("Spans of events that run are ended with the exporter") func running() async throws {
        let task = Mutex<Task<Void, Never>?>(nil)
        let exporter = TraceExporter(of: trace, to: tracer)
        await trace.span("long") {
            let exporting = Task { await exporter.run() }
            task.withLock { $0 = exporting }
            while tracer.activeSpans.isEmpty { await Task.yield() }
            exporting.cancel()
            await exporting.value
        }
        #expect(tracer.finishedSpans.map(\.operationName) == ["span long"])
    }

    @Test("An event that runs while many others end is one span, whose end is that of the event") func manyOthers()
        async throws
    {
        let feed = trace.feed()
        var spans = OpenSpans(of: tracer, since: .zero, limit: 4)
        var batches = feed.makeAsyncIterator()
        trace.span("long") { for _ in 0..<20 { trace.span("short") {} } }
        let batch = try #require(await batches.next())
        // In the order in which they happened: the long one ends last.
        for event in batch.began {
            spans.begin(event)
            if event.id > 1 { spans.end(event) }
        }
        for event in batch.ended where event.id == 1 { spans.end(event) }
        // What was forgotten does not begin again.
        for event in batch.ended { spans.end(event) }
        let long = tracer.finishedSpans.filter { $0.operationName == "span long" }
        #expect(long.count == 1)
        let event = try #require(batch.ended.last)
        let end = (event.time + (event.duration ?? .zero)).components
        let expected = UInt64(end.seconds * 1_000_000_000 + end.attoseconds / 1_000_000_000)
        #expect(long.first?.endInstant.nanosecondsSinceEpoch == expected)
        #expect(tracer.finishedSpans.count == 21)
        #expect(tracer.finishedSpans.filter { $0.parentSpanID == long.first?.spanID }.count == 20)
    }

    @Test("Of running events, no more than the limit are remembered, and none becomes two spans") func manyRunning()
        async throws
    {
        var batches = trace.feed().makeAsyncIterator()
        for _ in 0..<20 { trace.span("work") {} }
        let batch = try #require(await batches.next())
        var spans = OpenSpans(of: tracer, since: .zero, limit: 4)
        for event in batch.began { spans.begin(event) }
        #expect(tracer.activeSpans.count <= 4)
        for event in batch.ended { spans.end(event) }
        #expect(tracer.finishedSpans.count == 20)
    }

    @Test("What happens just before the exporter is cancelled is exported") func drains() async {
        let exporter = TraceExporter(of: trace, to: tracer)
        center.post("first")
        let task = Task { await exporter.run() }
        while tracer.finishedSpans.isEmpty { await Task.yield() }
        center.post(Picked())
        task.cancel()
        await task.value
        #expect(tracer.finishedSpans.map(\.operationName) == ["post String", "post Picked"])
        #expect(tracer.finishedSpans.last?.attributes.get("signalbox.outcome") == "unreceived")
    }

    @Test("What the trace lost is reported") func reportsLosses() async {
        let small = Trace(capacity: 8)
        small.start()
        let lost = Mutex(0)
        let exporter = TraceExporter(of: small, to: tracer) { count in lost.withLock { $0 += count } }
        for _ in 0..<20 { small.span("work") {} }
        let task = Task { await exporter.run() }
        while tracer.finishedSpans.count < 8 { await Task.yield() }
        task.cancel()
        await task.value
        // Of 20 beginnings and as many ends, those of the last eight events are left.
        #expect(lost.withLock { $0 } == 24)
        #expect(tracer.finishedSpans.count == 8)
    }

    @Test("Losses are written at the 1st, 2nd, 4th, 8th … one, with the number of all") func lossReports() {
        var losses = LossReports()
        let totals = (1...20).map { _ in losses.add(10) }
        #expect(totals.compactMap { $0 } == [10, 20, 40, 80, 160])
    }

    @Test("Events that began before the exporter are not exported") func earlierEvents() async {
        let exporter = Mutex<TraceExporter?>(nil)
        trace.span("earlier") {
            exporter.withLock { $0 = TraceExporter(of: trace, to: tracer) }
            trace.span("later") {}
        }
        let task = exporter.withLock { $0 }.map { exporter in Task { await exporter.run() } }
        while tracer.finishedSpans.isEmpty { await Task.yield() }
        task?.cancel()
        await task?.value
        #expect(tracer.finishedSpans.map(\.operationName) == ["span later"])
        #expect(tracer.finishedSpans.map(\.parentSpanID) == [nil])
    }

    @Test("An event without a cause is below the span that is current where it begins, in its trace")
    func currentSpan() async throws {
        let observer = center.observe(Picked.self) { @MainActor _ in }
        let spans = await spans(3) {
            await Task.detached { [center, tracer] in
                tracer.withSpan("GET /cart") { _ in _ = center.post(Picked()) }
            }.value
        }
        #expect(Set(spans.map(\.operationName)) == ["GET /cart", "post Picked", "delivery Picked"])
        #expect(Set(spans.map(\.traceID)).count == 1)
        let request = try #require(spans.first { $0.operationName == "GET /cart" })
        let post = try #require(spans.first { $0.operationName == "post Picked" })
        let delivery = try #require(spans.first { $0.operationName == "delivery Picked" })
        #expect(post.parentSpanID == request.spanID)
        #expect(delivery.parentSpanID == post.spanID)
        withExtendedLifetime(observer) {}
    }

    @Test("Without a tracer, spans are those of the tracer of the process") func defaultTracer() async {
        await withTracer(tracer) {
            let exporter = TraceExporter(of: trace)
            let task = Task { await exporter.run() }
            center.post(1)
            while tracer.finishedSpans.isEmpty { await Task.yield() }
            task.cancel()
            await task.value
        }
        #expect(tracer.finishedSpans.map(\.operationName) == ["post Int"])
    }

    /// Posts on another thread, while the main actor waits.
    @MainActor private func postElsewhere() {
        let isPosted = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [center] in
            center.post(Picked())
            isPosted.signal()
        }
        isPosted.wait()
    }

    @Test("An error that is noted after the end of an event is a span below it") @MainActor func laterOutcome()
        async throws
    {
        var spans = OpenSpans(of: tracer, since: .zero)
        let observer = center.observe(Picked.self) { @MainActor _ in }
        postElsewhere()
        spans.end(try #require(trace.events.first))
        observer.cancel()
        while trace.events.first?.outcome == .done { await Task.yield() }
        spans.end(try #require(trace.events.first))
        spans.end(try #require(trace.events.first))
        let finished = tracer.finishedSpans
        #expect(finished.map(\.operationName) == ["post Picked", "outcome of post Picked"])
        #expect(finished.last?.parentSpanID == finished.first?.spanID)
        #expect(finished.map { $0.status?.code } == [nil, .error])
    }
}
