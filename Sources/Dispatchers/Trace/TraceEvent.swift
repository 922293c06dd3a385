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

/// A ring buffer of the last events, and who sends and receives what.
///
/// A pure value: it knows no thread, no lock and no clock.
struct TraceRing: Sendable {
    /// How many different places it remembers for one subject, and how many subjects.
    private static let limit = 1_024

    private let capacity: Int
    private var slots: [TraceEvent] = []
    private var nextID: UInt64 = 1

    private(set) var traffic: [String: TraceTraffic] = [:]

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// All events that it holds, first begun first.
    var events: [TraceEvent] { slots.sorted { $0.id < $1.id } }

    mutating func begin(
        _ subject: Trace.Subject, because cause: UInt64?, at time: Duration, on thread: Int
    ) -> UInt64 {
        let event = TraceEvent(
            id: nextID, cause: cause, kind: subject.kind, subject: subject.name, location: subject.location,
            receiver: subject.receiver, time: time, thread: thread, outcome: .running)
        nextID += 1
        if slots.count < capacity { slots.append(event) } else { slots[slot(of: event.id)] = event }
        count(event)
        return event.id
    }

    /// Ends an event; `nil` when it was pushed out.
    mutating func end(_ id: UInt64, _ outcome: TraceEvent.Outcome, at time: Duration) -> TraceEvent? {
        let slot = slot(of: id)
        guard slot < slots.count, slots[slot].id == id else { return nil }
        slots[slot].duration = time - slots[slot].time
        slots[slot].outcome = outcome
        return slots[slot]
    }

    /// Forgets all; numbers go on, in step with the slots.
    mutating func clear() {
        slots = []
        traffic = [:]
        let rest = (nextID - 1) % UInt64(capacity)
        if rest != 0 { nextID += UInt64(capacity) - rest }
    }

    private func slot(of id: UInt64) -> Int { Int((id - 1) % UInt64(capacity)) }

    private mutating func count(_ event: TraceEvent) {
        guard traffic[event.subject] != nil || traffic.count < Self.limit else { return }
        traffic[event.subject, default: TraceTraffic(subject: event.subject)].count(event, limit: Self.limit)
    }
}

/// Who sends something, and who receives it.
public struct TraceTraffic: Sendable, Hashable {
    /// What it is about.
    public let subject: String

    /// Where it was posted, set, called or opened, and how often.
    public private(set) var senders: [SourceLocation: Int] = [:]

    /// Where those were registered who received it, and how often.
    public private(set) var receivers: [SourceLocation: Int] = [:]

    init(subject: String) {
        self.subject = subject
    }

    fileprivate mutating func count(_ event: TraceEvent, limit: Int) {
        func count(_ place: SourceLocation, in places: inout [SourceLocation: Int]) {
            if places[place] != nil || places.count < limit { places[place, default: 0] += 1 }
        }
        if let receiver = event.receiver {
            count(receiver, in: &receivers)
        } else {
            count(event.location, in: &senders)
        }
    }
}

extension TraceTraffic: CustomStringConvertible {
    /// A line for each sender and each receiver, those who do so most often first.
    public var description: String {
        func lines(_ places: [SourceLocation: Int], _ verb: String) -> [String] {
            places.map { (-$0.value, $0.key.description) }.sorted { $0 < $1 }
                .map { "  \(verb) \($1), \(-$0) times" }
        }
        return ([subject] + lines(senders, "sent at") + lines(receivers, "received at")).joined(separator: "\n")
    }
}
