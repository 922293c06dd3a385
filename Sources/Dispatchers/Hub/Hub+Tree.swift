import SignalboxCore
import Synchronization

extension Hub {
    /// The properties that a hub shares with those above and below it.
    final class Tree: Sendable {
        let readers = Readers()

        /// The time of the last change that several topics' lists depend on.
        ///
        /// Lists that were made before are out of date.
        let lastInvalidation = Atomic<UInt64>(0)

        /// The deliveries, observations and listings so far, for registrations that are released at once.
        let activity = ActivityCount()

        /// The version of `stateNames`: another number after each new name, and 0 at first.
        let stateNamesVersion = Atomic<UInt64>(0)

        /// The lock of the tree: it guards the state here, and the properties of hubs, topics and subscriptions that say so.
        let state = Protected(State())

        struct State: Sendable {
            var queues = ActorQueues()

            /// The actors that have a job to deliver the posts that wait while a handler runs a loop of its own.
            var nestedLoops: Set<ObjectIdentifier> = []

            /// The names of the states that are in use.
            var stateNames = StateNames()

            /// The asynchronous calls of subscriptions that ended while they ran.
            var endedCalls: [RunningCalls] = []

            /// The queues of their own of subscriptions that ended while these were busy.
            var endedQueues: [ActorQueue] = []
        }
    }
}

extension Hub.Tree.State {
    /// Keeps what runs of a subscription that has ended, for those who wait until nothing runs.
    ///
    /// The queues of actors are known anyway.
    mutating func keepRunning(_ handler: Handler, of subscription: Subscription) {
        endedCalls.removeAll(where: \.isIdle)
        endedQueues.removeAll { !$0.isBusy }
        if let calls = handler.runningCalls, !calls.isIdle { endedCalls.append(calls) }
        if let queue = handler.queue ?? subscription.replayQueue, queue.isBusy { endedQueues.append(queue) }
    }
}
