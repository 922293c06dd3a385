/// The receivers of a message on one other actor.
struct ActorGroup: Sendable {
    /// Their places among all receivers, in order.
    ///
    /// There is at least one, and mostly one alone, which takes no allocation.
    struct Places: Sequence, Sendable {
        fileprivate let first: Parcel.Place
        fileprivate private(set) var others: [Parcel.Place] = []

        init(_ first: Parcel.Place) { self.first = first }

        var count: Int { others.count + 1 }

        mutating func append(_ place: Parcel.Place) { others.append(place) }

        func makeIterator() -> Iterator { Iterator(places: self) }

        struct Iterator: IteratorProtocol {
            fileprivate let places: Places
            private var index = 0

            fileprivate init(places: Places) { self.places = places }

            mutating func next() -> Parcel.Place? {
                defer { index += 1 }
                if index == 0 { return places.first }
                return index < places.count ? places.others[index - 1] : nil
            }
        }
    }

    let mailbox: Mailbox
    fileprivate(set) var places: Places
}

/// The receivers of a message on other actors, grouped by actor while they are gone through once.
struct ActorGroups {
    private static let few = 8

    private(set) var all: [ActorGroup] = []

    /// Where a mailbox's group is, once there are more than a few.
    private var indexes: [ObjectIdentifier: Int] = [:]

    mutating func append(_ place: Parcel.Place, for mailbox: Mailbox) {
        if let index = index(of: mailbox) {
            all[index].places.append(place)
        } else {
            all.append(ActorGroup(mailbox: mailbox, places: ActorGroup.Places(place)))
            if all.count > Self.few { noteIndexes(from: indexes.count) }
        }
    }

    private mutating func noteIndexes(from first: Int) {
        for index in first..<all.count { indexes[ObjectIdentifier(all[index].mailbox)] = index }
    }

    private func index(of mailbox: Mailbox) -> Int? {
        // Observers of one actor mostly follow one another.
        if let last = all.last, last.mailbox === mailbox { return all.count - 1 }
        return indexes.isEmpty ? all.firstIndex { $0.mailbox === mailbox } : indexes[ObjectIdentifier(mailbox)]
    }
}
