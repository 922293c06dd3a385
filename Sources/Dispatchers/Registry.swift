/// Who is registered for what, and in which order they come.
///
/// The one mechanism under every center and hook: a pure value that decides order, ownership, snapshots and
/// cancellation. It knows no thread, no lock and no clock; its user guards it and acts on what it answers. Elements that
/// it gives back are to be released outside of the user's lock.
///
/// Within a topic, entries stand in the order of their keys.
package struct Registry<Topic: Hashable & Sendable, Element: Sendable>: Sendable {
    /// What finds an entry again, and the order among entries: higher priority first, then first registered first.
    ///
    /// Identifiers are unique in the registry and never used twice.
    package struct Key: Sendable, Hashable, Comparable {
        package let topic: Topic
        package let priority: Int
        package let id: UInt64

        package static func < (left: Key, right: Key) -> Bool {
            left.priority == right.priority ? left.id < right.id : left.priority > right.priority
        }
    }

    /// An element in its place.
    package struct Entry: Sendable {
        package let key: Key
        package let element: Element
    }

    private typealias Row = RegistryRow<Element>

    private var topics: [Topic: Row] = [:]
    private var owners: [ObjectIdentifier: [Key]] = [:]
    /// Apart from the entries, of which most have no owner and many are alive.
    private var ownersByID: [UInt64: ObjectIdentifier] = [:]
    private var lastID: UInt64 = 0
    private var sweepThreshold = 16

    /// The number of entries.
    package private(set) var count = 0 {
        didSet { if count * 4 < sweepThreshold { sweepThreshold = Swift.max(16, count * 2) } }
    }

    package init() {}

    /// The entries of a topic in order: a snapshot that later changes leave as it is.
    package subscript(topic: Topic) -> [Entry] {
        topics[topic]?.slots.map { slot in
            Entry(key: Key(topic: topic, priority: slot.priority, id: slot.id), element: slot.element)
        } ?? []
    }

    /// The entries of several topics, merged into one order.
    ///
    /// Linear in their number, but for a logarithm.
    package subscript(topics: some Collection<Topic>) -> [Entry] {
        topics.count == 1 ? topics.first.map { self[$0] } ?? [] : topics.flatMap { self[$0] }.sorted { $0.key < $1.key }
    }

    /// All entries, first registered first.
    package var all: [Entry] { topics.keys.flatMap { self[$0] }.sorted { $0.key.id < $1.key.id } }

    /// Adds an element behind all of its topic that have its priority or a higher one.
    ///
    /// Takes constant time when no entry of the topic has a lower priority, else a look at some hundredth of its entries.
    package mutating func insert(
        _ element: Element, on topic: Topic, priority: Int = 0, owner: ObjectIdentifier? = nil
    ) -> Key {
        lastID += 1
        let key = Key(topic: topic, priority: priority, id: lastID)
        topics[topic, default: Row()].insert((priority, lastID, element))
        if let owner {
            owners[owner, default: []].append(key)
            ownersByID[lastID] = owner
        }
        count += 1
        return key
    }

    /// Takes out one entry, found in logarithmic time, and answers its element, or `nil` when it is gone.
    package mutating func remove(_ key: Key) -> Element? {
        guard let place = topics.index(forKey: key.topic),
            let element = topics.values[place].remove(priority: key.priority, id: key.id)
        else { return nil }
        if topics.values[place].isEmpty { topics.remove(at: place) }
        if !ownersByID.isEmpty, let owner = ownersByID.removeValue(forKey: key.id) {
            forget(key, of: owner)
        }
        count -= 1
        return element
    }

    /// Takes out the entries with these keys and answers their elements; a key that is gone is passed over.
    ///
    /// A few are found one by one, many by one walk through the topics concerned.
    package mutating func removeAll(_ keys: some Collection<Key>) -> [Element] {
        if keys.count <= 4 { return keys.compactMap { remove($0) } }
        let doomed = Set(keys)
        var removed: [Entry] = []
        for topic in Set(keys.map(\.topic)) {
            let entries = self[topic]
            removed += entries.filter { doomed.contains($0.key) }
            let rest = entries.filter { !doomed.contains($0.key) }
            topics[topic] = Row(rest.map { ($0.key.priority, $0.key.id, $0.element) })
        }
        for owner in Set(removed.compactMap { ownersByID.removeValue(forKey: $0.key.id) }) {
            owners[owner] = owners[owner]?.filter { !doomed.contains($0) }.nonEmpty
        }
        count -= removed.count
        return removed.map(\.element)
    }

    /// Takes a key from those of an owner, which stand in the order of their identifiers.
    private mutating func forget(_ key: Key, of owner: ObjectIdentifier) {
        guard let place = owners.index(forKey: owner) else { return }
        var (low, high) = (0, owners.values[place].count)
        while low < high {
            let middle = low + (high - low) / 2
            if owners.values[place][middle].id < key.id { low = middle + 1 } else { high = middle }
        }
        if low < owners.values[place].count, owners.values[place][low] == key { owners.values[place].remove(at: low) }
        if owners.values[place].isEmpty { owners.remove(at: place) }
    }

    /// What an owner registered and did not take back, in the order of registration.
    package func keys(ownedBy owner: ObjectIdentifier) -> [Key] { owners[owner] ?? [] }

    /// Takes out everything that an owner registered and answers the elements, by topic in their order.
    package mutating func removeAll(ownedBy owner: ObjectIdentifier) -> [Element] {
        removeAll(owners[owner] ?? [])
    }

    /// Whether so much was added since the last sweep that looking at every entry is paid for.
    ///
    /// True each time the number of entries has doubled: a sweep costs constant time an insertion.
    package var isSweepDue: Bool { count >= sweepThreshold }

    /// Notes that every entry was looked at and the dead ones were removed.
    package mutating func didSweep() {
        sweepThreshold = Swift.max(16, count * 2)
    }
}

extension Array {
    fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
