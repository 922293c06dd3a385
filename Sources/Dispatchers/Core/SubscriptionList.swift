import Synchronization

/// The subscribers that a value of one topic reaches, in the order in which they are called.
///
/// It never changes. Whatever changes the subscribers makes it out of date, and the next delivery makes another one. A
/// subscription that ends meanwhile is still in it, without its handler.
final class SubscriptionList: Sendable {
    struct Entry: Sendable {
        /// Retained by the list.
        let subscription: Borrowed<Subscription>

        /// The address of the actor on which it is called; 0 if that is the thread that delivers, 1 for a tap,
        /// a replay, a subject, a queue of its own, or a conversion.
        let site: UInt
    }

    /// Retained as long as they are in the list.
    let subscriptions: [Subscription]
    let entries: [Entry]

    /// The queues of the actors on which subscribers are called.
    let queues: [ActorQueue]

    /// Whether a hub retains the values.
    let isRetained: Bool

    /// When the list was made, as a time of the hub's readers.
    let time: UInt64

    init(_ subscriptions: [Subscription], of topic: Topic, isRetained: Bool, at time: UInt64) {
        var (entries, queues, last) = ([Entry](), [ActorQueue](), ActorQueue?.none)
        entries.reserveCapacity(subscriptions.count)
        // By index: in a build for debugging an iterator allocates at each step.
        for index in subscriptions.indices {
            let subscription = subscriptions[index]
            let isSimple = subscription.isSimple && !subscription.topic.needsConversion(from: topic)
            let site = isSimple ? subscription.queue.map { UInt(bitPattern: $0.actorID) } ?? 0 : 1
            entries.append(Entry(subscription: Borrowed(subscription), site: site))
            guard let queue = subscription.queue, queue !== last else { continue }
            last = queue
            if !queues.contains(where: { $0 === queue }) { queues.append(queue) }
        }
        (self.entries, self.queues, self.subscriptions) = (entries, queues, subscriptions)
        (self.isRetained, self.time) = (isRetained, time)
    }
}

extension [Subscription] {
    /// The subscriptions in the order in which they are called, or in that in which they were made, if they are not yet.
    ///
    /// Both orders use this one function, since the compiler makes a copy of the library's sort for each closure.
    func inOrder(ofCalls isOfCalls: Bool) -> [Subscription] {
        for index in indices.dropFirst() where self[index].precedes(self[index - 1], inCalls: isOfCalls) {
            return sorted { $0.precedes($1, inCalls: isOfCalls) }
        }
        return self
    }
}

// What lists depend on: the subscriptions of topics here and above.

extension Hub {
    /// The list of a topic of this hub, under the lock, for a value of it; `nil` in a hub that is closed.
    ///
    /// One that is out of date is replaced, and has to be retired.
    func list(
        of topic: Topic, for message: any Sendable, replacing old: inout SubscriptionList?
    ) -> SubscriptionList? {
        if isClosed { return nil }
        if let list = topic.list.load()?.object, isCurrent(list) { return list }
        var (subscriptions, isRetained) = ([Subscription](), false)
        for hub in hubs {
            let own = hub.topics[topic.id]?.object
            isRetained = isRetained || own?.retained.limit ?? 0 > 0
            subscriptions += own?.active ?? []
            for wide in hub.wide.values where wide !== own && wide.includes(message, of: topic) {
                subscriptions += wide.active
            }
        }
        let list = SubscriptionList(
            subscriptions.inOrder(ofCalls: true), of: topic, isRetained: isRetained, at: readers.now)
        old = topic.list.exchange(list)
        return list
    }

    /// Whether nothing has changed in other topics, since a list was made, that it depends on.
    func isCurrent(_ list: SubscriptionList) -> Bool {
        list.time >= tree.lastChange.load(ordering: .sequentiallyConsistent)
    }

    /// Makes the lists that a topic is in out of date, under the lock; returns that of the topic, to be retired.
    func takeList(of topic: Topic) -> SubscriptionList? {
        if topic.kind.isWide || !children.isEmpty { takeAllLists() }
        return topic.list.exchange(nil)
    }

    /// Makes all lists of the tree out of date, under the lock.
    func takeAllLists() { tree.lastChange.store(readers.advance(), ordering: .sequentiallyConsistent) }

    /// Releases a list that was taken, once no delivery uses it.
    func retire(_ list: SubscriptionList?) { if let list { readers.retire(list, linkedAt: list.time) } }

    /// The hubs that a value reaches, this one first.
    var hubs: some Sequence<Hub> { sequence(first: self) { $0.policy.holdsStates ? nil : $0.parent } }
}
