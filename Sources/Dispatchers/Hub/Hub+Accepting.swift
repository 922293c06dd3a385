extension Hub {
    /// Accepts a message: copies it, with the list of its present receivers, and retains it where its type is retained.
    ///
    /// - Returns: `nil` if the message is refused, because the hub is closed or too many others led to the message.
    func accept(_ posting: Posting, because cause: Cause) -> AcceptedMessage? {
        let topic = posting.topic.object
        let value = topic.box(posting.value)
        if refusesCycle(of: cause, value, named: topic.name, on: .current) { return nil }
        // A replaced list and released messages are released outside the lock.
        var oldList: SubscriptionList?
        var released: [PendingMessage] = []
        let message = PendingMessage(value, of: topic, in: self, because: cause, about: posting.subject?.object)
        let receivers = tree.state.withLock { _ -> SubscriptionList? in
            guard let list = list(of: topic, for: value, replacing: &oldList) else { return nil }
            if list.keepsMessages { released = topic.retain(message, in: self) }
            return list
        }
        retire(oldList)
        for message in released { message.endKeeping() }
        guard let receivers else {
            message.endWithoutDeadLetter()
            return nil
        }
        return AcceptedMessage(message: message, receivers: receivers, subject: message.subject)
    }
}
