import Synchronization

/// The subscribers that a value of one topic reaches, in the order in which they are called, grouped by actor.
///
/// Deliveries go through it without a lock, while one writer at a time appends subscribers behind the last one. Whatever
/// else changes takes the list back, and the next delivery has a new one made; a subscription that ends stays in its place,
/// without its handler.
///
/// Why it is sound: the entries below `count` never change and are freed with the list. A thread reaches the list as a
/// reader of its hub, or retains it. The list retains its subscriptions, and each of these its handler until it ends.
final class SubscriptionList: @unchecked Sendable {
    struct Entry {
        /// Retained by the list.
        let subscription: Unmanaged<Subscription>

        /// Where it is called; `special`, too, if the value has to be converted first.
        let site: CallSite

        /// The index of its queue, or −1.
        let queue: Int32
    }

    /// The queues of the actors on which subscribers are called.
    let queues: [ActorQueue]

    /// Whether there are any.
    let hasQueues: Bool

    /// When the list was made, or an earlier epoch.
    let birth: Readers.Epoch

    let entries: UnsafeMutablePointer<Entry>
    private let capacity: Int
    private let used: Atomic<Int>

    /// How many of them have ended; guarded by the lock of the hub, as appending is.
    private var ended = 0

    init(_ subscriptions: [Subscription], of topic: Topic, birth: Readers.Epoch) {
        let count = subscriptions.count
        self.birth = birth
        capacity = count == 0 ? 0 : count + max(4, count)
        entries = .allocate(capacity: capacity)
        used = Atomic(count)
        var queues: [ActorQueue] = []
        var indexes: [ObjectIdentifier: Int32] = [:]
        for index in subscriptions.indices {
            let subscription = subscriptions[index]
            var queueIndex: Int32 = -1
            if let queue = subscription.queue {
                queueIndex = indexes[ObjectIdentifier(queue)] ?? Int32(queues.count)
                if queueIndex == queues.count {
                    indexes[ObjectIdentifier(queue)] = queueIndex
                    queues.append(queue)
                }
            }
            (entries + index).initialize(to: Self.entry(subscription, queueIndex, in: topic))
        }
        self.queues = queues
        hasQueues = !queues.isEmpty
    }

    deinit {
        for index in 0..<count { entries[index].subscription.release() }
        entries.deallocate()
    }

    /// How many subscribers there are, some of which may have ended: read once, it is a snapshot.
    var count: Int { used.load(ordering: .acquiring) }

    /// Appends a subscriber, if it belongs at the end, there is room, and its queue is known.
    func append(_ subscription: Subscription, of topic: Topic) -> Bool {
        let count = count
        guard count > 0, count < capacity else { return false }
        let last = entries[count - 1].subscription.takeUnretainedValue()
        guard last.hub === subscription.hub, last < subscription else { return false }
        var queueIndex: Int32 = -1
        if let queue = subscription.queue {
            guard let index = queues.firstIndex(where: { $0 === queue }) else { return false }
            queueIndex = Int32(index)
        }
        (entries + count).initialize(to: Self.entry(subscription, queueIndex, in: topic))
        used.store(count + 1, ordering: .releasing)
        return true
    }

    /// Notes that a subscriber has ended; `true` when the list should be made anew, since so many have.
    func noteEnd() -> Bool {
        ended += 1
        return ended * 2 >= count
    }

    private static func entry(_ subscription: Subscription, _ queue: Int32, in topic: Topic) -> Entry {
        Entry(
            subscription: .passRetained(subscription),
            site: subscription.topic.needsConversion(from: topic) ? .special : subscription.site, queue: queue)
    }
}

/// A list that is retained, with the subscribers that it had at one moment.
struct Snapshot: Sendable {
    let list: SubscriptionList
    let count: Int
}

extension Snapshot: Sequence {
    /// The subscribers in the order in which they are called, some of which may have ended.
    func makeIterator() -> some IteratorProtocol<Subscription> {
        (0..<count).lazy.map { list.entries[$0].subscription.takeUnretainedValue() }.makeIterator()
    }
}
