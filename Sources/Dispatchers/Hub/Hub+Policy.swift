import Synchronization

extension Hub {
    /// The differences between hubs of messages, states and calls.
    struct Policy: Sendable {
        /// The largest number of deliveries that may lead to one another.
        var cycleLimit = 100

        /// The largest number of jobs that may wait for one actor.
        var queueLimit = 65_536

        /// A Boolean value that indicates whether values reach the hubs above.
        var passesUp = false

        /// A Boolean value that indicates whether a value without a receiver is a dead letter.
        var needsReceivers = true

        /// A Boolean value that indicates whether calls on one actor neither nest nor overtake one another.
        ///
        /// Then a value waits in the queue of the current actor while that is busy. Otherwise, waiting jobs are called first.
        var callsInTurn = false

        /// Called with failed deliveries, and with values that were dropped or refused.
        var onError: @Sendable (DeliveryFailure) -> Void

        /// Called with values that no subscriber received.
        var onDeadLetter: (@Sendable (DeliveryFailure) -> Void)?

        /// A Boolean value that indicates whether the first dead letter of each topic is written to the log.
        var logsDeadLetters = false

        /// Returns whether a value of a topic without receivers is reported.
        func reportsDeadLetters(of topic: Topic) -> Bool {
            onDeadLetter != nil || logsDeadLetters && !topic.hasLoggedDeadLetter.load(ordering: .relaxed)
        }
    }
}
