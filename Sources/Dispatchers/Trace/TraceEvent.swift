/// One thing that happened in a program, as a `Trace` records it.
public struct TraceEvent: Sendable, Identifiable {
    /// What an event is.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The word for it.
        public let description: String

        /// A message was posted.
        public static let post = Self(description: "post")

        /// A subscriber, a receiver or a route's handler was called.
        public static let delivery = Self(description: "delivery")

        /// A state was set.
        public static let set = Self(description: "set")

        /// A protocol was called.
        public static let call = Self(description: "call")

        /// A message that asks for an answer was posted.
        public static let request = Self(description: "request")

        /// A hook ran.
        public static let hook = Self(description: "hook")

        /// A moment of a component was announced.
        public static let moment = Self(description: "moment")

        /// A service was made.
        public static let service = Self(description: "service")

        /// A URL was opened.
        public static let route = Self(description: "route")

        /// A guard decided whether a URL may be opened.
        public static let `guard` = Self(description: "guard")

        /// An opening was redirected to another URL.
        public static let redirect = Self(description: "redirect")

        /// The body of a `span` of your own ran.
        public static let span = Self(description: "span")
    }

    /// How an event ended.
    public enum Outcome: Sendable, Hashable {
        /// It has not ended yet.
        case running
        /// It ended as it should.
        case done
        /// It waits in a queue; a delivery of its own follows.
        case queued
        /// Nothing received it.
        case unreceived
        /// A full queue had no room for it.
        case dropped
        /// What was called threw an error, which is described here.
        case failed(String)
        /// It was not done, for the reason that is given here.
        case refused(String)
        /// The URL is not valid, for the reason that is given here.
        case invalid(String)
        /// No route matches the URL.
        case notFound
        /// All routes that match the URL declined it.
        case declined
        /// The guard of this name postponed it.
        case parked(by: String)
        /// Another URL was opened instead.
        case redirected(to: String)
    }

    /// Its number in the trace, never used twice: later events have higher ones.
    public let id: UInt64

    /// The event inside of which it happened or that led to it, if there is one.
    public let cause: UInt64?

    /// What it is.
    public let kind: Kind

    private let name: TraceName

    /// The name of the center, the router or the lifecycle in which it happened, if that has one.
    public let scope: String?

    /// Where it was caused in the source.
    public let location: SourceLocation

    /// Where the receiver was registered, if there is one.
    public let receiver: SourceLocation?

    /// The message, the old and the new value of a state, and the like, as text; `nil` unless the trace describes values.
    public internal(set) var detail: String?

    /// When it began, from the beginning of the trace.
    public let time: Duration

    /// A number that tells threads apart.
    public let thread: Int

    /// How long it took; `nil` while it is running.
    public internal(set) var duration: Duration?

    /// How it ended.
    public internal(set) var outcome = Outcome.running

    /// Identifies it among the events of all processes.
    public let context: TraceContext

    /// What it is about: the type of the message, the name of the state, the protocol, the hook, the URL.
    public var subject: String { name.text }

    init(
        _ id: UInt64, _ subject: Trace.Subject, because cause: UInt64?, at time: Duration, on thread: Int,
        _ context: TraceContext
    ) {
        (self.id, self.cause, self.time, self.thread, self.context) = (id, cause, time, thread, context)
        (kind, name, scope) = (subject.kind, subject.name, subject.scope)
        (location, receiver) = (subject.location, subject.receiver)
    }
}

/// What an event is about: a type, whose name is made when it is read, or a text.
package enum TraceName: Sendable {
    case type(any Any.Type)
    case text(String)

    var text: String {
        switch self {
        case .type(let type): String(describing: type)
        case .text(let text): text
        }
    }
}

extension Trace {
    /// What an event is about.
    package struct Subject: Sendable {
        let kind: TraceEvent.Kind
        let name: TraceName
        let location: SourceLocation
        let receiver: SourceLocation?
        let scope: String?

        package init(
            _ kind: TraceEvent.Kind, _ name: TraceName, at location: SourceLocation, to receiver: SourceLocation? = nil,
            in scope: String? = nil
        ) {
            (self.kind, self.name, self.location) = (kind, name, location)
            (self.receiver, self.scope) = (receiver, scope)
        }

        package init(
            _ kind: TraceEvent.Kind, of name: String, at location: SourceLocation, to receiver: SourceLocation? = nil,
            in scope: String? = nil
        ) {
            self.init(kind, .text(name), at: location, to: receiver, in: scope)
        }

        package init(
            _ kind: TraceEvent.Kind, of type: any Any.Type, at location: SourceLocation,
            to receiver: SourceLocation? = nil, in scope: String? = nil
        ) {
            self.init(kind, .type(type), at: location, to: receiver, in: scope)
        }
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
        if let duration { line += ", \(duration.microseconds) µs" }
        if outcome != .done { line += ", \(outcome)" }
        return line
    }
}

extension TraceEvent.Outcome: CustomStringConvertible {
    /// A word or two.
    public var description: String {
        switch self {
        case .running: "running"
        case .done: "done"
        case .queued: "queued"
        case .unreceived: "unreceived"
        case .dropped: "dropped"
        case .failed(let error): "failed: \(error)"
        case .refused(let reason): "refused: \(reason)"
        case .invalid(let reason): "invalid: \(reason)"
        case .notFound: "not found"
        case .declined: "declined"
        case .parked(let name): "parked by \(name)"
        case .redirected(let url): "redirected to \(url)"
        }
    }
}

extension Duration {
    /// Microseconds, with up to three places after the point and no needless zero.
    var microseconds: String {
        let nanoseconds = components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
        let rest = nanoseconds % 1_000
        guard rest != 0 else { return "\(nanoseconds / 1_000)" }
        let digits = "\(rest + 1_000)".dropFirst()
        let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
        return "\(nanoseconds / 1_000).\(digits[...end])"
    }
}
