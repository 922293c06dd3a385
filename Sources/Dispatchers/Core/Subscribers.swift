/// The subscriptions to one topic, in the order of their registration.
///
/// Adding one takes constant time, removing one logarithmic time, but for moving the others when half of them are gone.
struct Subscribers {
    private var slots: [Subscription?] = []
    private var ids: [UInt64] = []
    private var count = 0

    /// All of them, first registered first.
    var values: [Subscription] {
        var values: [Subscription] = []
        values.reserveCapacity(count)
        // By index: in a build for debugging an iterator allocates at each step.
        for index in slots.indices {
            if let subscription = slots[index] { values.append(subscription) }
        }
        return values
    }

    /// Adds the subscription that was registered last.
    mutating func append(_ subscription: Subscription) {
        slots.append(subscription)
        ids.append(subscription.id)
        count += 1
    }

    /// Removes a subscription; `false` if it is not here.
    mutating func remove(_ subscription: Subscription) -> Bool {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < subscription.id { low = middle + 1 } else { high = middle }
        }
        guard low < ids.count, slots[low] === subscription else { return false }
        slots[low] = nil
        count -= 1
        if count * 2 < slots.count {
            slots = values
            ids = slots.compactMap { $0?.id }
        }
        return true
    }
}

extension [Subscription] {
    /// By priority, and then in the order of registration.
    func inDeliveryOrder() -> [Subscription] {
        for index in indices.dropFirst() where self[index] < self[index - 1] { return sorted() }
        return self
    }
}
