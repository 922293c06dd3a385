import Synchronization

/// The subscriptions of one center: what can be subscribed to, who has, and in which order they are called.
///
/// Deliveries read lists without a lock (`Hub+Delivering`); whatever changes takes the lock, which a hub shares with those
/// above and below it.
///
/// Why it may be shared: what follows the comment that says so is guarded by that lock, and all else constant or atomic.
final class Hub: @unchecked Sendable {
    /// In what the centers differ.
    struct Policy: Sendable {
        /// How many deliveries may lead to one another.
        var cycleLimit = 100

        /// How many jobs may wait for one actor.
        var queueLimit = 65_536

        /// Whether its values are changes of states.
        ///
        /// They are not delivered to hubs above, and need no receivers. Calls on an actor neither overtake one another nor nest,
        /// except for observers that coalesce, which have a queue of their own.
        var holdsStates = false

        /// Called with what failed, was dropped or was refused.
        var onError: @Sendable (DeliveryFailure) -> Void

        /// Called with what no subscriber received.
        var onDeadLetter: (@Sendable (DeliveryFailure) -> Void)?
    }

    /// What a hub shares with those above and below it.
    final class Tree: Sendable {
        let readers = Readers()

        /// When something changed on which the lists of several topics depend: those that were made before are out of date.
        let lastChange = Atomic<UInt64>(0)

        let state = Protected(State())

        struct State: Sendable {
            var queues = ActorQueues()
            /// The actors that have a job to deliver what waits in a loop inside of a handler.
            var nestedLoops: Set<ObjectIdentifier> = []
        }
    }

    /// What the trace calls it.
    let name: String?

    let policy: Policy
    let trace: Trace
    let tree: Tree
    let readers: Readers
    let parent: Hub?

    /// How many hubs are above it.
    let depth: Int

    let topics = TopicTree()
    private let closed = Atomic(false)

    // Guarded by the lock of the tree:

    private(set) var allTopics: [Topic] = []
    /// Whether messages of a topic are retained, or were.
    var isRetaining = false
    /// Those that values of other types may belong to, and that have had a subscriber.
    private(set) var wide: [ObjectIdentifier: Topic] = [:]
    private(set) var children: [ObjectIdentifier: Hub] = [:]
    /// What each owner made.
    private var owners: [ObjectIdentifier: SubscriptionSet] = [:]
    private var count = 0
    /// How many subscriptions there have to be until dead owners are looked for.
    private var sweepThreshold = 16

    init(parent: Hub? = nil, name: String?, trace: Trace, policy: Policy) {
        let (cycleLimit, queueLimit) = (policy.cycleLimit, policy.queueLimit)
        precondition((1...1_000).contains(cycleLimit), "the cycle limit is \(cycleLimit), which is not from 1 to 1,000")
        precondition(queueLimit >= 1, "a queue for \(queueLimit) could never hold one")
        (self.parent, self.name, self.trace, self.policy) = (parent, name, trace, policy)
        tree = parent?.tree ?? Tree()
        readers = tree.readers
        depth = parent.map { $0.depth + 1 } ?? 0
        guard let parent else { return }
        tree.state.withLock { _ in parent.children[ObjectIdentifier(self)] = self }
        if parent.isClosed { close() }
    }

    /// Whether it accepts nothing any more.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// All subscriptions, first registered first.
    var subscriptions: [Subscription] {
        tree.state.withLock { _ in allTopics.flatMap(\.active) }.inOrder(ofCalls: false)
    }

    /// The subscriptions to a topic of this hub, in the order in which they are called.
    func subscriptions(of topic: Topic) -> [Subscription] {
        tree.state.withLock { _ in topic.active }.inOrder(ofCalls: true)
    }

    /// The topic with an identity, made if it is new.
    func topic(_ id: ObjectIdentifier, _ make: () -> Topic) -> Topic {
        if let known = topics[id] { return known.object }
        let new = make()
        return tree.state.withLock { _ in
            if let known = topics[id] { return known.object }
            topics.insert(new)
            allTopics.append(new)
            return new
        }
    }

    /// Subscribes to a topic; in a hub that is closed the subscription has ended when this returns.
    ///
    /// - Parameters:
    ///   - handler: What is called.
    ///   - topic: A topic of this hub.
    ///   - actor: Where it is called; on the thread that delivers if `nil`.
    ///   - subject: Unless `nil`, it receives only values about this object.
    ///   - priority: Its place: higher ones are called first.
    ///   - owner: With whom it can be cancelled.
    ///   - isTap: Whether it is called before all others, consumes nothing and counts as no receiver.
    ///   - location: Where it was written.
    /// - Returns: The subscription, which the hub keeps.
    @inline(never)
    func subscribe(
        _ handler: Handler, to topic: Topic, on actor: (any Actor)? = nil,
        about subject: (any AnyObject & Sendable)? = nil, priority: Int = 0, owner: ObjectIdentifier? = nil,
        isTap: Bool = false, at location: SourceLocation
    ) -> Subscription {
        let subject = subject.map { WeakReference($0) }
        let (subscription, list, isSweepDue) = tree.state.withLock { state in
            let retained = isTap ? [] : retainedMessages(for: topic)
            let subscription = Subscription(
                readers.advance(), to: topic, in: self, on: actor.map { state.queues.queue(of: $0) },
                behind: actor == nil && !retained.isEmpty ? ActorQueue(of: nil) : nil, about: subject,
                priority: priority, owner: owner, isTap: isTap, at: location, calling: handler)
            topic.add(subscription)
            if topic.kind.isWide { wide[topic.id] = topic }
            if let owner, owners[owner] == nil { owners[owner] = SubscriptionSet() }
            if let owner { owners[owner]?.add(subscription) }
            count += 1
            subscription.replay(retained)
            return (subscription, takeList(of: topic), count >= sweepThreshold)
        }
        retire(list)
        if isClosed { subscription.cancel() }
        if isSweepDue { sweep() }
        if let gate = subscription.gate { join { $0.flush(gate.end) } }
        return subscription
    }

    /// Ends a subscription, unless it has ended.
    @inline(never)
    func remove(_ subscription: Subscription) {
        var (handler, list) = (Handler?.none, SubscriptionList?.none)
        tree.state.withLock { _ in
            handler = subscription.end()
            if handler == nil { return }
            subscription.topic.noteEnd()
            if let owner = subscription.owner {
                owners[owner]?.noteEnd()
                if owners[owner]?.isEmpty == true { owners[owner] = nil }
            }
            count -= 1
            if count * 4 < sweepThreshold { sweepThreshold = max(16, count * 2) }
            list = takeList(of: subscription.topic)
        }
        handler?.end()
        readers.retire(handler, linkedAt: subscription.id)
        retire(list)
    }

    /// Ends all subscriptions that an owner made.
    func cancel(ownedBy owner: ObjectIdentifier) {
        let owned = tree.state.withLock { _ in owners[owner]?.active ?? [] }
        for subscription in owned { subscription.cancel() }
    }

    /// Ends all subscriptions here and below, and lets none begin any more.
    func close() {
        let hubs = tree.state.withLock { _ in
            parent?.children[ObjectIdentifier(self)] = nil
            return closeAll()
        }
        for hub in hubs {
            for subscription in hub.subscriptions { subscription.cancel() }
            for topic in tree.state.withLock({ _ in hub.allTopics }) {
                for message in retain(last: 0, on: topic) { message.endRetaining() }
            }
        }
    }

    /// Lets this hub and those below refuse everything from now on, under the lock; returns those that did not yet.
    private func closeAll() -> [Hub] {
        if closed.exchange(true, ordering: .sequentiallyConsistent) { return [] }
        takeAllLists()
        defer { children = [:] }
        return [self] + children.values.flatMap { $0.closeAll() }
    }

    private func sweep() {
        for subscription in subscriptions where subscription.isOrphaned { subscription.cancel() }
        tree.state.withLock { _ in sweepThreshold = max(16, count * 2) }
    }
}
