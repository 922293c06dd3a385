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
    package struct Entry: Keyed, Sendable {
        package let key: Key
        package let element: Element
        fileprivate let owner: ObjectIdentifier?
    }

    private var topics: [Topic: [Entry]] = [:]
    private var owners: [ObjectIdentifier: [Key]] = [:]
    private var lastID: UInt64 = 0
    private var sweepThreshold = 16

    /// The number of entries.
    package private(set) var count = 0 {
        didSet { if count * 4 < sweepThreshold { sweepThreshold = Swift.max(16, count * 2) } }
    }

    package init() {}

    /// The entries of a topic in order: a snapshot that later changes leave as it is.
    package subscript(topic: Topic) -> [Entry] { topics[topic] ?? [] }

    /// The entries of several topics, merged into one order.
    ///
    /// Linear in their number, but for a logarithm.
    package subscript(topics: some Collection<Topic>) -> [Entry] {
        topics.count == 1 ? topics.first.map { self[$0] } ?? [] : topics.flatMap { self[$0] }.sorted { $0.key < $1.key }
    }

    /// All entries, first registered first.
    package var all: [Entry] { topics.values.joined().sorted { $0.key.id < $1.key.id } }

    /// Adds an element behind all of its topic that have its priority or a higher one.
    ///
    /// Takes constant time when no entry of the topic has a lower priority and no snapshot of it is held, else time
    /// linear in the topic.
    package mutating func insert(
        _ element: Element, on topic: Topic, priority: Int = 0, owner: ObjectIdentifier? = nil
    ) -> Key {
        lastID += 1
        let key = Key(topic: topic, priority: priority, id: lastID)
        let entry = Entry(key: key, element: element, owner: owner)
        topics[topic, default: []].insertInOrder(entry)
        if let owner { owners[owner, default: []].append(key) }
        count += 1
        return key
    }

    /// Takes out one entry, found in logarithmic time, and answers its element, or `nil` when it is gone.
    package mutating func remove(_ key: Key) -> Element? {
        guard let index = topics[key.topic]?.index(of: key),
            let entry = topics[key.topic]?.remove(at: index)
        else { return nil }
        if topics[key.topic]?.isEmpty == true { topics[key.topic] = nil }
        if let owner = entry.owner { owners[owner] = owners[owner]?.filter { $0 != key }.nonEmpty }
        count -= 1
        return entry.element
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
            topics[topic] = entries.filter { !doomed.contains($0.key) }.nonEmpty
        }
        for owner in Set(removed.compactMap(\.owner)) {
            owners[owner] = owners[owner]?.filter { !doomed.contains($0) }.nonEmpty
        }
        count -= removed.count
        return removed.map(\.element)
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

/// What stands in an array in the order of its keys.
private protocol Keyed {
    associatedtype Key: Comparable
    var key: Key { get }
}

extension Array where Element: Keyed {
    fileprivate mutating func insertInOrder(_ element: Element) {
        if let last, element.key < last.key {
            insert(element, at: partitionPoint(of: element.key))
        } else {
            append(element)
        }
    }

    fileprivate func index(of key: Element.Key) -> Int? {
        let index = partitionPoint(of: key)
        return index < count && self[index].key == key ? index : nil
    }

    /// The number of elements that come before a key.
    private func partitionPoint(of key: Element.Key) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Array {
    fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
