/// One thing that happened in a program, as a `Trace` records it.
public struct TraceEvent: Sendable, Identifiable {
    /// The kind of an event.
    @nonexhaustive public enum Kind: Sendable, CaseIterable {
        /// A message was posted.
        case post
        /// A subscriber, a receiver or a route's handler was called.
        case delivery
        /// A state was set.
        case set
        /// A protocol was called.
        case call
        /// A message that asks for an answer was posted.
        case request
        /// A hook ran.
        case hook
        /// A `Lifecycle` sent a `Moment`.
        case moment
        /// A service was made.
        case service
        /// A URL was opened.
        case route
        /// A guard decided whether a URL may be opened.
        case `guard`
        /// An opening was redirected to another URL.
        case redirect
        /// The body of a `span` of your own ran.
        case span
    }

    /// The end of an event.
    @nonexhaustive public enum Outcome: Sendable, Hashable {
        /// The operation has not ended yet.
        case running
        /// The operation ended without an error.
        case done
        /// A sequence has it in its buffer.
        case queued
        /// The message had no receiver.
        case unreceived
        /// A full queue had no room for it.
        case dropped
        /// The called code threw an error, which has this description.
        case failed(String)
        /// The operation was refused, for this reason.
        case refused(String)
        /// The URL is not valid, for this reason.
        case invalid(String)
        /// No route matches the URL.
        case notFound
        /// All routes that match the URL declined it.
        case declined
        /// The guard of this name parked the navigation.
        case parked(by: String)
        /// The router has not begun, and opens the URL later.
        case held
        /// Another URL was opened instead.
        case redirected(to: String)
    }

    /// The number of the event in the trace.
    ///
    /// No number is used twice, and later events have higher ones.
    public internal(set) var id: UInt64 = 0

    /// The number of the cause: the event inside of which this one happened.
    public internal(set) var cause: UInt64?

    /// The kind of the event.
    public let kind: Kind

    /// A text, or a type, whose name is made when it is read.
    private let name: any Sendable

    /// The name of the center, the router or the lifecycle in which it happened, if that has one.
    public let scope: String?

    /// The source location that caused it.
    public let location: SourceLocation

    /// The source location of the receiver's registration, if there is a receiver.
    public let receiver: SourceLocation?

    /// The texts of its values: of a message, or of a state before and after it was set.
    ///
    /// Each is cut at the limit of the trace's `TraceDetails`. Empty unless the trace describes values. A span that continues the
    /// trace of another process has the context that was sent.
    public internal(set) var values: [String] = []

    /// The time at which it began, from the beginning of the trace.
    public internal(set) var time = Duration.zero

    /// The number of the thread on which it began.
    public internal(set) var thread = 0

    /// The duration; `nil` while the event is running.
    public internal(set) var duration: Duration?

    /// The outcome of the event.
    public internal(set) var outcome = Outcome.running

    /// The identity of the event among the events of all processes.
    public internal(set) var context = TraceContext.none

    /// The context of the caller, as `Trace.callerContext` returned it; `nil` if the event has a cause.
    public var callerContext: (any Sendable)? { caller?.value }

    /// The context of the caller as an object, so that an event without one costs little to copy.
    var caller: CallerContext?

    /// The values of the event in one text, with an arrow between the old and the new value of a state; `nil` without
    /// values.
    public var detail: String? { values.isEmpty ? nil : values.joined(separator: " → ") }

    /// The subject of the event: the type of the message, the name of the state, the protocol, the hook or the URL.
    public var subject: String { "\(name)" }

    /// The full name of the subject's type, with its module; `nil` if the subject is a text.
    public var typeName: String? { (name as? any Any.Type).map { String(reflecting: $0) } }

    /// Creates an event.
    ///
    /// `Trace.begin` adds its time and its cause.
    ///
    /// - Parameters:
    ///   - kind: Its kind.
    ///   - name: A text, or a type, whose name is made when it is read.
    ///   - location: The source location that caused it.
    ///   - receiver: The source location of the receiver's registration, if there is a receiver.
    ///   - scope: The name of the center, router or lifecycle.
    package init(
        _ kind: Kind, of name: any Sendable, at location: SourceLocation, to receiver: SourceLocation? = nil,
        in scope: String? = nil
    ) {
        self.kind = kind
        self.name = name
        self.location = location
        self.receiver = receiver
        self.scope = scope
    }
}

extension TraceEvent: CustomStringConvertible {
    /// One line for a developer, as a log prints it.
    public var description: String {
        var line = "\(kind) \(subject)"
        if let detail { line += " (\(detail))" }
        if let scope { line += " in \(scope)" }
        line += " at \(location)"
        if let receiver { line += " → \(receiver)" }
        if let duration { line += ", \(duration / .microseconds(1)) µs" }
        if outcome != .done { line += ", \(outcome)" }
        return line
    }
}

/// The context in which the caller of an event runs.
final class CallerContext: Sendable {
    let value: any Sendable

    init(_ value: any Sendable) {
        self.value = value
    }
}
