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

/// A center that has a hub.
package protocol HubOwner: Sendable {
    /// Returns the work of its hub that is under way.
    func pendingWork() -> PendingWork
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

/// The work that is under way in some hubs.
package struct PendingWork {
    /// For each topic, queue and handler, the number of values that were left to it; `nil` while some of them wait or are handled.
    package var totals: [Int?] = []
    var queues: [ActorQueue] = []
    var calls: [RunningCalls] = []

    fileprivate mutating func add(_ subscription: Subscription) {
        if let queue = subscription.replayQueue { queues.append(queue) }
        let handler = subscription.currentHandler
        if let queue = handler?.queue { queues.append(queue) }
        totals.append(handler.map(\.totalIfIdle) ?? 0)
        if let calls = handler?.runningCalls { self.calls.append(calls) }
    }
}

/// Counts messages that are under way, so that a publication can wait until none is.
final class WaitGroup: Sendable {
    private struct State: Sendable {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Protected(State())

    func begin() {
        state.withLock { $0.count += 1 }
    }

    func end() {
        let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count -= 1
            guard state.count == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in ready { continuation.resume() }
    }

    /// Waits until nothing is under way.
    func wait() async {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                if state.count == 0 { return false }
                state.waiting.append(continuation)
                return true
            }
            if !mustWait { continuation.resume() }
        }
    }
}
