import Synchronization

/// Whom messages reach: the part of a center that its lock guards.
///
/// Observers of a message's own type, of its protocols and of its superclasses stand in one order. Which of the observed
/// types a message belongs to can only be asked of a value, so it is asked when a type is first posted, and again when a
/// type is observed that never was before; the answers are kept, one for each pair of types.
struct Audience: Sendable {
    typealias Seats = Registry<ObjectIdentifier, Seat>
    typealias Unlinked = PublishedList<Seat>.Unlinked

    /// What was taken out, to be ended and released; one stands beside the others, since it mostly is the only one.
    struct Removal: Sendable {
        var seat: Seat?
        var seats: [Seat] = []
        var unlinked: Unlinked?
        var others: [Unlinked] = []
    }

    /// What an observed type is, asked of a message.
    private typealias Test = (type: ObjectIdentifier, isMember: @Sendable (any Sendable) -> Bool)

    /// What is known about one posted type.
    private struct Knowledge {
        let channel: Channel
        /// The observed types that its messages belong to.
        var topics: [ObjectIdentifier]
        var testsDone = 0
    }

    /// What messages reach the observers of a type.
    private struct Reached {
        /// Whether messages are asked for this type.
        var isTested = false
        /// The channels of the posted types whose messages belong to it.
        var channels: [Channel] = []
    }

    /// Whether messages go no further up.
    let isTop: Bool

    private(set) var registry = Seats()
    var retained = RetainedMessages()
    private let unheard: UnheardTypes
    private var tests: [Test] = []
    private var known: [ObjectIdentifier: Knowledge] = [:]
    private var reached: [ObjectIdentifier: Reached] = [:]

    init(isTop: Bool, unheard: UnheardTypes) {
        self.isTop = isTop
        self.unheard = unheard
    }

    /// Adds an observer to every channel that is known to reach it.
    mutating func insert<Message: Sendable>(
        _ seat: Seat, of type: Message.Type, owner: ObjectIdentifier?, in epoch: Readers.Epoch
    ) -> (key: Seats.Key, unlinked: [Unlinked]) {
        let topic = ObjectIdentifier(type)
        let reached = reached[topic]
        if reached?.isTested != true { test(topic) { isMessage($0, of: Message.self) } }
        let key = registry.insert(seat, on: topic, priority: seat.priority, owner: owner)
        var unlinked: [Unlinked] = []
        for channel in reached?.channels ?? [] {
            let old = channel.seats.insert(seat, priority: key.priority, id: key.id, in: epoch)
            if !old.isEmpty { unlinked.append(old) }
            unheard.remove(channel.type)
        }
        return (key, unlinked)
    }

    /// Lets messages be asked whether they belong to a type, from now on.
    private mutating func test(_ topic: ObjectIdentifier, isMember: @escaping @Sendable (any Sendable) -> Bool) {
        reached[topic, default: Reached()].isTested = true
        tests.append((topic, isMember))
        forgetAnswers()
    }

    /// Takes out an observer, wherever it stands.
    mutating func remove(_ key: Seats.Key, in epoch: Readers.Epoch) -> Removal {
        guard let seat = registry.remove(key) else { return Removal() }
        var removal = Removal(seat: seat)
        for channel in reached[key.topic]?.channels ?? [] {
            let unlinked = channel.seats.remove(priority: key.priority, id: key.id, in: epoch)
            if removal.unlinked == nil { removal.unlinked = unlinked } else { removal.others.append(unlinked) }
        }
        return removal
    }

    mutating func removeAll(_ keys: [Seats.Key]) -> Removal {
        Removal(seats: registry.removeAll(keys), others: keys.flatMap(unlinked))
    }

    mutating func removeAll(ownedBy owner: ObjectIdentifier) -> Removal {
        removeAll(registry.keys(ownedBy: owner))
    }

    /// Lets the next post of each type go through the lock, where it finds out what has changed.
    func forgetAnswers() {
        unheard.removeAll()
        for knowledge in known.values { knowledge.channel.isDirect = .none }
    }

    /// Empties all channels.
    func unlinkAll() -> [Unlinked] { known.values.map { $0.channel.seats.replaceAll(with: []) } }

    mutating func didSweep() { registry.didSweep() }

    /// Whom a message reaches that is accepted now, in the channel of its own type.
    ///
    /// Finds out what is not known yet about that type.
    mutating func seats(for message: any Sendable, in table: borrowing AddressTable<Channel>) -> (
        ListSnapshot<Seat>?, Unlinked?
    ) {
        if message is any OptionalValue {
            // Each may count as another type: as what it wraps, or as nothing.
            let list = PublishedList<Seat>()
            _ = list.replaceAll(with: entries(of: tests.filter { $0.isMember(message) }.map(\.type)))
            return (list.view?.snapshot, nil)
        }
        let id = ObjectIdentifier(type(of: message))
        var unlinked: Unlinked?
        if (known[id]?.testsDone ?? -1) < tests.count { unlinked = learn(id, of: message, in: table) }
        return (known[id]?.channel.seats.view?.snapshot, unlinked)
    }

    /// Lets posts of a type go through the lock from now on, or no longer.
    ///
    /// - Returns: The messages that are retained no more.
    mutating func setRetained(_ type: ObjectIdentifier, limit: Int) -> [Parcel] {
        defer { unheard.remove(type) }
        known[type]?.channel.isDirect = .none
        known[type]?.testsDone = -1
        return retained.setLimit(limit, of: type)
    }

    private mutating func learn(
        _ id: ObjectIdentifier, of message: any Sendable, in table: borrowing AddressTable<Channel>
    )
        -> Unlinked
    {
        var knowledge = known[id] ?? Knowledge(channel: Channel(of: id), topics: [id])
        if known[id] == nil {
            table.insert(knowledge.channel, for: id)
            reached[id, default: Reached()].channels.append(knowledge.channel)
        }
        for test in tests[max(0, knowledge.testsDone)...] where test.isMember(message) {
            guard !knowledge.topics.contains(test.type) else { continue }
            knowledge.topics.append(test.type)
            reached[test.type, default: Reached()].channels.append(knowledge.channel)
        }
        knowledge.testsDone = tests.count
        known[id] = knowledge
        let unlinked = knowledge.channel.seats.replaceAll(with: entries(of: knowledge.topics))
        if isTop, !retained.hasLimit(id) {
            knowledge.channel.isDirect = type(of: message) is AnyObject.Type ? .ofExactClass : .full
        }
        return unlinked
    }

    private func entries(of topics: [ObjectIdentifier]) -> [(element: Seat, priority: Int, id: UInt64)] {
        registry[topics].map { ($0.element, $0.key.priority, $0.key.id) }
    }

    private func unlinked(_ key: Seats.Key) -> [Unlinked] {
        reached[key.topic]?.channels.map { $0.seats.remove(priority: key.priority, id: key.id) } ?? []
    }
}

/// Whom messages of one type reach.
///
/// A center makes one when a type is first posted, and keeps it.
final class Channel: Sendable {
    /// Whether the seats are all that a post has to know.
    enum Directness: UInt8, AtomicRepresentable {
        /// An observed type was not compared to this one, or messages are retained or go to a parent.
        case none
        /// Always.
        case full
        /// If the message is of no subclass: a variable of a class holds subclasses as well.
        case ofExactClass
    }

    let type: ObjectIdentifier

    /// Who hears the type's messages, in the order in which they are called.
    ///
    /// Shortcuts lead to those alone who observe this very type.
    let seats: PublishedList<Seat>

    private let directness = Atomic(Directness.none)

    init(of type: ObjectIdentifier) {
        self.type = type
        seats = PublishedList { ObjectIdentifier($0.type) == type ? $0.shortcut : .none }
    }

    var isDirect: Directness {
        get { directness.load(ordering: .acquiring) }
        set { directness.store(newValue, ordering: .releasing) }
    }

    /// Whether the seats are all that the post of a message has to know.
    @inline(__always)
    func isDirect<Message>(for message: Message) -> Bool {
        switch isDirect {
        case .none: false
        case .full: true
        case .ofExactClass: ObjectIdentifier(Swift.type(of: message)) == type
        }
    }

    /// Whether nobody would hear any message that is posted as this type, and that is all that a post has to know.
    var isUnheard: Bool { isDirect == .full && seats.isEmpty }
}

/// Whether a message belongs to an observed type.
///
/// The language casts a `nil` to every optional type. As a message it belongs to its own optional type, and to that of a
/// superclass of what it could wrap.
func isMessage<Message>(_ message: any Sendable, of type: Message.Type) -> Bool {
    guard message is Message else { return false }
    if Swift.type(of: message) == Message.self { return true }
    guard let observed = type as? any OptionalValue.Type, let message = message as? any OptionalValue,
        let wrapped = message.wrappedTypeOfNil
    else { return true }
    return observed.canWrap(wrapped)
}
