import Synchronization

/// The subscribers that a value of one topic reaches, in the order in which they are called.
///
/// It never changes. Whatever changes the subscribers takes the list back, and the next delivery has a new one made. A
/// subscription that ends meanwhile is still in it, without its handler.
final class SubscriptionList: Sendable {
    struct Entry: Sendable {
        /// Retained by the list.
        let subscription: Borrowed<Subscription>

        /// Where it is called; `special`, too, if the value has to be converted first.
        let site: CallSite
    }

    /// Retained as long as they are in the list.
    let subscriptions: [Subscription]
    let entries: [Entry]

    /// The queues of the actors on which subscribers are called.
    let queues: [ActorQueue]

    /// When the list was made, or an earlier epoch.
    let birth: Readers.Epoch

    init(_ subscriptions: [Subscription], of topic: Topic, birth: Readers.Epoch) {
        var entries: [Entry] = []
        entries.reserveCapacity(subscriptions.count)
        var (queues, last) = ([ActorQueue](), ActorQueue?.none)
        // By index: in a build for debugging an iterator allocates at each step.
        for index in subscriptions.indices {
            let subscription = subscriptions[index]
            let isConverted = subscription.topic.needsConversion(from: topic)
            entries.append(
                Entry(subscription: Borrowed(subscription), site: isConverted ? .special : subscription.site))
            guard let queue = subscription.queue, queue !== last else { continue }
            last = queue
            if !queues.contains(where: { $0 === queue }) { queues.append(queue) }
        }
        self.entries = entries
        self.queues = queues
        self.subscriptions = subscriptions
        self.birth = birth
    }
}

extension [Subscription] {
    /// By priority, and then in the order of registration.
    func inDeliveryOrder() -> [Subscription] {
        for index in indices.dropFirst() where self[index] < self[index - 1] { return sorted() }
        return self
    }
}

// What a change does: the subscriptions of a topic, and the lists that deliveries read. All of it is called under the lock, or takes it.

extension Hub {
    func add(_ subscription: Subscription, _ removal: inout Removal) {
        let topic = subscription.topic
        if topic.kind.isWide, !topic.isInWide {
            // Each topic that has been delivered is compared with the new one when it is delivered the next time.
            topic.isInWide = true
            guarded.state.wide.append(topic)
            for other in guarded.state.topics { other.visitBelow { takeBack($0, &removal) } }
        }
        topic.subscribers.append(subscription)
        if let owner = subscription.owner {
            guarded.state.owners[owner, default: [:]][subscription.id] = subscription
        }
        guarded.state.count += 1
        takeBackAll(reachedBy: topic, &removal)
    }

    /// Ends a subscription, and takes it out, unless that was done before.
    func remove(_ subscription: Subscription, _ state: inout Tree.State, _ removal: inout Removal) {
        guard let handler = subscription.end() else { return }
        removal.ended.append((subscription, handler))
        let topic = subscription.topic
        topic.noteEnd()
        if let owner = subscription.owner {
            guarded.state.owners[owner]?[subscription.id] = nil
            if guarded.state.owners[owner]?.isEmpty == true { guarded.state.owners[owner] = nil }
        }
        guarded.state.count -= 1
        if guarded.state.count * 4 < guarded.state.sweepThreshold {
            guarded.state.sweepThreshold = max(16, guarded.state.count * 2)
        }
        state.queues.release(subscription.queue)
        takeBackAll(reachedBy: topic, &removal)
    }

    /// Lets the lists be made anew that have the subscribers of a topic.
    private func takeBackAll(reachedBy topic: Topic, _ removal: inout Removal) {
        topic.visitBelow { takeBack($0, &removal) }
        for topic in topic.narrower { topic.visitBelow { takeBack($0, &removal) } }
    }

    /// Lets the next delivery make the list of a topic anew.
    func takeBack(_ topic: Topic, _ removal: inout Removal) {
        if let list = topic.list.exchange(nil) { removal.lists.append(list) }
    }

    /// Makes the list of a topic, unless there is one.
    ///
    /// - Parameters:
    ///   - topic: A topic of this hub.
    ///   - message: A value of it, copied under the lock.
    ///   - body: What else has to be done with the list under the lock.
    /// - Returns: Whether the hub is open.
    @discardableResult
    func withList(
        of topic: Topic, for message: @autoclosure () -> any Sendable,
        _ body: (SubscriptionList, inout Tree.State) -> Void = { _, _ in }
    ) -> Bool {
        tree.state.withLock { state in
            guard !isClosed else { return false }
            if let list = topic.list.load()?.object {
                body(list, &state)
            } else {
                link(topic, for: message())
                let list = SubscriptionList(allSubscribers(of: topic), of: topic, birth: readers.epoch)
                _ = topic.list.exchange(list)
                body(list, &state)
            }
            return true
        }
    }

    /// Finds out to which wide topics the values of a topic belong, here and above.
    func link(_ topic: Topic, for message: any Sendable) {
        for wide in guarded.state.wide[topic.compared...] where wide !== topic && wide.includes(message) {
            topic.broader.append(wide)
            wide.narrower.append(topic)
        }
        topic.compared = guarded.state.wide.count
        guard let parent, policy.passesUp else { return }
        let upper = topic.upper ?? parent.insert(topic.copy())
        topic.upper = upper
        upper.lower[ObjectIdentifier(topic)] = topic
        if upper.isRetained.load(ordering: .relaxed) { topic.isRetained.store(true, ordering: .releasing) }
        parent.link(upper, for: message)
    }

    /// Adds a topic, unless there is one with its identity.
    func insert(_ new: Topic) -> Topic {
        let topic = topics.insert(new)
        if topic === new { guarded.state.topics.append(topic) }
        return topic
    }

    /// The subscribers of a topic here and above, in the order in which they are called.
    func allSubscribers(of topic: Topic) -> [Subscription] {
        var all: [Subscription] = []
        var hasTaps = false
        var next: Topic? = topic
        while let topic = next {
            var own = topic.activeSubscribers
            for wide in topic.broader { own += wide.activeSubscribers }
            own = own.inDeliveryOrder()
            hasTaps = hasTaps || own.first?.isTap == true
            all += own
            next = topic.upper
        }
        return hasTaps ? all.filter(\.isTap) + all.filter { !$0.isTap } : all
    }
}
