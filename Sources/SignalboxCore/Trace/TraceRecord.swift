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
