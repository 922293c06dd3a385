/// A message that nobody received.
///
/// There were no subscribers when it was accepted, or all subscriptions had ended when it reached them. A sequence and an
/// asynchronous handler have received a message once it is in their queue. A message that a full queue dropped is reported
/// as a `QueueOverflow` and is no dead letter. One that is retained is none until it is retained no more.
public struct DeadLetter: Sendable, CustomStringConvertible {
    /// The message.
    public let message: any Sendable

    /// Where it was posted.
    public let postedAt: SourceLocation

    /// One line for developers.
    public var description: String { "nobody received the \(type(of: message)) posted at \(postedAt)" }
}

/// The result of publishing a message.
public struct DeliveryReport: Sendable {
    /// Whether the message was accepted; `false` after the center was closed, and if too many messages led to it.
    public let isAccepted: Bool

    /// The number of subscribers that have handled it, or have it in the buffer of their sequence.
    public internal(set) var delivered = 0

    /// The handlers that threw.
    public internal(set) var failed: [DeliveryFailure] = []

    /// The number of subscribers that do not get it because their queue was full.
    public internal(set) var dropped = 0

    /// Whether a handler consumed it.
    public internal(set) var isConsumed = false

    /// Whether nobody received it.
    public var isUndelivered: Bool { delivered == 0 && failed.isEmpty }
}

/// The handlers of failures of a center, and how the hub calls them.
struct MessageReports: Sendable {
    let onError: @Sendable (DeliveryFailure) -> Void
    let onDeadLetter: (@Sendable (DeadLetter) -> Void)?

    /// What the hub calls; what comes of a report is never reported itself.
    var policy: Hub.Policy {
        let (onError, onDeadLetter) = (onError, onDeadLetter)
        var policy = Hub.Policy { error, subscription, message, location in
            onError(
                DeliveryFailure(
                    error, of: "\(type(of: message))", message, for: subscription.location, from: location))
        } onDrop: { number, subscription, message in
            guard let overflow = QueueOverflow(reporting: number) else { return }
            message.hub.reporting(message.origin) {
                onError(
                    DeliveryFailure(
                        overflow, of: message.topic.name, message.message, for: subscription?.location,
                        from: message.location))
            }
        }
        policy.onRefused = { hub, origin, message in
            hub.reporting(origin) {
                onError(
                    DeliveryFailure(
                        DeliveryCycle(origin), of: origin.step.name, message, from: origin.step.location))
            }
        }
        if let onDeadLetter {
            policy.onUnreceived = { message in
                message.hub.reporting(message.origin) {
                    onDeadLetter(DeadLetter(message: message.message, postedAt: message.location))
                }
            }
        }
        return policy
    }
}
