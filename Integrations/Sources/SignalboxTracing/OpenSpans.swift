import Dispatchers
import Instrumentation
import Tracing

/// The spans of the events that run, and the contexts of those that may still be causes.
///
/// Each event has one span: what is forgotten is not begun again.
struct OpenSpans {
    /// An event whose span has begun.
    private struct Known {
        let context: InstrumentationContext

        /// The outcome with which the span ended.
        var outcome: TraceEvent.Outcome?
    }

    private let tracer: any Tracer
    private let startTime: Duration

    /// The number of running events, and that of ended ones, that are remembered at most.
    ///
    /// The end of an event may be lost, and an effect may begin after its cause has ended.
    private let limit: Int

    private var spans: [UInt64: any Span] = [:]
    private var known: [UInt64: Known] = [:]

    /// The numbers of the ended events that are remembered, first ended first.
    private var ended: [UInt64] = []

    /// The highest number of an event that has begun.
    private var lastNumber: UInt64

    /// The highest number of an event that was forgotten, or began before the first one that is exported.
    private var forgottenNumber: UInt64

    /// Creates the spans of events that begin after that of a number.
    init(of tracer: any Tracer, since startTime: Duration, after number: UInt64 = 0, limit: Int = 16_384) {
        self.tracer = tracer
        self.startTime = startTime
        self.limit = limit
        lastNumber = number
        forgottenNumber = number
    }

    /// Begins and ends the spans of the events of a batch.
    mutating func take(_ batch: TraceBatch) {
        for event in batch.began { begin(event) }
        for event in batch.ended { end(event) }
    }

    /// Begins and ends the spans of what happened after the last batch.
    mutating func takeRest(of events: [TraceEvent]) {
        for event in events where event.id > lastNumber { begin(event) }
        for event in events where event.duration != nil && known[event.id] != nil { end(event) }
    }

    /// Begins the span of an event.
    mutating func begin(_ event: TraceEvent) {
        if known[event.id] != nil { return }
        lastNumber = max(lastNumber, event.id)
        let span = start("\(event.kind) \(event.subject)", in: parent(of: event), at: event.time)
        span.attributes["code.location"] = "\(event.location)"
        if let receiver = event.receiver { span.attributes["code.receiver"] = "\(receiver)" }
        if let scope = event.scope { span.attributes["signalbox.scope"] = scope }
        spans[event.id] = span
        known[event.id] = Known(context: span.context)
        if spans.count > limit { abandonOldest() }
    }

    /// Ends the span of an event, which is begun if its beginning was lost.
    mutating func end(_ event: TraceEvent) {
        if known[event.id] == nil, event.id <= forgottenNumber { return }
        begin(event)
        let time = event.time + (event.duration ?? .zero)
        guard let span = spans.removeValue(forKey: event.id) else { return noteLater(event, at: time) }
        if let detail = event.detail { span.attributes["signalbox.detail"] = detail }
        describe(event.outcome, in: span)
        span.end(at: instant(time))
        remember(event.outcome, of: event.id)
    }

    /// Ends all spans.
    mutating func endAll() {
        for span in spans.values { span.end() }
        spans = [:]
    }

    /// Adds an outcome that an event got after its span had ended: a span that has ended cannot be changed.
    private mutating func noteLater(_ event: TraceEvent, at time: Duration) {
        guard event.outcome.isError, known[event.id]?.outcome != event.outcome else { return }
        known[event.id]?.outcome = event.outcome
        let span = start(
            "outcome of \(event.kind) \(event.subject)", in: known[event.id]?.context ?? .topLevel, at: time)
        describe(event.outcome, in: span)
        span.end(at: instant(time))
    }

    /// Returns the context of the span of an event's cause; of an event without one, that in which its caller ran.
    private func parent(of event: TraceEvent) -> InstrumentationContext {
        if let cause = event.cause { return known[cause]?.context ?? .topLevel }
        return event.callerContext as? InstrumentationContext ?? .topLevel
    }

    private func start(_ name: String, in context: InstrumentationContext, at time: Duration) -> any Span {
        tracer.startSpan(name, context: context, ofKind: .internal, at: instant(time))
    }

    private func describe(_ outcome: TraceEvent.Outcome, in span: any Span) {
        span.attributes["signalbox.outcome"] = "\(outcome)"
        if outcome.isError { span.setStatus(SpanStatus(code: .error, message: "\(outcome)")) }
    }

    /// Remembers an ended event, and forgets the half of the ended ones that ended first if there are too many.
    private mutating func remember(_ outcome: TraceEvent.Outcome, of number: UInt64) {
        known[number]?.outcome = outcome
        ended.append(number)
        if ended.count <= limit { return }
        let forgotten = ended.prefix(limit / 2 + 1)
        for number in forgotten {
            known[number] = nil
            forgottenNumber = max(forgottenNumber, number)
        }
        ended.removeFirst(forgotten.count)
    }

    /// Ends the spans of the half of the running events that began first: their ends were probably lost.
    private mutating func abandonOldest() {
        for number in spans.keys.sorted().prefix(limit / 2 + 1) {
            guard let span = spans.removeValue(forKey: number) else { continue }
            span.attributes["signalbox.outcome"] = "end unknown"
            span.end()
            remember(.running, of: number)
        }
    }

    private func instant(_ time: Duration) -> DefaultTracerClock.Timestamp {
        let components = (startTime + time).components
        let nanoseconds = components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
        return DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: UInt64(clamping: nanoseconds))
    }
}

extension TraceEvent.Outcome {
    fileprivate var isError: Bool {
        switch self {
        case .running, .done, .queued, .parked, .held, .redirected: false
        case .unreceived, .dropped, .failed, .refused, .invalid, .notFound, .declined: true
        @unknown default: false
        }
    }
}
