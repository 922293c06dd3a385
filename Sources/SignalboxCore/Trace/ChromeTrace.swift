extension Trace {
    /// The events as Chrome's trace-event JSON, which Perfetto and `chrome://tracing` open.
    ///
    /// Each is a slice on a track of its thread, with all its properties as details, and an arrow leads to it from its cause.
    /// Slices of a track nest, as Perfetto requires. An event that is running is drawn to the end of the last one.
    public var chromeJSON: String { Self.chromeJSON(of: events.map { TraceRecord($0) }, since: startTime) }

    /// Writes records of events as `chromeJSON` has events.
    ///
    /// - Parameters:
    ///   - records: The records in the order in which the events began.
    ///   - startTime: The time at which their trace began, since 1970.
    /// - Returns: The content of a file.
    public static func chromeJSON(of records: [TraceRecord], since startTime: Duration) -> String {
        ChromeTrace(of: records, since: startTime).json
    }
}

/// An event of a trace as texts, as files have it.
///
/// A tool that keeps events for longer than the trace does, or shortens their texts, writes a file of such records.
public struct TraceRecord: Sendable, Hashable {
    /// The number of the event in the trace.
    public var id: UInt64

    /// The number of the cause.
    public var cause: UInt64?

    /// The name of the kind.
    public var kind: String

    /// The subject: the type of the message, the name of the state, the protocol, the hook or the URL.
    public var subject: String

    /// The full name of the subject's type, with its module; `nil` if the subject is a text.
    public var type: String?

    /// The source location that caused it.
    public var location: String

    /// The source location of the receiver's registration, if there is a receiver.
    public var receiver: String?

    /// The name of the center, the router or the lifecycle in which it happened, if that has one.
    public var scope: String?

    /// The outcome.
    public var outcome = "running"

    /// The texts of its values.
    public var values: [String] = []

    /// The time at which it began, from the beginning of the trace.
    public var time = Duration.zero

    /// The duration; `nil` while the event is running.
    public var duration: Duration?

    /// The number of the thread on which it began.
    public var thread = 0

    /// Creates the record of an event that is running.
    ///
    /// - Parameters:
    ///   - id: The number of the event in the trace.
    ///   - kind: The name of the kind.
    ///   - subject: The subject.
    ///   - location: The source location that caused it.
    public init(id: UInt64, kind: String, subject: String, at location: String) {
        self.id = id
        self.kind = kind
        self.subject = subject
        self.location = location
    }

    /// Creates the record of an event.
    public init(_ event: TraceEvent) {
        self.init(id: event.id, kind: "\(event.kind)", subject: event.subject, at: "\(event.location)")
        cause = event.cause
        type = event.typeName
        receiver = event.receiver.map { "\($0)" }
        scope = event.scope
        outcome = "\(event.outcome)"
        values = event.values
        time = event.time
        duration = event.duration
        thread = event.thread
    }
}

/// Events as the content of a file in Chrome's trace-event format.
///
/// The format has rules that Perfetto insists on. Slices of one track nest and never overlap, but an asynchronous handler may end
/// after an event that began later on its thread: such events are on further tracks of the thread. An arrow has a beginning and
/// an end of one category, name and number, and both lie in a slice of their track. Times are nanoseconds, so that no rounding
/// moves the end of a slice behind that of the slice around it.
private struct ChromeTrace {
    /// A row of slices that nest.
    private struct Track {
        let number: Int

        /// The ends of the slices that have begun and not ended, the outermost first.
        var openEnds: [Int64] = []
    }

    private let events: [TraceRecord]
    private let startTime: Duration

    /// The end of the last event, at which running ones are drawn to end.
    private let end: Int64

    private var tracks: [Int: [Track]] = [:]
    private var trackNames: [String] = []

    /// The track of each event.
    private var trackOfEvent: [UInt64: Int] = [:]

    /// Lays out events.
    ///
    /// - Parameters:
    ///   - events: The events in the order in which they began.
    ///   - startTime: The time at which their trace began, since 1970.
    init(of events: [TraceRecord], since startTime: Duration) {
        self.events = events
        self.startTime = startTime
        end = events.map { Self.nanoseconds($0.time + ($0.duration ?? .zero)) }.max() ?? 0
        // By time: two threads may begin events in another order than their clocks were read.
        for event in events.sorted(by: { $0.time < $1.time }) { trackOfEvent[event.id] = place(event) }
    }

    /// The whole file.
    var json: String {
        let causes = Dictionary(events.map { ($0.id, $0) }) { first, _ in first }
        var entries = trackNames.enumerated().map(nameEntry)
        for event in events {
            entries.append(slice(event))
            if let cause = event.cause.flatMap({ causes[$0] }) { entries += arrow(from: cause, to: event) }
        }
        let start = Self.nanoseconds(startTime)
        return "{\"traceEvents\":[" + entries.joined(separator: ",\n") + "],\n"
            + "\"otherData\":{\"startTime\":\"\(start)\"}}"
    }

    /// Finds the track of an event: the first of its thread on which it overlaps no slice.
    private mutating func place(_ event: TraceRecord) -> Int {
        var rows = tracks[event.thread] ?? []
        defer { tracks[event.thread] = rows }
        let (start, end) = interval(of: event)
        for index in rows.indices {
            while let last = rows[index].openEnds.last, last <= start { rows[index].openEnds.removeLast() }
            guard rows[index].openEnds.last.map({ end <= $0 }) ?? true else { continue }
            rows[index].openEnds.append(end)
            return rows[index].number
        }
        let row = rows.isEmpty ? "" : " (\(rows.count + 1))"
        trackNames.append("thread \(event.thread)\(row)")
        rows.append(Track(number: trackNames.count, openEnds: [end]))
        return trackNames.count
    }

    /// Returns the beginning and the end of an event.
    private func interval(of event: TraceRecord) -> (start: Int64, end: Int64) {
        let start = Self.nanoseconds(event.time)
        guard let duration = event.duration else { return (start, max(start, end)) }
        return (start, max(start, Self.nanoseconds(event.time + duration)))
    }

    private static func nanoseconds(_ time: Duration) -> Int64 {
        time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000
    }
}

// The entries of the file.
extension ChromeTrace {
    private func nameEntry(_ index: Int, _ name: String) -> String {
        #"{"ph":"M","pid":1,"tid":\#(index + 1),"name":"thread_name","args":{"name":\#(json(name))}}"#
    }

    /// Returns an event as a slice with all its properties, from which a reader of the file can make it again.
    private func slice(_ event: TraceRecord) -> String {
        let (start, end) = interval(of: event)
        var text = entry("X", on: event, at: start) + ",\"dur\":\(microseconds(end - start))"
        text += ",\"name\":" + json("\(event.kind) \(event.subject)") + ",\"cat\":" + json(event.kind)
        text += ",\"args\":{\"id\":\(event.id),\"thread\":\(event.thread)"
        if let cause = event.cause { text += ",\"cause\":\(cause)" }
        text += ",\"at\":" + json(event.location)
        if let type = event.type { text += ",\"type\":" + json(type) }
        if let receiver = event.receiver { text += ",\"receiver\":" + json(receiver) }
        if let scope = event.scope { text += ",\"scope\":" + json(scope) }
        if !event.values.isEmpty { text += ",\"values\":[" + event.values.map(json).joined(separator: ",") + "]" }
        return text + ",\"outcome\":" + json(event.outcome) + "}}"
    }

    /// Returns the two entries of an arrow from a cause to its effect.
    ///
    /// The beginning is at that of the cause. Later, another slice inside of the cause might be the innermost one.
    private func arrow(from cause: TraceRecord, to effect: TraceRecord) -> [String] {
        let rest = ",\"id\":\(effect.id),\"name\":\"cause\",\"cat\":\"cause\""
        return [
            entry("s", on: cause, at: interval(of: cause).start) + rest + "}",
            entry("f", on: effect, at: interval(of: effect).start) + rest + ",\"bp\":\"e\"}",
        ]
    }

    private func entry(_ phase: String, on event: TraceRecord, at time: Int64) -> String {
        "{\"ph\":\"\(phase)\",\"pid\":1,\"tid\":\(trackOfEvent[event.id] ?? 0),\"ts\":\(microseconds(time))"
    }

    /// Returns nanoseconds as microseconds, the unit of the format, exactly.
    private func microseconds(_ time: Int64) -> String {
        let fraction = String(abs(time % 1_000))
        return "\(time / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }

    /// Returns a text as JSON writes it.
    private func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" || scalar.value < 0x20 {
                result += "\\u00" + String(0x100 + scalar.value, radix: 16).dropFirst()
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
