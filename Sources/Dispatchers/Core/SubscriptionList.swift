/// The subscribers that a value of one topic reaches, in the order in which they are called, grouped by actor.
///
/// It never changes. Whatever changes the subscribers takes the list back, and the next delivery has a new one made. A
/// subscription that ends meanwhile is still in it, without its handler.
final class SubscriptionList: Sendable {
    struct Entry: Sendable {
        /// Retained by the list.
        let subscription: Borrowed<Subscription>

        /// Where it is called; `special`, too, if the value has to be converted first.
        let site: CallSite

        /// The index of its queue, if it has one.
        let queue: Int
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
        var queues: [ActorQueue] = []
        var indexes: [ObjectIdentifier: Int] = [:]
        // By index: in a build for debugging an iterator allocates at each step.
        for index in subscriptions.indices {
            let subscription = subscriptions[index]
            var queueIndex = 0
            if let queue = subscription.queue {
                queueIndex = indexes[ObjectIdentifier(queue)] ?? queues.count
                if queueIndex == queues.count {
                    indexes[ObjectIdentifier(queue)] = queueIndex
                    queues.append(queue)
                }
            }
            let isConverted = subscription.topic.needsConversion(from: topic)
            entries.append(
                Entry(
                    subscription: Borrowed(subscription), site: isConverted ? .special : subscription.site,
                    queue: queueIndex))
        }
        self.entries = entries
        self.subscriptions = subscriptions
        self.queues = queues
        self.birth = birth
    }
}
