import Dispatchers

/// The record of an event, with each text within a limit.
struct RecordedEvent: Sendable {
    /// The number of bytes of a subject, a scope or an outcome.
    static let textLimit = 500

    /// The number of bytes to which such a text is shortened when there are too many texts.
    ///
    /// They are not counted as text.
    private static let shortTextLimit = 60

    /// The event as files have it.
    ///
    /// Its values are empty once there were too many texts. Only what is posted or called has a type.
    private(set) var record: TraceRecord
    let context: TraceContext

    init(_ event: TraceEvent, naming locations: inout LocationNames) {
        let subject = event.subject.cut(at: Self.textLimit)
        var record = TraceRecord(
            id: event.id, kind: "\(event.kind)", subject: subject, at: locations.name(of: event.location))
        record.cause = event.cause
        if event.kind == .post || event.kind == .call { record.type = event.typeName?.cut(at: Self.textLimit) }
        record.receiver = event.receiver.map { locations.name(of: $0) }
        record.scope = event.scope?.cut(at: Self.textLimit)
        record.outcome = "\(event.outcome)".cut(at: Self.textLimit)
        record.values = event.values
        record.time = event.time
        record.duration = event.duration
        record.thread = event.thread
        self.record = record
        context = event.context
    }

    var id: UInt64 { record.id }

    /// The number of bytes of its values and of its long texts.
    var textSize: Int {
        let long = [record.subject, record.scope ?? "", record.outcome]
            .map { max($0.utf8.count - Self.shortTextLimit, 0) }
        return record.values.reduce(long.reduce(0, +)) { $0 + $1.utf8.count }
    }

    /// Drops its values and the rest of its long texts.
    mutating func dropTexts() {
        record.values = []
        record.subject = record.subject.cut(at: Self.shortTextLimit)
        record.scope = record.scope?.cut(at: Self.shortTextLimit)
        record.outcome = record.outcome.cut(at: Self.shortTextLimit)
    }

    /// Notes that its end may have been lost.
    ///
    /// If it was not, the event is taken again.
    mutating func loseEnd() {
        record.outcome = "end unknown"
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
    /// The number of texts that are kept.
    ///
    /// All are dropped when there are more.
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
