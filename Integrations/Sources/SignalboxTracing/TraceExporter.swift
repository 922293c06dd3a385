public import Dispatchers
import Foundation
public import Instrumentation
public import Tracing

/// Exports the events of a trace as spans of swift-distributed-tracing.
///
/// Each event is a span below that of its cause, with the times of the trace. An event without a cause is below the span that is
/// current where it begins. An event that failed, or that was refused, dropped or received by nothing, has the status of an error.
///
/// ```swift
/// Trace.shared.start()
/// let exporting = Task { await TraceExporter(of: .shared).run() }
/// ```
public struct TraceExporter: Sendable {
    private let trace: Trace
    private let tracer: any Tracer
    private let onLoss: (@Sendable (Int) -> Void)?

    /// The number of the last event before the first one that is exported.
    private let lastNumber: UInt64
    private let feed: AsyncStream<TraceBatch>

    /// Exports the events that begin from now on.
    ///
    /// - Parameters:
    ///   - trace: The trace. The exporter neither starts nor stops it. It sets `callerContext`, and leaves that set. From then on, handlers
    ///     run in the span of the code that posts; see `HandlerContext.carryServiceContext()`.
    ///   - tracer: The tracer that makes the spans. By default, that of the process.
    ///   - onLoss: Called with the number of beginnings and ends that were overwritten before they were exported, each time that
    ///     some were. By default, a line with the number of all is written to standard error, at the 1st, 2nd, 4th, 8th … time.
    public init(
        of trace: Trace = .shared, to tracer: any Tracer = InstrumentationSystem.tracer,
        onLoss: (@Sendable (Int) -> Void)? = nil
    ) {
        self.trace = trace
        self.tracer = tracer
        self.onLoss = onLoss
        trace.callerContext = { InstrumentationContext.current }
        HandlerContext.carryServiceContext()
        lastNumber = trace.lastID
        feed = trace.feed()
    }

    /// Exports events until the task is cancelled, also those just before that, and ends the spans of those that run then.
    public func run() async {
        var spans = OpenSpans(of: tracer, since: trace.startTime, after: lastNumber)
        var losses = LossReports()
        for await batch in feed {
            if batch.lost > 0 { report(batch.lost, in: &losses) }
            spans.take(batch)
        }
        spans.takeRest(of: trace.events)
        spans.endAll()
    }

    private func report(_ count: Int, in losses: inout LossReports) {
        if let onLoss { return onLoss(count) }
        guard let total = losses.add(count) else { return }
        FileHandle.standardError.write(
            Data("Signalbox: \(total) beginnings and ends of events are not exported\n".utf8))
    }
}

extension HandlerContext {
    /// Lets all handlers run in the context of the code that posts, sets or calls: a span that a handler begins is below the span there.
    ///
    /// A `TraceExporter` calls it. Call it at the start of a program without one. Calling it again has no effect.
    public static func carryServiceContext() {
        carry(InstrumentationContext.$current)
    }
}
