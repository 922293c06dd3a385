/// The stage of a delivery that `MessageCenter.publish` waits for.
@nonexhaustive public enum DeliveryStage: Sendable, Hashable {
    /// Handlers that may run where it is called have handled the message. It waits in the queues of all others, after waiting for
    /// room in those that suspend. Full queues of another policy drop a message.
    case queued

    /// All subscribers have handled it.
    case handled

    /// All subscribers have handled it, and all messages that their handlers posted, and so on. Changes of states that handlers set
    /// are included, also where they wait for an actor.
    case settled
}
