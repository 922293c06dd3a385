import SignalboxCore
import Synchronization

extension Hub {
    /// The subscriptions of this hub as they are listed, in the order in which they were made.
    ///
    /// Subscriptions of released owners end when they are found. The taps of a hub of states are those of hubs below, and not listed.
    var observations: [ObservationInfo] {
        let listed = policy.needsReceivers ? subscriptions : subscriptions.filter { !$0.isTap }
        return listed.compactMap { subscription in
            guard subscription.isOrphaned else { return ObservationInfo(of: subscription) }
            subscription.cancel()
            return nil
        }
    }
}

extension ObservationInfo {
    init(of subscription: Subscription) {
        self.init(
            id: subscription.id, what: subscription.topic.name, owner: nil, isolation: subscription.queue?.liveActor,
            priority: subscription.priority, location: subscription.location)
        waiting = subscription.waitingCount.load(ordering: .relaxed)
        dropped = subscription.droppedCount.load(ordering: .relaxed)
        subscription.currentHandler?.describe(&self)
        if subscription.isTap { form = .tap }
    }
}
