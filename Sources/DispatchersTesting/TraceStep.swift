public import Dispatchers

/// An event that a test expects in a trace.
public struct TraceStep: Sendable, CustomStringConvertible {
    private let kind: TraceEvent.Kind
    private let subject: String?
    private let outcome: TraceEvent.Outcome?

    private init(_ kind: TraceEvent.Kind, _ subject: String?, _ outcome: TraceEvent.Outcome? = nil) {
        (self.kind, self.subject, self.outcome) = (kind, subject, outcome)
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
    ///   - subject: What the event is about, as `TraceEvent.subject`; anything if `nil`.
    ///   - outcome: How it ended; in any way if `nil`.
    /// - Returns: The step.
    public static func event(
        _ kind: TraceEvent.Kind, _ subject: String? = nil, outcome: TraceEvent.Outcome? = nil
    ) -> Self {
        Self(kind, subject, outcome)
    }

    /// A few words.
    public var description: String {
        ["\(kind)", subject, outcome.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
    }

    func fits(_ event: TraceEvent) -> Bool {
        event.kind == kind && subject ?? event.subject == event.subject && outcome ?? event.outcome == event.outcome
    }
}

/// What a test expected in a trace is not there.
public struct TraceExpectationError: Error, CustomStringConvertible {
    /// What was expected, and the events that were recorded instead, as a tree of causes and effects.
    public let description: String
}

extension Trace {
    /// Makes sure that an event led to others, each of which led to the next, directly or through events between them.
    ///
    /// ```swift
    /// try trace.expect(.post(ItemPicked.self), ledTo: .set(.cart), .post(CartChanged.self))
    /// ```
    ///
    /// - Parameters:
    ///   - cause: The first event.
    ///   - effects: What it led to, in this order.
    /// - Returns: The last of the events.
    /// - Throws: An error that prints the whole tree.
    @discardableResult
    public func expect(_ cause: TraceStep, ledTo effects: TraceStep...) throws(TraceExpectationError) -> TraceEvent {
        let (events, steps) = (events, [cause] + effects)
        let byID = Dictionary(uniqueKeysWithValues: events.map { ($0.id, $0) })
        for last in events {
            var (next, rest) = (Optional(last), steps[...])
            // The last step is the event itself; the others are looked for among its causes.
            guard let step = rest.popLast(), step.fits(last) else { continue }
            while let step = rest.last, let cause = next?.cause.flatMap({ byID[$0] }) {
                if step.fits(cause) { rest.removeLast() }
                next = cause
            }
            if rest.isEmpty { return last }
        }
        let path = steps.map(\.description).joined(separator: " → ")
        let tree = events.isEmpty ? "  nothing; is the trace started?" : tree
        throw TraceExpectationError(description: "the trace does not have \(path), but:\n\(tree)")
    }
}
