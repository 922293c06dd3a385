/// The changes that wait for one observer: until its actor is free, or to become one change.
final class PendingChanges<Value: Sendable>: Sendable {
    /// Whether all that wait become one.
    let coalesces: Bool
    private let limit: Int
    private let state = Protected(State())

    private typealias Pending = (change: StateChange<Value>, step: StateStep)

    private struct State: Sendable {
        var waiting = Waiting<Pending>()
        var isScheduled = false
        var merged = 0
    }

    init(coalesces: Bool, limit: Int?) {
        self.coalesces = coalesces
        self.limit = coalesces ? 1 : limit ?? 64
    }

    /// How many changes have become one with an earlier one.
    var merged: Int { state.withLock { $0.merged } }

    /// Lets a change wait, and has the observer called where it runs.
    func append(
        _ change: StateChange<Value>, by step: StateStep, for subscription: Subscription, isCurrent: Bool
    ) {
        // What the merged change held is released here, outside of the lock.
        var replaced: Pending?
        let mustSchedule = state.withLock { state in
            if state.waiting.count >= limit, let last = state.waiting.last {
                replaced = state.waiting.replaceLast(with: (change.following(last.change), step))
                state.merged += 1
                return false
            }
            state.waiting.append((change, step))
            defer { state.isScheduled = true }
            return !coalesces || !state.isScheduled
        }
        withExtendedLifetime(replaced) {}
        if mustSchedule { schedule(for: subscription, isCurrent: isCurrent) }
    }

    private func schedule(for subscription: Subscription, isCurrent: Bool) {
        let job = { @Sendable [self] in
            deliverNext(to: subscription)
            if coalesces, !finish() { schedule(for: subscription, isCurrent: false) }
        }
        switch subscription.queue {
        case let queue? where coalesces: queue.callLater(job)
        case let queue?: queue.append(isCurrent: isCurrent, job)
        case nil: Task.detached { job() }
        }
    }

    /// Calls the observer with the change that has waited longest.
    private func deliverNext(to subscription: Subscription) {
        guard let (change, step) = state.withLock({ $0.waiting.popFirst() }) else { return }
        step.deliver(change, to: subscription, on: subscription.queue?.actorID)
    }

    /// Whether nothing waits any more, of changes that become one.
    private func finish() -> Bool {
        state.withLock { state in
            state.isScheduled = !state.waiting.isEmpty
            return !state.isScheduled
        }
    }
}
