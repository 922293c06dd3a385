import Synchronization

extension Subscription {
    /// Leaves retained messages to the subscription, which come before all others.
    ///
    /// Called under the lock of the hub.
    ///
    /// Without an actor, they are called when the replay queue is left.
    func replay(_ messages: [PendingMessage]) {
        _ = replayQueue?.enter()
        for message in messages {
            message.beginDelivery()
            waitingCount.add(1, ordering: .relaxed)
            let job: ActorQueue.Job = { [self] in
                message.hub.deliver(message, to: [self], on: queue?.actorID)
            }
            if let replayQueue { replayQueue.appendUrgent(share: .max, job) } else { queue?.append(job) }
        }
    }
}
