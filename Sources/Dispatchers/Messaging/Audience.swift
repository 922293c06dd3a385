/// Whom a message reaches: the pure part of a message center.
///
/// Observers of the message's own type, of its protocols and of its superclasses stand in one order. Which of the
/// observed types a message belongs to can only be asked of a value, so it is asked when a type is first posted, and
/// again when a type is observed that never was before; the answers are kept, one for each pair of types.
struct Audience: Sendable {
    typealias Seats = Registry<ObjectIdentifier, any AnySeat>

    private(set) var registry = Seats()
    private var tests: [(type: ObjectIdentifier, isMember: @Sendable (any Sendable) -> Bool)] = []
    private var tested: Set<ObjectIdentifier> = []
    private var channels: [ObjectIdentifier: Channel] = [:]
    /// The posted types whose messages belong to an observed type.
    private var members: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
    /// The `Roster` of a posted type, until somebody whom it reaches comes or goes.
    private(set) var rosters: [ObjectIdentifier: any AnyObject & Sendable] = [:]

    /// What is known about one posted type.
    private struct Channel {
        /// The observed types that a message of this type belongs to.
        var topics: [ObjectIdentifier]
        var testsDone = 0
    }

    mutating func insert<Message: Sendable>(_ seat: Seat<Message>, priority: Int, owner: ObjectIdentifier?) -> Seats.Key
    {
        let topic = ObjectIdentifier(Message.self)
        if tested.insert(topic).inserted {
            tests.append((topic, { $0 is Message }))
            rosters = [:]
        }
        forgetRosters(of: topic)
        return registry.insert(seat, on: topic, priority: priority, owner: owner)
    }

    mutating func remove(_ key: Seats.Key) -> [any AnySeat] {
        forgetRosters(of: key.topic)
        return registry.remove(key).map { [$0] } ?? []
    }

    mutating func removeAll(_ keys: [Seats.Key]) -> [any AnySeat] {
        for topic in Set(keys.map(\.topic)) { forgetRosters(of: topic) }
        return registry.removeAll(keys)
    }

    mutating func removeAll(ownedBy owner: ObjectIdentifier) -> [any AnySeat] {
        removeAll(registry.keys(ownedBy: owner))
    }

    mutating func didSweep() { registry.didSweep() }

    /// Finds out whom a message reaches, and notes it for the next message of its type.
    mutating func makeRoster<Message: Sendable>(for message: Message, _ type: ObjectIdentifier) -> Roster<Message> {
        let boxed: any Sendable = message
        if ObjectIdentifier(Swift.type(of: boxed)) != type || boxed is any OptionalMessage {
            // An existential's messages may each be of another type, and an optional may count as what it wraps.
            return roster(of: tests.filter { $0.isMember(boxed) }.map(\.type))
        }
        var channel = channels[type] ?? Channel(topics: [type])
        let untested = tests[channel.testsDone...]
        channel.topics += untested.filter { $0.type != type && $0.isMember(boxed) }.map(\.type)
        channel.testsDone = tests.count
        for topic in channel.topics { members[topic, default: []].insert(type) }
        channels[type] = channel
        let roster: Roster<Message> = roster(of: channel.topics)
        rosters[type] = roster
        return roster
    }

    private func roster<Message: Sendable>(of topics: [ObjectIdentifier]) -> Roster<Message> {
        Roster(registry[topics])
    }

    private mutating func forgetRosters(of topic: ObjectIdentifier) {
        for type in members[topic] ?? [] { rosters[type] = nil }
    }
}

private protocol OptionalMessage {}
extension Optional: OptionalMessage {}
