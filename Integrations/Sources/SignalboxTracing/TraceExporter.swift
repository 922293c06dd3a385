public import Dispatchers
public import Tracing

/// Exports the events of a trace as spans of swift-distributed-tracing.
///
/// Each event is a span below that of its cause, with the times of the trace. An event that failed, or that was refused, dropped or
/// received by nothing, has the status of an error.
///
/// ```swift
/// Trace.shared.start()
/// let exporting = Task { await TraceExporter(of: .shared, to: tracer).run() }
/// ```
public struct TraceExporter<Exporting: Tracer>: Sendable {
    private let trace: Trace
    private let tracer: Exporting
    private let feed: AsyncStream<TraceBatch>

    /// Exports the events that begin from now on.
    ///
    /// - Parameters:
    ///   - trace: The trace. The exporter neither starts nor stops it.
    ///   - tracer: The tracer that makes the spans.
    public init(of trace: Trace = .shared, to tracer: Exporting) {
        self.trace = trace
        self.tracer = tracer
        feed = trace.feed()
    }

    /// Exports events until the task is cancelled, and ends the spans of those that run then.
    public func run() async {
        var spans = OpenSpans(of: tracer, since: trace.startTime)
        for await batch in feed {
            for event in batch.began { spans.begin(event) }
            for event in batch.ended { spans.end(event) }
        }
        spans.endAll()
    }
}
