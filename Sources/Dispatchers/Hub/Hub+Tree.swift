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

        /// The lock of the tree: it guards the state here, and the properties of hubs, topics and subscriptions that say so.
        let state = Protected(State())

        struct State: Sendable {
            var queues = ActorQueues()

            /// The actors that have a job to deliver the posts that wait while a handler runs a loop of its own.
            var nestedLoops: Set<ObjectIdentifier> = []

            /// The asynchronous calls of subscriptions that ended while they ran.
            var endedCalls: [RunningCalls] = []
        }
    }
}

extension Hub.Tree.State {
    /// Keeps the calls of a subscription that has ended, as long as some of them run.
    mutating func countEnded(of calls: RunningCalls) {
        endedCalls.removeAll(where: \.isIdle)
        if !calls.isIdle { endedCalls.append(calls) }
    }
}
