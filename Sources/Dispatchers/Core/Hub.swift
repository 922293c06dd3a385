import Synchronization

/// The subscriptions of one center: what can be subscribed to, who has, and in which order they are called.
///
/// Deliveries read lists without a lock (`Hub+Delivering`); whatever changes takes the lock, which a hub shares with those
/// above and below it.
final class Hub: Sendable {
    /// In what the centers differ.
    struct Policy: Sendable {
        /// How many deliveries may lead to one another.
        var cycleLimit = 100

        /// How many jobs may wait for one actor.
        var queueLimit = 65_536

        /// Whether something that nothing receives is worth to be noted.
        var expectsReceivers = true

        /// Whether calls on an actor neither overtake one another nor nest.
        var isExclusiveOnActors = false

        /// Whether a value reaches the subscribers of the hubs above as well.
        var passesUp = true

        /// Called with what failed, was dropped or was refused.
        var onError: @Sendable (DeliveryFailure) -> Void

        /// Called with what no subscriber received.
        var onDeadLetter: (@Sendable (DeliveryFailure) -> Void)?
    }

    /// What a hub shares with those above and below it.
    final class Tree: Sendable {
        let readers = Readers()
        let state = Protected(State())

        struct State: Sendable {
            var queues = ActorQueues()
            var lastID: UInt64 = 0
            /// The actors that have a job to deliver what waits in a loop inside of a handler.
            var nestedLoops: Set<ObjectIdentifier> = []
        }
    }

    /// What the trace calls it.
    let name: String?

    let policy: Policy
    let trace: Trace
    let readers: Readers
    let tree: Tree
    let parent: Hub?

    let topics = TopicTree()
    private let closed = Atomic(false)

    /// Guarded by the lock of the tree.
    let guarded = Guarded(state: State())

    final class State {
        var topics: [Topic] = []
        /// Those of them that values of other types may belong to, and that have had a subscriber.
        var wide: [Topic] = []
        /// What each owner made, by number.
        var owners: [ObjectIdentifier: [UInt64: Subscription]] = [:]
        var children: [ObjectIdentifier: Hub] = [:]
        /// Whether messages of a topic are retained, or were.
        var isRetaining = false
        var count = 0
        /// How many subscriptions there have to be until dead owners are looked for.
        var sweepThreshold = 16
    }

    /// What a change took out, to be let go outside of the lock.
    struct Removal {
        var lists: [SubscriptionList] = []
        var ended: [(subscription: Subscription, handler: Handler)] = []
        var forgotten: [RetainedMessages] = []

        func finish(_ readers: Readers) {
            for (subscription, handler) in ended { subscription.finish(handler) }
            for list in lists { readers.retire(list, linkedIn: list.birth) }
        }
    }

    init(parent: Hub? = nil, name: String?, trace: Trace, policy: Policy) {
        self.parent = parent
        self.name = name
        self.trace = trace
        self.policy = policy
        let tree = parent?.tree ?? Tree()
        self.tree = tree
        readers = tree.readers
        guard let parent else { return }
        let isAdopted = tree.state.withLock { _ in
            if !parent.isClosed { parent.guarded.state.children[ObjectIdentifier(self)] = self }
            return !parent.isClosed
        }
        if !isAdopted { close() }
    }

    /// Whether it accepts nothing any more.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// All subscriptions, first registered first.
    var subscriptions: [Subscription] {
        tree.state.withLock { _ in guarded.state.topics.flatMap(\.activeSubscribers) }.sorted { $0.id < $1.id }
    }

    /// The subscriptions to a topic of this hub, in the order in which they are called.
    func subscriptions(of topic: Topic) -> [Subscription] {
        tree.state.withLock { _ in topic.activeSubscribers }.inDeliveryOrder()
    }

    /// The topic with an identity, if it was ever used, for as long as the hub lives.
    func topic(_ id: ObjectIdentifier) -> Borrowed<Topic>? { topics[id] }

    /// The topic with an identity, made if it is new.
    func topic(_ id: ObjectIdentifier, _ make: () -> Topic) -> Topic {
        if let known = topics[id] { return known.object }
        let new = make()
        return tree.state.withLock { _ in insert(new) }
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
    ///   - location: Where it was written.
    /// - Returns: The subscription, which the hub keeps.
    func subscribe(
        _ handler: Handler, to topic: Topic, on actor: (any Actor)? = nil,
        about subject: (any AnyObject & Sendable)? = nil, priority: Int = 0, owner: ObjectIdentifier? = nil,
        at location: SourceLocation
    ) -> Subscription {
        let subject = subject.map { WeakReference($0) }
        let (subscription, isSweepDue) = change { state, removal in
            state.lastID += 1
            let retained = retainedMessages(for: topic)
            let subscription = Subscription(
                state.lastID, to: topic, in: self, on: actor.map { state.queues.queue(of: $0) },
                behind: actor == nil && !retained.isEmpty ? ActorQueue(of: nil) : nil, about: subject,
                priority: priority, owner: owner, at: location, birth: readers.epoch, calling: handler)
            if isClosed, let handler = subscription.end() {
                removal.ended.append((subscription, handler))
                state.queues.release(subscription.queue)
            } else {
                add(subscription, &removal)
                subscription.replay(retained)
            }
            return (subscription, guarded.state.count >= guarded.state.sweepThreshold)
        }
        if isSweepDue { sweep() }
        if let gate = subscription.gate { join { $0.flush(gate.end) } }
        return subscription
    }

    /// Ends a subscription, unless it has ended.
    func remove(_ subscription: Subscription) { change { remove(subscription, &$0, &$1) } }

    /// Ends all subscriptions that an owner made.
    func cancel(ownedBy owner: ObjectIdentifier) {
        change { state, removal in
            for subscription in (guarded.state.owners[owner] ?? [:]).values.sorted() {
                remove(subscription, &state, &removal)
            }
        }
    }

    /// Ends all subscriptions here and below at once, and lets none begin any more.
    ///
    /// - Returns: Whether this call was the one that did.
    @discardableResult
    func close() -> Bool {
        change { state, removal in
            parent?.guarded.state.children[ObjectIdentifier(self)] = nil
            return close(&state, &removal)
        }
    }

    /// Changes what the lock guards, and lets go of what was taken out when it is unlocked.
    private func change<Result: Sendable>(_ body: (inout Tree.State, inout Removal) -> Result) -> Result {
        var removal = Removal()
        let result = tree.state.withLock { body(&$0, &removal) }
        removal.finish(readers)
        return result
    }

    private func close(_ state: inout Tree.State, _ removal: inout Removal) -> Bool {
        guard !closed.exchange(true, ordering: .sequentiallyConsistent) else { return false }
        for topic in guarded.state.topics {
            removal.forgotten.append(topic.retained)
            topic.retained = RetainedMessages()
            for subscription in topic.activeSubscribers { remove(subscription, &state, &removal) }
            topic.upper?.lower[ObjectIdentifier(topic)] = nil
            (topic.upper, topic.broader, topic.narrower) = (nil, [], [])
            takeBack(topic, &removal)
        }
        for child in guarded.state.children.values { _ = child.close(&state, &removal) }
        guarded.state.children = [:]
        return true
    }

    private func sweep() {
        for subscription in subscriptions where subscription.isOrphaned { subscription.cancel() }
        tree.state.withLock { _ in guarded.state.sweepThreshold = max(16, guarded.state.count * 2) }
    }
}
