/// The reason why a message is handed to `onDeadLetter`: nothing received it.
///
/// There were no subscribers when it was accepted, or all subscriptions had ended when it reached them. A sequence and an
/// asynchronous handler have received a message once it is in their queue. A message that a full queue dropped is reported
/// as a `QueueOverflow` and is not a dead letter. A retained message becomes one when it is no longer retained.
public struct DeadLetter: Error, Hashable, CustomStringConvertible {
    /// One line for developers.
    public var description: String { "nothing received it" }
}
