import Synchronization

// Lists of receivers: made by the first delivery that needs one, and out of date when subscribers change.

extension Hub {
    /// Returns the list of a topic of this hub for a value, under the lock; `nil` in a hub that is closed.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - value: A copy of the value.
    ///   - old: The list that was replaced, which has to be retired.
    /// - Returns: The list.
    func list(of topic: Topic, for value: any Sendable, replacing old: inout SubscriptionList?) -> SubscriptionList? {
        if isClosed { return nil }
        if let list = topic.list.load()?.object, isCurrent(list) { return list }
        let receivers = topic.receivers(of: value, in: self)
        let list = SubscriptionList(
            receivers.subscriptions.inCallOrder, of: topic, keepsMessages: receivers.keepsMessages, at: readers.now)
        old = topic.list.exchange(list)
        return list
    }

    /// Returns whether a list is newer than the last change that several lists depend on.
    func isCurrent(_ list: SubscriptionList) -> Bool {
        list.time >= tree.lastInvalidation.load(ordering: .sequentiallyConsistent)
    }

    /// Makes the lists that contain the subscriptions to a topic out of date, under the lock.
    ///
    /// - Returns: A list that has to be retired.
    func invalidateList(of topic: Topic) -> SubscriptionList? {
        guard let listed = topic.soleListTopic(in: self), children.isEmpty || !policy.passesUp else {
            invalidateAllLists()
            return topic.list.exchange(nil)
        }
        return listed.list.exchange(nil)
    }

    /// Makes all lists of the tree out of date, under the lock.
    ///
    /// The lists stay in their topics until deliveries replace them.
    func invalidateAllLists() {
        tree.lastInvalidation.store(readers.advance(), ordering: .sequentiallyConsistent)
    }

    /// Takes the lists of this hub and of those below that are out of date, under the lock.
    ///
    /// - Returns: The lists, which have to be retired.
    func takeStaleLists() -> [SubscriptionList] {
        hubsBelow.flatMap(\.allTopics).compactMap { topic in
            guard let list = topic.list.load()?.object, !isCurrent(list) else { return nil }
            return topic.list.exchange(nil)
        }
    }

    /// Releases a list that was taken, once no delivery uses it.
    func retire(_ list: SubscriptionList?) {
        if let list { readers.retire(list, linkedAt: list.time) }
    }
}
