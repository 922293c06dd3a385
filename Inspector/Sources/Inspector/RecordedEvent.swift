import Dispatchers

/// An event of a trace as texts, each within a limit.
struct RecordedEvent: Sendable {
    /// The number of bytes of a subject, a scope or an outcome.
    static let textLimit = 500

    /// The number of bytes of such a text that is kept once there were too many texts, and that is not counted before.
    private static let shortTextLimit = 60

    let id: UInt64
    let cause: UInt64?
    let kind: String
    private(set) var subject: String

    /// The full name of the type that is posted or called; `nil` for other events.
    let type: String?
    let location: String
    let receiver: String?
    private(set) var scope: String?
    private(set) var outcome: String

    /// The texts of its values; empty once there were too many texts.
    private(set) var values: [String]

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
        subject = event.subject.cut(at: Self.textLimit)
        type = event.kind == .post || event.kind == .call ? event.typeName?.cut(at: Self.textLimit) : nil
        location = locations.name(of: event.location)
        receiver = event.receiver.map { locations.name(of: $0) }
        scope = event.scope?.cut(at: Self.textLimit)
        outcome = "\(event.outcome)".cut(at: Self.textLimit)
        values = event.values
        time = event.time.nanoseconds
        duration = event.duration?.nanoseconds
        thread = event.thread
        context = event.context
    }

    /// The number of bytes of its values and of its long texts.
    var textSize: Int {
        let long = [subject, scope ?? "", outcome].map { max($0.utf8.count - Self.shortTextLimit, 0) }
        return values.reduce(long.reduce(0, +)) { $0 + $1.utf8.count }
    }

    /// Drops its values and the rest of its long texts.
    mutating func dropTexts() {
        values = []
        subject = subject.cut(at: Self.shortTextLimit)
        scope = scope?.cut(at: Self.shortTextLimit)
        outcome = outcome.cut(at: Self.shortTextLimit)
    }

    /// Notes that its end may have been lost.
    ///
    /// If it was not, the event is taken again.
    mutating func loseEnd() {
        outcome = "end unknown"
    }

    /// The event as files have it.
    var record: TraceRecord {
        var record = TraceRecord(id: id, kind: kind, subject: subject, at: location)
        record.cause = cause
        record.type = type
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

extension String {
    /// Returns the text, or its beginning within a number of bytes and a mark.
    func cut(at limit: Int) -> String {
        guard utf8.count > limit else { return self }
        // The slice ends before a character that would be cut in two.
        return self[..<utf8.index(startIndex, offsetBy: limit)] + "…"
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
