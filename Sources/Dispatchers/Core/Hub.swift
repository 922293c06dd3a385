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

        /// Whether calls on an actor neither overtake one another nor nest.
        var isExclusiveOnActors = false

        /// Called with what a handler threw.
        var onFailure: @Sendable (any Error, Subscription, Delivery.Facts) -> Void

        /// Called when the queue of an actor is full, with how many it has turned away and one of those who miss it.
        var onDrop: @Sendable (Int, Subscription?, PendingMessage) -> Void

        /// Called with what nobody received.
        var onUnreceived: (@Sendable (PendingMessage) -> Void)?

        /// Called with a message that too many others led to.
        var onRefused: (@Sendable (Hub, Origin, any Sendable) -> Void)?

        /// Retains a message of a type that is retained, under the lock, and returns the one that is retained no more.
        var retain: (@Sendable (PendingMessage) -> PendingMessage?)?

        /// Called when the hub was closed.
        var onClose: (@Sendable () -> Void)?
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

    let policy: Policy
    let trace: Trace
    let readers: Readers
    let tree: Tree
    let parent: Hub?

    /// Tells the scopes of this tree from those of others.
    let treeID: ObjectIdentifier

    private let topics = AddressTable<Topic>()
    private let closed = Atomic(false)
    private let members = Guarded()

    /// What the lock of the tree guards.
    private final class Guarded: @unchecked Sendable {
        var topics: [Topic] = []
        /// Those of them that values of other types may belong to, and which somebody has subscribed to.
        var wide: [Topic] = []
        /// Those that have a list, or had one.
        var delivered: [Topic] = []
        var owners: [ObjectIdentifier: [UInt64: Subscription]] = [:]
        var children: [ObjectIdentifier: Hub] = [:]
        var count = 0
        /// How many subscriptions there have to be until dead owners are looked for.
        var sweepThreshold = 16
    }

    /// What a change took out, to be let go outside of the lock.
    private struct Removal: Sendable {
        var lists: [SubscriptionList] = []
        var ended: [(subscription: Subscription, handler: Handler)] = []
        var closed: [Hub] = []

        func finish(_ readers: Readers) {
            for (subscription, handler) in ended { subscription.finish(handler) }
            for list in lists { readers.retire(list, linkedIn: list.birth) }
            for hub in closed { hub.policy.onClose?() }
        }
    }

    init(parent: Hub? = nil, trace: Trace, policy: Policy) {
        self.parent = parent
        self.trace = trace
        self.policy = policy
        let tree = parent?.tree ?? Tree()
        self.tree = tree
        readers = tree.readers
        treeID = ObjectIdentifier(tree)
        guard let parent else { return }
        let isAdopted = tree.state.withLock { _ in
            if !parent.isClosed { parent.members.children[ObjectIdentifier(self)] = self }
            return !parent.isClosed
        }
        if !isAdopted { close() }
    }

    /// Whether it accepts nothing any more.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// All subscriptions, first registered first.
    var subscriptions: [Subscription] {
        tree.state.withLock { _ in members.topics.flatMap(\.subscribers.values) }.sorted { $0.id < $1.id }
    }

    /// The subscriptions to a topic of this hub, in the order in which they are called.
    func subscriptions(of topic: Topic) -> [Subscription] {
        tree.state.withLock { _ in topic.subscribers.values }.inDeliveryOrder()
    }

    /// The topic with an identity, if it was ever used, for as long as the hub lives.
    @inline(__always)
    func topic(_ id: ObjectIdentifier) -> Unmanaged<Topic>? { topics.elementInPlace(for: id) ?? topics[id] }

    /// The topic with an identity, made if it is new.
    func topic(_ id: ObjectIdentifier, _ make: () -> Topic) -> Topic {
        if let known = topics[id] { return known.takeUnretainedValue() }
        let new = make()
        return tree.state.withLock { _ in
            let topic = topics.insert(new, for: id)
            if topic === new { members.topics.append(topic) }
            return topic
        }
    }

    /// The queue of an actor, to be given back by `release`.
    func queue(of actor: any Actor) -> ActorQueue { tree.state.withLock { $0.queues.queue(of: actor) } }

    func release(_ queue: ActorQueue) { tree.state.withLock { $0.queues.release(queue) } }

    /// Subscribes to a topic; in a hub that is closed the subscription has ended when this returns.
    ///
    /// - Parameters:
    ///   - handler: What is called.
    ///   - topic: A topic of this hub.
    ///   - actor: Where it is called; on the thread that delivers if `nil`.
    ///   - priority: Its place: higher ones are called first.
    ///   - owner: With whom it can be cancelled.
    ///   - location: Where it was written.
    ///   - publishing: Called under the lock with the subscription and what publishes it; it has to call that once.
    /// - Returns: The subscription, which the hub keeps.
    func subscribe(
        _ handler: Handler, to topic: Topic, on actor: (any Actor)? = nil, priority: Int = 0,
        owner: ObjectIdentifier? = nil, at location: SourceLocation,
        publishing: (_ subscription: Subscription, _ publish: () -> Void) -> Void = { $1() }
    ) -> Subscription {
        var removal = Removal()
        let (subscription, isSweepDue) = tree.state.withLock { state -> (Subscription, Bool) in
            state.lastID += 1
            let subscription = Subscription(
                state.lastID, to: topic, in: self, on: actor.map { state.queues.queue(of: $0) }, priority: priority,
                owner: owner, at: location, birth: readers.epoch, calling: handler)
            guard !isClosed else {
                end(subscription, &state, &removal)
                return (subscription, false)
            }
            publishing(subscription) { add(subscription, &removal) }
            return (subscription, members.count >= members.sweepThreshold)
        }
        removal.finish(readers)
        if isSweepDue { sweep() }
        return subscription
    }

    /// Takes out a subscription whose handler was taken.
    func remove(_ subscription: Subscription) {
        var removal = Removal()
        tree.state.withLock { take(subscription, &$0, &removal) }
        removal.finish(readers)
    }

    /// Ends all subscriptions that an owner made.
    func cancel(ownedBy owner: ObjectIdentifier) {
        var removal = Removal()
        tree.state.withLock { state in
            for subscription in (members.owners[owner] ?? [:]).values.sorted() {
                end(subscription, &state, &removal)
                take(subscription, &state, &removal)
            }
        }
        removal.finish(readers)
    }

    /// Ends all subscriptions here and below at once, and lets none begin any more.
    ///
    /// - Returns: Whether this call was the one that did.
    @discardableResult
    func close() -> Bool {
        var removal = Removal()
        let isFirst = tree.state.withLock { state in
            parent?.members.children[ObjectIdentifier(self)] = nil
            return close(&state, &removal)
        }
        removal.finish(readers)
        return isFirst
    }

    private func close(_ state: inout Tree.State, _ removal: inout Removal) -> Bool {
        guard !closed.exchange(true, ordering: .sequentiallyConsistent) else { return false }
        removal.closed.append(self)
        for topic in members.topics {
            for subscription in topic.subscribers.values { end(subscription, &state, &removal) }
            topic.subscribers = Subscribers()
            topic.upper?.lower[ObjectIdentifier(topic)] = nil
            (topic.upper, topic.wide, topic.members) = (nil, [], [])
            takeBack(topic, &removal)
        }
        (members.owners, members.count) = ([:], 0)
        for child in members.children.values { _ = child.close(&state, &removal) }
        members.children = [:]
        return true
    }

    private func sweep() {
        for subscription in subscriptions where subscription.isOrphaned { subscription.cancel() }
        tree.state.withLock { _ in members.sweepThreshold = max(16, members.count * 2) }
    }
}

// What follows is called under the lock.
extension Hub {
    private func add(_ subscription: Subscription, _ removal: inout Removal) {
        let topic = subscription.topic
        if topic.kind.isWide, !topic.isObserved {
            // Each topic that has been delivered is compared with the new one when it is delivered the next time.
            topic.isObserved = true
            members.wide.append(topic)
            for delivered in members.delivered { takeBackAll(delivered, &removal) }
        }
        topic.subscribers.append(subscription)
        if let owner = subscription.owner { members.owners[owner, default: [:]][subscription.id] = subscription }
        members.count += 1
        reach(topic) { reached in
            guard let list = reached.list.load()?.takeUnretainedValue() else { return }
            if !list.append(subscription, of: reached) { takeBack(reached, &removal) }
        }
    }

    private func end(_ subscription: Subscription, _ state: inout Tree.State, _ removal: inout Removal) {
        if let handler = subscription.end() { removal.ended.append((subscription, handler)) }
        if let queue = subscription.queue { state.queues.release(queue) }
    }

    private func take(_ subscription: Subscription, _ state: inout Tree.State, _ removal: inout Removal) {
        let topic = subscription.topic
        guard topic.subscribers.remove(subscription) else { return }
        if let owner = subscription.owner {
            members.owners[owner]?[subscription.id] = nil
            if members.owners[owner]?.isEmpty == true { members.owners[owner] = nil }
        }
        members.count -= 1
        if members.count * 4 < members.sweepThreshold { members.sweepThreshold = max(16, members.count * 2) }
        if let queue = subscription.queue { state.queues.release(queue) }
        reach(topic) { reached in
            guard let list = reached.list.load()?.takeUnretainedValue() else { return }
            if list.noteEnd() { takeBack(reached, &removal) }
        }
    }

    /// Calls a body with each topic whose list has the subscribers of this one.
    private func reach(_ topic: Topic, _ body: (Topic) -> Void) {
        func visit(_ topic: Topic) {
            body(topic)
            for lower in topic.lower.values { visit(lower) }
        }
        visit(topic)
        for member in topic.members { visit(member) }
    }

    /// Lets the next delivery make the list of a topic anew.
    private func takeBack(_ topic: Topic, _ removal: inout Removal) {
        if let list = topic.list.exchange(nil) { removal.lists.append(list.takeRetainedValue()) }
    }

    private func takeBackAll(_ topic: Topic, _ removal: inout Removal) {
        takeBack(topic, &removal)
        for lower in topic.lower.values { takeBackAll(lower, &removal) }
    }

    /// Makes the list of a topic.
    ///
    /// - Parameters:
    ///   - topic: A topic of this hub.
    ///   - message: A value of it, copied under the lock.
    ///   - body: What else has to be done with the list under the lock.
    /// - Returns: Whether the hub is open.
    func publish(
        _ topic: Topic, for message: @autoclosure () -> any Sendable, _ body: (SubscriptionList) -> Void = { _ in }
    ) -> Bool {
        tree.state.withLock { _ in
            guard !isClosed else { return false }
            if let list = topic.list.load()?.takeUnretainedValue() {
                body(list)
            } else {
                compare(topic, message())
                let list = SubscriptionList(allSubscribers(of: topic), of: topic, birth: readers.epoch)
                _ = topic.list.exchange(.passRetained(list))
                body(list)
            }
            return true
        }
    }

    /// Lets each message of a topic go by `Policy.retain`, here and below; a change of what is retained is made by a body.
    func setRetained<Result: Sendable>(_ topic: Topic, _ body: () -> Result) -> Result {
        tree.state.withLock { _ in
            func set(_ topic: Topic) {
                topic.isRetained.store(true, ordering: .releasing)
                for lower in topic.lower.values { set(lower) }
            }
            set(topic)
            return body()
        }
    }

    /// Finds out to which wide topics the values of a topic belong, here and above.
    private func compare(_ topic: Topic, _ message: any Sendable) {
        for wide in members.wide[topic.compared...] where wide !== topic && wide.includes(message) {
            topic.wide.append(wide)
            wide.members.append(topic)
        }
        topic.compared = members.wide.count
        if !topic.isDelivered { members.delivered.append(topic) }
        topic.isDelivered = true
        guard let parent else { return }
        let upper = topic.upper ?? parent.topicUnderLock(topic.id) { topic.copy() }
        topic.upper = upper
        upper.lower[ObjectIdentifier(topic)] = topic
        if upper.isRetained.load(ordering: .relaxed) { topic.isRetained.store(true, ordering: .releasing) }
        parent.compare(upper, message)
    }

    private func topicUnderLock(_ id: ObjectIdentifier, _ make: () -> Topic) -> Topic {
        if let known = topics[id] { return known.takeUnretainedValue() }
        let topic = topics.insert(make(), for: id)
        members.topics.append(topic)
        return topic
    }

    /// The subscribers of a topic here and above, in the order in which they are called.
    private func allSubscribers(of topic: Topic) -> [Subscription] {
        var all: [Subscription] = []
        var hasTaps = false
        var next: Topic? = topic
        while let topic = next {
            var own = topic.subscribers.values
            for wide in topic.wide { own += wide.subscribers.values }
            own = own.inDeliveryOrder()
            hasTaps = hasTaps || own.first?.isTap == true
            all += own
            next = topic.upper
        }
        return hasTaps ? all.filter(\.isTap) + all.filter { !$0.isTap } : all
    }
}
