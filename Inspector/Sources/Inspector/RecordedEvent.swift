import Dispatchers

/// An event of a trace as texts.
struct RecordedEvent: Sendable {
    let id: UInt64
    let cause: UInt64?
    let kind: String
    let subject: String
    let location: String
    let receiver: String?
    let scope: String?
    private(set) var outcome: String

    /// The texts of its values; empty once there were too many texts.
    var values: [String]

    /// The time at which it began, in nanoseconds from the beginning of the trace.
    let time: Int64

    /// The duration in nanoseconds; `nil` while the event is running.
    let duration: Int64?
    let thread: Int
    let context: TraceContext

    init(_ event: TraceEvent, naming locations: inout LocationNames) {
        id = event.id
        cause = event.cause
        kind = "\(event.kind)"
        subject = event.subject
        location = locations.name(of: event.location)
        receiver = event.receiver.map { locations.name(of: $0) }
        scope = event.scope
        outcome = "\(event.outcome)"
        values = event.values
        time = event.time.nanoseconds
        duration = event.duration?.nanoseconds
        thread = event.thread
        context = event.context
    }

    /// Notes that its end may have been lost. If it was not, the event is taken again.
    mutating func loseEnd() {
        outcome = "end unknown"
    }

    /// The number of bytes of its values.
    var valueSize: Int { values.reduce(0) { $0 + $1.utf8.count } }

    /// The event as files have it.
    var record: TraceRecord {
        var record = TraceRecord(id: id, kind: kind, subject: subject, at: location)
        record.cause = cause
        record.receiver = receiver
        record.scope = scope
        record.outcome = outcome
        record.values = values
        record.time = .nanoseconds(time)
        record.duration = duration.map { .nanoseconds($0) }
        record.thread = thread
        return record
    }
}

extension Duration {
    /// The whole nanoseconds.
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}

/// The texts of source locations, each made once.
struct LocationNames: Sendable {
    /// The number of source locations, beyond which the texts are made again.
    private static let limit = 10_000

    private var names: [SourceLocation: String] = [:]

    mutating func name(of location: SourceLocation) -> String {
        if let name = names[location] { return name }
        let name = "\(location)"
        if names.count >= Self.limit { names = [:] }
        names[location] = name
        return name
    }
}
