import Dispatchers
import Instrumentation
import Tracing

/// The spans of the events that run, and the contexts of those that may still be causes.
struct OpenSpans<Exporting: Tracer> {
    /// The number of events that are remembered at most.
    ///
    /// The end of an event may be lost, and an effect may begin after its cause has ended.
    private static var limit: Int { 16_384 }

    private let tracer: Exporting
    private let startTime: Duration
    private var spans: [UInt64: Exporting.Span] = [:]
    private var contexts: [UInt64: InstrumentationContext] = [:]
    private var numbers: [UInt64] = []

    init(of tracer: Exporting, since startTime: Duration) {
        self.tracer = tracer
        self.startTime = startTime
    }

    /// Begins the span of an event.
    mutating func begin(_ event: TraceEvent) {
        if contexts[event.id] != nil { return }
        let context = event.cause.flatMap { contexts[$0] } ?? .topLevel
        let span = tracer.startSpan(
            "\(event.kind) \(event.subject)", context: context, ofKind: .internal, at: instant(event.time))
        span.attributes["code.location"] = "\(event.location)"
        if let receiver = event.receiver { span.attributes["code.receiver"] = "\(receiver)" }
        if let scope = event.scope { span.attributes["signalbox.scope"] = scope }
        spans[event.id] = span
        contexts[event.id] = span.context
        numbers.append(event.id)
        if numbers.count > Self.limit { forgetOldest() }
    }

    /// Ends the span of an event, which is begun if its beginning was lost.
    mutating func end(_ event: TraceEvent) {
        begin(event)
        guard let span = spans.removeValue(forKey: event.id) else { return }
        if let detail = event.detail { span.attributes["signalbox.detail"] = detail }
        span.attributes["signalbox.outcome"] = "\(event.outcome)"
        if event.outcome.isError { span.setStatus(SpanStatus(code: .error, message: "\(event.outcome)")) }
        span.end(at: instant(event.time + (event.duration ?? .zero)))
    }

    /// Ends all spans.
    mutating func endAll() {
        for span in spans.values { span.end() }
        spans = [:]
    }

    /// Forgets the half that began first.
    private mutating func forgetOldest() {
        for number in numbers.prefix(Self.limit / 2) {
            spans.removeValue(forKey: number)?.end()
            contexts[number] = nil
        }
        numbers.removeFirst(Self.limit / 2)
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
        case .running, .done, .queued, .parked, .redirected: false
        case .unreceived, .dropped, .failed, .refused, .invalid, .notFound, .declined: true
        }
    }
}
