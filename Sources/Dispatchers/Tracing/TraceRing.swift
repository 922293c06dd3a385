/// The last so many events, and who sends and receives what.
///
/// It knows no thread, no lock and no clock.
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
        if let receiver = event.receiver {
            Self.count(receiver, in: &receivers, limit)
        } else {
            Self.count(event.location, in: &senders, limit)
        }
    }

    private static func count(_ place: SourceLocation, in places: inout [SourceLocation: Int], _ limit: Int) {
        guard places[place] != nil || places.count < limit else { return }
        places[place, default: 0] += 1
    }
}

extension TraceTraffic: CustomStringConvertible {
    /// A line for each sender and each receiver, those who do so most often first.
    public var description: String {
        let lines = Self.lines(senders, "sent at") + Self.lines(receivers, "received at")
        return ([subject] + lines).joined(separator: "\n")
    }

    private static func lines(_ places: [SourceLocation: Int], _ verb: String) -> [String] {
        places.map { (count: $0.value, place: $0.key.description) }
            .sorted { $0.count == $1.count ? $0.place < $1.place : $0.count > $1.count }
            .map { "  \(verb) \($0.place), \($0.count) times" }
    }
}
