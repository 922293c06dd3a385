import SignalboxCore

/// Waits until no value waits in the queues of some centers and of their subscribers' actors, and no handler runs for it.
///
/// Deliveries count nothing for this. It looks at all queues, and waits for those that are busy.
package func settle(_ centers: [any HubOwner]) async {
    var last: [Int?]?
    while true {
        var totals: [Int?] = []
        for center in centers {
            let work = center.pendingWork()
            totals += work.totals
            for queue in work.queues { await queue.waitForAll() }
            for calls in work.calls { await calls.wait() }
        }
        // Idle twice, and nothing was added meanwhile: between both looks all of them were idle.
        if !totals.contains(nil), totals == last { return }
        last = totals
        await Task.yield()
    }
}

extension Hub {
    /// Returns the work that is under way here, above and below.
    func pendingWork() -> PendingWork {
        var outermost = self
        while let parent = outermost.parent { outermost = parent }
        let (topics, queues, endedCalls) = tree.state.withLock { state in
            (outermost.hubsBelow.flatMap(\.allTopics), state.queues.all + state.endedQueues, state.endedCalls)
        }
        var work = PendingWork()
        work.queues = queues
        for topic in topics {
            work.totals.append(topic.totalIfIdle)
            for subscription in tree.state.withLock({ _ in topic.allSubscriptions }) { work.add(subscription) }
        }
        for calls in endedCalls {
            work.totals.append(calls.isIdle ? 0 : nil)
            work.calls.append(calls)
        }
        work.totals += work.queues.map(\.totalIfIdle)
        return work
    }
}

extension PendingWork {
    fileprivate mutating func add(_ subscription: Subscription) {
        if let queue = subscription.replayQueue { queues.append(queue) }
        let handler = subscription.currentHandler
        if let queue = handler?.queue { queues.append(queue) }
        totals.append(handler.map(\.totalIfIdle) ?? 0)
        if let calls = handler?.runningCalls { self.calls.append(calls) }
    }
}
