public import Dispatchers

/// An event that a test expects in a trace.
public struct TraceStep: Sendable, CustomStringConvertible {
    let kind: TraceEvent.Kind
    private let subject: String?
    private let outcome: TraceEvent.Outcome?

    private init(_ kind: TraceEvent.Kind, _ subject: String?, _ outcome: TraceEvent.Outcome? = nil) {
        self.kind = kind
        self.subject = subject
        self.outcome = outcome
    }

    /// A post of a message of a type.
    public static func post<Message>(_ type: Message.Type) -> Self { Self(.post, "\(type)") }

    /// A set of a state.
    public static func set<Value>(_ key: StateKey<Value>) -> Self { Self(.set, key.name) }

    /// A call through a protocol, as `(any P).self`.
    public static func call<P>(_ type: P.Type) -> Self { Self(.call, "\(type)") }

    /// An opening of a URL.
    public static func route(_ url: String) -> Self { Self(.route, url) }

    /// An event of any kind.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - subject: The `TraceEvent.subject` of the event; any if `nil`.
    ///   - outcome: The outcome of the event; any if `nil`.
    /// - Returns: The step.
    public static func event(
        _ kind: TraceEvent.Kind, _ subject: String? = nil, outcome: TraceEvent.Outcome? = nil
    ) -> Self {
        Self(kind, subject, outcome)
    }

    /// The kind, the subject and the outcome.
    public var description: String {
        ["\(kind)", subject, outcome.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
    }

    func fits(_ event: TraceEvent) -> Bool {
        event.kind == kind && subject ?? event.subject == event.subject && outcome ?? event.outcome == event.outcome
    }
}
