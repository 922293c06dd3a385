import SignalboxCore
import Synchronization

/// The subscriptions of one center, by topic, and the order in which they are called.
///
/// Deliveries read lists without a lock (`Hub+Delivering`). Changes take the lock, which a hub shares with those above and below it.
///
/// To read this folder, begin with the way of a value:
///
/// 1. A center makes a `Posting`, and `Hub+Delivering` begins the `DeliveryScope` of the thread.
/// 2. A `Reader` loads the `SubscriptionList` of the `Topic` without retaining it. `Readers` releases a replaced list when no delivery reads it.
/// 3. `Delivery` decides the next step for each receiver, and `Hub+Steps` carries it out.
/// 4. For other actors, the value becomes a `PendingMessage`, in a job of an `ActorQueue`.
/// 5. What handlers post meanwhile becomes an `AcceptedMessage`, which is delivered at the end of the scope.
///
/// Soundness: the properties after the comment that says so are guarded by that lock. All others are constant or atomic.
final class Hub: @unchecked Sendable {
    /// The deepest nesting of centers.
    static let deepestNesting = 1_000

    /// The name of the hub in the trace.
    let name: String?

    let policy: Policy
    let trace: Trace
    let tree: Tree
    let readers: Readers
    let parent: Hub?

    /// The number of hubs above it.
    let depth: Int

    let topics = TopicTree()
    fileprivate let closed = Atomic(false)

    // Guarded by the lock of the tree:

    fileprivate(set) var allTopics: [Topic] = []
    fileprivate(set) var wideTopics: [Topic] = []
    fileprivate(set) var children: [ObjectIdentifier: Hub] = [:]

    /// The subscriptions of each owner.
    fileprivate var owners: [ObjectIdentifier: SubscriptionSet] = [:]
    fileprivate var subscriptionCount = 0

    /// The number of subscriptions from which on those of released owners are looked for.
    fileprivate var sweepThreshold = 16

    init(parent: Hub? = nil, name: String?, trace: Trace, policy: Policy) {
        precondition(
            (1...1_000).contains(policy.cycleLimit),
            "the cycle limit is \(policy.cycleLimit), which is not from 1 to 1,000")
        precondition(policy.queueLimit >= 1, "a queue for \(policy.queueLimit) could never hold one")
        self.parent = parent
        self.name = name
        self.trace = trace
        self.policy = policy
        tree = parent?.tree ?? Tree()
        readers = tree.readers
        depth = parent.map { $0.depth + 1 } ?? 0
        precondition(depth < Self.deepestNesting, "centers are nested at most \(Self.deepestNesting) deep")
        guard let parent else { return }
        tree.state.withLock { _ in parent.children[ObjectIdentifier(self)] = self }
        if parent.isClosed { close() }
    }

    /// A Boolean value that indicates whether the hub is closed.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// This hub and those below it, under the lock.
    var hubsBelow: [Hub] {
        var all: [Hub] = []
        var rest = [self]
        while let hub = rest.popLast() {
            all.append(hub)
            rest += hub.children.values
        }
        return all
    }

    /// This hub, and those above it that its values reach.
    var hubsReachedByValues: some Sequence<Hub> {
        sequence(first: self) { $0.policy.passesUp ? $0.parent : nil }
    }
}

// Topics and subscriptions.
extension Hub {
    /// Returns the topic with an identity, made if it is new.
    func topic(_ id: ObjectIdentifier, _ make: () -> Topic) -> Topic {
        if let known = topics[id] { return known.object }
        let new = make()
        return tree.state.withLock { _ in
            if let known = topics[id] { return known.object }
            topics.insert(new)
            allTopics.append(new)
            if new.isWide { wideTopics.append(new) }
            return new
        }
    }

    /// All subscriptions, first registered first.
    var subscriptions: [Subscription] {
        tree.activity.note()
        return tree.state.withLock { _ in allTopics.flatMap(\.allSubscriptions) }.inOrderOfRegistration
    }

    /// Returns the subscriptions to a topic of this hub, in the order in which they are called.
    func subscriptions(of topic: Topic) -> [Subscription] {
        tree.state.withLock { _ in topic.subscriptions.active }.inCallOrder
    }

    /// Subscribes to a topic.
    ///
    /// In a hub that is closed the subscription has ended when this returns.
    ///
    /// - Parameters:
    ///   - handler: The code to call.
    ///   - topic: A topic of this hub.
    ///   - terms: The properties of the subscription.
    /// - Returns: The subscription, which the hub retains.
    @inline(never)
    func subscribe(_ handler: Handler, to topic: Topic, _ terms: Subscription.Terms) -> Subscription {
        let subject = terms.subject.map { WeakReference($0) }
        let (subscription, oldList, isSweepDue) = tree.state.withLock { state in
            let replayed = terms.isTap ? [] : topic.messagesToReplay(in: self)
            let queue = terms.actor.map { state.queues.queue(of: $0) }
            let replayQueue = queue == nil && !replayed.isEmpty ? ActorQueue(of: nil) : nil
            let subscription = Subscription(
                readers.advance(), to: topic, in: self, calling: handler, terms, about: subject, on: queue,
                replayingIn: replayQueue)
            add(subscription)
            subscription.replay(replayed)
            return (subscription, invalidateList(of: topic), subscriptionCount >= sweepThreshold)
        }
        retire(oldList)
        tree.activity.note()
        if isClosed { subscription.cancel() }
        if isSweepDue { sweep() }
        if let queue = subscription.replayQueue { runInside { scope in scope.collectingPosts { queue.leave() } } }
        return subscription
    }

    /// Adds a subscription, under the lock.
    private func add(_ subscription: Subscription) {
        subscription.topic.add(subscription)
        if let owner = subscription.owner { owners[owner, default: SubscriptionSet()].add(subscription) }
        subscriptionCount += 1
    }

    /// Ends a subscription, unless it has ended.
    @inline(never)
    func remove(_ subscription: Subscription) {
        var handler: Handler?
        var oldList: SubscriptionList?
        var staleLists: [SubscriptionList] = []
        tree.state.withLock { state in
            handler = subscription.takeHandler()
            guard let handler else { return }
            countEnded(of: subscription)
            state.keepRunning(handler, of: subscription)
            oldList = invalidateList(of: subscription.topic)
            guard sweepThreshold > 16, subscriptionCount * 4 < sweepThreshold else { return }
            sweepThreshold = max(16, subscriptionCount * 2)
            staleLists = takeStaleLists()
        }
        handler?.end()
        readers.retire(handler, linkedAt: subscription.id)
        retire(oldList)
        for list in staleLists { retire(list) }
    }

    /// Notes that a subscription has ended, under the lock.
    private func countEnded(of subscription: Subscription) {
        subscription.topic.countEnded()
        subscriptionCount -= 1
        guard let owner = subscription.owner else { return }
        owners[owner]?.countEnded()
        if owners[owner]?.isEmpty == true { owners[owner] = nil }
    }

    /// Returns the first subscription of an owner.
    func firstSubscription(ownedBy owner: ObjectIdentifier) -> Subscription? {
        tree.state.withLock { _ in owners[owner]?.active.first }
    }

    /// Ends all subscriptions of an owner.
    func cancel(ownedBy owner: ObjectIdentifier) {
        let owned = tree.state.withLock { _ in owners[owner]?.active ?? [] }
        for subscription in owned { subscription.cancel() }
    }

    /// Ends the subscriptions of released owners.
    func sweep() {
        for subscription in subscriptions where subscription.isOrphaned { subscription.cancel() }
        tree.state.withLock { _ in sweepThreshold = max(16, subscriptionCount * 2) }
    }
}

// Closing.
extension Hub {
    /// Ends all subscriptions here and below, and refuses all others from now on.
    func close() {
        let hubs = tree.state.withLock { _ in
            parent?.children[ObjectIdentifier(self)] = nil
            return closeAll()
        }
        for hub in hubs {
            for subscription in hub.subscriptions { subscription.cancel() }
            for topic in tree.state.withLock({ _ in hub.allTopics }) { topic.close(in: hub) }
        }
    }

    /// Marks this hub and those below as closed, under the lock.
    ///
    /// - Returns: The hubs that were open, outer ones first.
    private func closeAll() -> [Hub] {
        let closing = hubsBelow.filter { !$0.closed.exchange(true, ordering: .sequentiallyConsistent) }
        for hub in closing { hub.children = [:] }
        if !closing.isEmpty { invalidateAllLists() }
        return closing
    }
}
