/// One thing that happened in a program, as a `Trace` records it.
public struct TraceEvent: Sendable, Hashable, Identifiable {
    /// What an event is.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The word for it.
        public let description: String

        /// A message was posted.
        public static let post = Self(description: "post")

        /// An observer was told of a message or of a state's change, or a receiver was called.
        public static let delivery = Self(description: "delivery")

        /// A state was set.
        public static let set = Self(description: "set")

        /// A protocol was called.
        public static let call = Self(description: "call")

        /// A message was posted that asks for an answer.
        public static let request = Self(description: "request")

        /// A hook ran at its moment.
        public static let hook = Self(description: "hook")

        /// A URL was opened.
        public static let route = Self(description: "route")
    }

    /// How an event ended.
    public enum Outcome: Sendable, Hashable {
        /// It has not ended yet.
        case running
        /// It ended as it should.
        case done
        /// What was called threw an error, which is described here.
        case failed(String)
        /// It came to nothing, for the reason that is given here.
        case refused(String)
        /// It waits for its receiver's actor, where a delivery of its own will follow.
        case queued
    }

    /// Its number in the trace, never used twice: later events have higher ones.
    public let id: UInt64

    /// The event inside of which it happened or that led to it, if there is one.
    public let cause: UInt64?

    /// What it is.
    public let kind: Kind

    /// What it is about: the type of the message or of the state, the protocol, the hook, the URL.
    public let subject: String

    /// Where it was caused in the source.
    public let location: SourceLocation

    /// Where the receiver was registered, if there is one.
    public let receiver: SourceLocation?

    /// When it began, from the beginning of the trace.
    public let time: Duration

    /// A number that tells threads apart.
    public let thread: Int

    /// How long it took; `nil` while it is running.
    public internal(set) var duration: Duration?

    /// How it ended.
    public internal(set) var outcome: Outcome
}

extension TraceEvent: CustomStringConvertible {
    /// One line for a developer, as the log prints it.
    public var description: String {
        var line = "\(kind) \(subject) at \(location)"
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
        case .failed(let error): "failed: \(error)"
        case .refused(let reason): "refused: \(reason)"
        case .queued: "queued"
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
