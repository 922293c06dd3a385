import Dispatchers
import InMemoryTracing
import Instrumentation
import Logging
import SignalboxTracing
import Synchronization
import Testing
import Tracing

@Suite("Spans of a trace") struct TraceExporterTests {
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

    @Test("A log of the trace writes to swift-log") func logging() {
        let lines = Mutex([String]())
        let logger = Logger(label: "shop") { _ in LineHandler { line in lines.withLock { $0.append(line) } } }
        let log = trace.log { event in
            logger.info("\(event.kind) \(event.subject)", metadata: ["at": "\(event.location)"])
        }
        center.post(1)
        log.cancel()
        #expect(lines.withLock { $0 } == ["post Int"])
    }
}

/// A log that calls a function with each line.
private struct LineHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    let write: @Sendable (String) -> Void

    init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        write("\(event.message)")
    }
}
