/// Counts what is under way, so that others can wait until nothing is: the asynchronous calls of a handler, or the messages
/// that a message led to.
///
/// Synchronous calls need none: the thread that makes them is counted as a reader.
final class WaitGroup: Sendable {
    private struct State: Sendable {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The groups inside of whose calls the current task runs.
    @TaskLocal private static var outer: [ObjectIdentifier] = []

    private let state = Protected(State())

    /// Counts one more.
    func begin() { state.withLock { $0.count += 1 } }

    /// Counts one less.
    func end() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count -= 1
            if state.count > 0 { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Makes a call, which counts until it has returned.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ call: () async throws -> Result
    ) async rethrows -> Result {
        begin()
        defer { end() }
        return try await Self.$outer.withValue(Self.outer + [ObjectIdentifier(self)], operation: call)
    }

    /// Waits until nothing is under way; asked inside of one of the calls it does not wait.
    func wait() async {
        if Self.outer.contains(ObjectIdentifier(self)) { return }
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count > 0
            }
            if !mustWait { continuation.resume() }
        }
    }
}

/// Waits until nothing waits in the queues of some centers and of the actors that they feed, and no handler runs for it.
///
/// Deliveries count nothing for this: it looks at all queues, and waits in those that are busy.
package func settle(_ centers: [any Sendable]) async {
    let hubs = centers.compactMap { center in
        (center as? MessageCenter)?.hub ?? (center as? ObserverCenter)?.hub
            ?? (center as? ProtocolDispatcherCenter)?.hub
    }
    var last: [Int?]?
    while true {
        var work: [Int?] = []
        for hub in hubs {
            let (left, queues, groups) = hub.work()
            work += left
            for queue in queues { await queue.waitForAll() }
            for group in groups { await group.wait() }
        }
        // Idle twice, and nothing was added meanwhile: between both looks all of them were idle.
        if !work.contains(nil), work == last { return }
        last = work
        await Task.yield()
    }
}

extension Hub {
    /// What was left for later here, above and below, and the queues and handlers that have it.
    ///
    /// Of each queue and handler, how much was left to it by now; `nil` where some of it is still waiting or running.
    fileprivate func work() -> (left: [Int?], queues: [ActorQueue], groups: [WaitGroup]) {
        if let parent { return parent.work() }
        var (left, queues, groups) = ([Int?](), [ActorQueue](), [WaitGroup]())
        for topic in tree.state.withLock({ _ in topicsBelow }) {
            left.append(topic.pendingWork)
            for subscription in subscriptions(of: topic) {
                for queue in [subscription.queue, subscription.gate] { if let queue { queues.append(queue) } }
                let handler = subscription.currentHandler
                left.append(handler.map(\.pendingWork) ?? 0)
                if let group = handler?.running { groups.append(group) }
            }
        }
        return (left + queues.map(\.pendingWork), queues, groups)
    }

    /// The topics here and below; under the lock.
    private var topicsBelow: [Topic] { allTopics + children.values.flatMap(\.topicsBelow) }
}
