import Dispatchers

/// Notes what happened, in the order in which it happened.
final class Recorder<Event: Sendable>: Sendable {
    private let events = Protected<[Event]>([])

    var all: [Event] { events.withLock { $0 } }

    func add(_ event: Event) {
        events.withLock { $0.append(event) }
    }
}
