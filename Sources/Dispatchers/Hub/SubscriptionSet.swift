/// The subscriptions to a topic, or those of an owner, first registered first.
struct SubscriptionSet {
    private var all: [Subscription] = []
    private var endedCount = 0

    /// A Boolean value that indicates whether all have ended.
    var isEmpty: Bool { endedCount == all.count }

    /// The subscriptions that have not ended.
    var active: [Subscription] {
        var active: [Subscription] = []
        active.reserveCapacity(all.count - endedCount)
        // By index: in a build for debugging an iterator allocates at each step.
        for index in all.indices where all[index].isActive { active.append(all[index]) }
        return active
    }

    mutating func add(_ subscription: Subscription) {
        all.append(subscription)
    }

    /// Notes that a subscription has ended.
    ///
    /// Ended ones are removed when they are half of all.
    mutating func countEnded() {
        endedCount += 1
        guard endedCount * 2 > all.count else { return }
        all = active
        endedCount = 0
    }
}
