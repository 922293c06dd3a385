// The hub: how a value reaches its subscribers, whatever the center.
//
// The questions that the files of this folder answer, in the order of a delivery:
//
// - `Hub`: what does a center have? How does a subscription begin and end?
// - `Topic`: what can be subscribed to, and how is it found?
// - `Envelope`: how is a value lent (`Posting`) or copied, and when is a copy a dead letter?
// - `Delivering`: how is a value delivered to each subscriber?
// - `Scope`: what is this thread inside of, and this task? `CurrentThread`: where is that stored?
// - `Readers`: how are objects read without a lock, and when are they released?
// - `SubscriptionList`: which subscribers does a value reach, and in which order?
// - `Delivery`: what is the next step of a delivery?
// - `Subscription`: what is a subscriber? `Handler`: how is its code called?
// - `ActorQueue`: how do values wait for an actor?
// - `NestedLoops`: what if a handler runs a loop of its own?
// - `Cause`: what led to a value, and when is that too much?
// - `Reporting`: what is reported, and how?
// - `Settling`: how does code wait until nothing is under way?
// - `RefusingLock`: how does foreign code run under a lock without a deadlock?

import SignalboxCore
import Synchronization

/// The subscriptions of one center, by topic, and the order in which they are called.
///
/// Deliveries read lists without a lock (`Delivering`). Changes take the lock, which a hub shares with those above and below it.
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
    private let closed = Atomic(false)

    // Guarded by the lock of the tree:

    private(set) var allTopics: [Topic] = []
    private(set) var wideTopics: [Topic] = []
    private(set) var children: [ObjectIdentifier: Hub] = [:]

    /// The subscriptions of each owner.
    private var owners: [ObjectIdentifier: SubscriptionSet] = [:]
    private var subscriptionCount = 0

    /// The number of subscriptions from which on those of released owners are looked for.
    private var sweepThreshold = 16

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

extension Hub {
    /// The differences between hubs of messages, states and calls.
    struct Policy: Sendable {
        /// The largest number of deliveries that may lead to one another.
        var cycleLimit = 100

        /// The largest number of jobs that may wait for one actor.
        var queueLimit = 65_536

        /// A Boolean value that indicates whether values reach the hubs above.
        var passesUp = false

        /// A Boolean value that indicates whether a value without a receiver is a dead letter.
        var needsReceivers = true

        /// A Boolean value that indicates whether calls on one actor neither nest nor overtake one another.
        ///
        /// Then a value waits in the queue of the current actor while that is busy. Otherwise, waiting jobs are called first.
        var callsInTurn = false

        /// Called with failed deliveries, and with values that were dropped or refused.
        var onError: @Sendable (DeliveryFailure) -> Void

        /// Called with values that no subscriber received.
        var onDeadLetter: (@Sendable (DeliveryFailure) -> Void)?

        /// A Boolean value that indicates whether the first dead letter of each topic is written to the log.
        var logsDeadLetters = false

        /// Returns whether a value of a topic without receivers is reported.
        func reportsDeadLetters(of topic: Topic) -> Bool {
            onDeadLetter != nil || logsDeadLetters && !topic.hasLoggedDeadLetter.load(ordering: .relaxed)
        }
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
            // Readers that found the list before no longer use the handlers in it: see `handler(of:at:)`.
            _ = readers.advance()
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

extension Hub {
    /// The properties that a hub shares with those above and below it.
    final class Tree: Sendable {
        let readers = Readers()

        /// The time of the last change that several topics' lists depend on.
        ///
        /// Lists that were made before are out of date.
        let lastInvalidation = Atomic<UInt64>(0)

        /// The deliveries, observations and listings so far, for registrations that are released at once.
        let activity = ActivityCount()

        /// The version of `stateNames`: another number after each new name, and 0 at first.
        let stateNamesVersion = Atomic<UInt64>(0)

        /// The lock of the tree: it guards the state here, and the properties of hubs, topics and subscriptions that say so.
        let state = Protected(State())

        struct State: Sendable {
            var queues = ActorQueues()

            /// The actors that have a job to deliver the posts that wait while a handler runs a loop of its own.
            var nestedLoops: Set<ObjectIdentifier> = []

            /// The names of the states that are in use.
            var stateNames = StateNames()

            /// The asynchronous calls of subscriptions that ended while they ran.
            var endedCalls: [RunningCalls] = []

            /// The queues of their own of subscriptions that ended while these were busy.
            var endedQueues: [ActorQueue] = []
        }
    }
}

extension Hub.Tree.State {
    /// Keeps what runs of a subscription that has ended, for those who wait until nothing runs.
    ///
    /// The queues of actors are known anyway.
    fileprivate mutating func keepRunning(_ handler: Handler, of subscription: Subscription) {
        endedCalls.removeAll(where: \.isIdle)
        endedQueues.removeAll { !$0.isBusy }
        if let calls = handler.runningCalls, !calls.isIdle { endedCalls.append(calls) }
        if let queue = handler.queue ?? subscription.replayQueue, queue.isBusy { endedQueues.append(queue) }
    }
}
