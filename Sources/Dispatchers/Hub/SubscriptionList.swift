import Synchronization

/// The subscribers that a value of one topic reaches, in the order in which they are called.
///
/// A list never changes. A change of the subscribers makes it out of date, and the next delivery makes another one. A
/// subscription that ends meanwhile stays in it, without its handler.
final class SubscriptionList: Sendable {
    struct Entry: Sendable {
        /// Retained by the list.
        let subscription: UnretainedReference<Subscription>

        /// The isolation on which its handler may be called at once.
        let home: HomeActor

        /// The handler that the subscription had when the list was made.
        ///
        /// Soundness: `Hub.handler(of:at:)` alone reads it, and states what keeps the handler alive. It is called as `Handler` says.
        nonisolated(unsafe) let handler: UnretainedReference<Handler>
    }

    /// The isolation on which the handler of an entry may be called with the value itself, as a number that is compared
    /// fast.
    struct HomeActor: Equatable, Sendable {
        private let number: UInt

        private init(number: UInt) {
            self.number = number
        }

        /// Anywhere.
        static let anywhere = HomeActor(number: 0)

        /// Nowhere: the delivery decides what to do.
        static let nowhere = HomeActor(number: 1)

        /// On an actor, whose address is never 0 or 1.
        init(_ actor: ObjectIdentifier) {
            number = UInt(bitPattern: actor)
        }
    }

    /// Retained as long as they are in the list.
    let subscriptions: [Subscription]
    let entries: [Entry]

    /// The queues of the actors on which subscribers are called.
    let queues: [ActorQueue]

    /// A Boolean value that indicates whether a hub retains the values.
    let keepsMessages: Bool

    /// A Boolean value that indicates whether a value only has to be passed to all handlers, which may be called anywhere.
    let isPlain: Bool

    /// The time of the hub's readers at which the list was made.
    let time: UInt64

    init(_ subscriptions: [Subscription], of topic: Topic, keepsMessages: Bool, at time: UInt64) {
        var entries: [Entry] = []
        var queues: [ActorQueue] = []
        var lastQueue: ActorQueue?
        entries.reserveCapacity(subscriptions.count)
        // By index: in a build for debugging an iterator allocates at each step.
        for index in subscriptions.indices {
            let subscription = subscriptions[index]
            guard let handler = subscription.loadHandler() else { preconditionFailure("a receiver has ended") }
            let home = Self.home(of: subscription, for: topic)
            entries.append(Entry(subscription: UnretainedReference(subscription), home: home, handler: handler))
            guard let queue = subscription.queue, queue !== lastQueue else { continue }
            lastQueue = queue
            if !queues.contains(where: { $0 === queue }) { queues.append(queue) }
        }
        self.subscriptions = subscriptions
        self.entries = entries
        isPlain = !keepsMessages && entries.allSatisfy { $0.home == .anywhere }
        self.queues = queues
        self.keepsMessages = keepsMessages
        self.time = time
    }

    private static func home(of subscription: Subscription, for topic: Topic) -> HomeActor {
        guard subscription.isPlain, !subscription.topic.needsConversion(from: topic) else { return .nowhere }
        guard let queue = subscription.queue else { return .anywhere }
        return HomeActor(queue.actorID)
    }
}

extension [Subscription] {
    /// The subscriptions in the order in which they are called.
    var inCallOrder: [Subscription] { ordered { $0.isCalled(before: $1) } }

    /// The subscriptions in the order in which they were made.
    var inOrderOfRegistration: [Subscription] { ordered { $0.id < $1.id } }

    /// Sorts, unless the subscriptions are in order already.
    private func ordered(by precedes: (Subscription, Subscription) -> Bool) -> [Subscription] {
        for index in indices.dropFirst() where precedes(self[index], self[index - 1]) { return sorted(by: precedes) }
        return self
    }
}

// Lists of receivers: made by the first delivery that needs one, and out of date when subscribers change.

extension Hub {
    /// Returns the list of a topic of this hub for a value, under the lock; `nil` in a hub that is closed.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - value: A copy of the value.
    ///   - old: The list that was replaced, which has to be retired.
    /// - Returns: The list.
    func list(of topic: Topic, for value: any Sendable, replacing old: inout SubscriptionList?) -> SubscriptionList? {
        if isClosed { return nil }
        if let list = topic.list.load()?.object, isCurrent(list) { return list }
        let receivers = topic.receivers(of: value, in: self)
        let list = SubscriptionList(
            receivers.subscriptions.inCallOrder, of: topic, keepsMessages: receivers.keepsMessages, at: readers.now)
        old = topic.list.exchange(list)
        return list
    }

    /// Returns whether a list is newer than the last change that several lists depend on.
    func isCurrent(_ list: SubscriptionList) -> Bool {
        list.time >= tree.lastInvalidation.load(ordering: .sequentiallyConsistent)
    }

    /// Makes the lists that contain the subscriptions to a topic out of date, under the lock.
    ///
    /// - Returns: A list that has to be retired.
    func invalidateList(of topic: Topic) -> SubscriptionList? {
        guard let listed = topic.soleListTopic(in: self), children.isEmpty || !policy.passesUp else {
            invalidateAllLists()
            return topic.list.exchange(nil)
        }
        return listed.list.exchange(nil)
    }

    /// Makes all lists of the tree out of date, under the lock.
    ///
    /// The lists stay in their topics until deliveries replace them.
    func invalidateAllLists() {
        tree.lastInvalidation.store(readers.advance(), ordering: .sequentiallyConsistent)
    }

    /// Takes the lists of this hub and of those below that are out of date, under the lock.
    ///
    /// - Returns: The lists, which have to be retired.
    func takeStaleLists() -> [SubscriptionList] {
        hubsBelow.flatMap(\.allTopics).compactMap { topic in
            guard let list = topic.list.load()?.object, !isCurrent(list) else { return nil }
            return topic.list.exchange(nil)
        }
    }

    /// Releases a list that was taken, once no delivery uses it.
    func retire(_ list: SubscriptionList?) {
        if let list { readers.retire(list, linkedAt: list.time) }
    }
}
