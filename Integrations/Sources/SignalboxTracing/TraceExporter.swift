public import Dispatchers
import Foundation
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
    private let onLoss: @Sendable (Int) -> Void

    /// The number of the last event before the first one that is exported.
    private let lastNumber: UInt64
    private let feed: AsyncStream<TraceBatch>

    /// Exports the events that begin from now on.
    ///
    /// - Parameters:
    ///   - trace: The trace. The exporter neither starts nor stops it.
    ///   - tracer: The tracer that makes the spans.
    ///   - onLoss: Called with the number of beginnings and ends that were overwritten before they were exported. By default,
    ///     a line is written to standard error.
    public init(
        of trace: Trace = .shared, to tracer: Exporting, onLoss: (@Sendable (Int) -> Void)? = nil
    ) {
        self.trace = trace
        self.tracer = tracer
        self.onLoss = onLoss ?? Self.report
        lastNumber = trace.events.last?.id ?? 0
        feed = trace.feed()
    }

    /// Exports events until the task is cancelled, also those just before that, and ends the spans of those that run then.
    public func run() async {
        var spans = OpenSpans(of: tracer, since: trace.startTime, after: lastNumber)
        for await batch in feed {
            if batch.lost > 0 { onLoss(batch.lost) }
            spans.take(batch)
        }
        spans.takeRest(of: trace.events)
        spans.endAll()
    }

    private static func report(_ count: Int) {
        FileHandle.standardError.write(
            Data("Signalbox: \(count) beginnings and ends of events are not exported\n".utf8))
    }
}
