/// What was left for later: whether some of it waits or runs, and how much it has been so far.
struct PendingWork {
    var isBusy = false
    var count = 0

    static func += (left: inout PendingWork, right: PendingWork) {
        left.isBusy = left.isBusy || right.isBusy
        left.count += right.count
    }
}

/// A center.
protocol HubOwner: Sendable {
    var hub: Hub { get }
}

extension MessageCenter: HubOwner {}
extension ObserverCenter: HubOwner {}
extension ProtocolDispatcherCenter: HubOwner {}

/// Waits until nothing waits in the queues of some centers and of the actors that they feed, and no handler runs for it.
///
/// Deliveries count nothing for this: it looks at all queues, and waits in those that are busy.
package func settle(_ centers: [any Sendable]) async {
    let hubs = centers.compactMap { ($0 as? any HubOwner)?.hub }
    var idleCount: Int?
    while true {
        var work = PendingWork()
        for hub in hubs { work += hub.pendingWork }
        // Idle twice, and nothing was added meanwhile: between both looks all of them were idle.
        if !work.isBusy, work.count == idleCount { return }
        idleCount = work.isBusy ? nil : work.count
        if work.isBusy {
            for hub in hubs { await hub.waitForWork() }
            await Task.yield()
        }
    }
}

extension Hub {
    /// What was left to the actors and handlers of this hub and of those above and below it.
    fileprivate var pendingWork: PendingWork {
        let (queues, topics) = queuesAndTopics
        var work = PendingWork()
        for queue in queues { work += queue.pendingWork }
        for topic in topics {
            work += topic.pendingWork
            for subscription in subscriptions(of: topic) {
                if let handler = subscription.currentHandler { work += handler.pendingWork }
            }
        }
        return work
    }

    /// Waits until what waits for an actor now was called, and no asynchronous handler runs.
    fileprivate func waitForWork() async {
        let (queues, topics) = queuesAndTopics
        for queue in queues {
            await withCheckedContinuation { continuation in
                let isIdle = queue.appendIfBusy(limit: .max) { continuation.resume() } == nil
                if isIdle { continuation.resume() }
            }
        }
        for topic in topics {
            for subscription in subscriptions(of: topic) { await subscription.currentHandler?.running?.wait() }
        }
    }

    private var queuesAndTopics: ([ActorQueue], [Topic]) {
        tree.state.withLock { state in
            var (hubs, topics) = ([self], [Topic]())
            while let parent = hubs[0].parent { hubs[0] = parent }
            while let hub = hubs.popLast() {
                topics += hub.guarded.state.topics
                hubs += hub.guarded.state.children.values
            }
            return (state.queues.all, topics)
        }
    }
}
