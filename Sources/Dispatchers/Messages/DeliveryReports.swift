/// A message that was not handled as it should have been.
public struct DeliveryFailure: Error, CustomStringConvertible {
    /// What was posted.
    public let message: any Sendable

    /// What the handler threw, or the `PostCycle` for which the post was refused.
    public let error: any Error

    /// Where the handler that threw was registered; `nil` when the post was refused and no handler called.
    public let observedAt: SourceLocation?

    /// Where the message was posted.
    public let postedAt: SourceLocation

    /// One line for a developer.
    public var description: String {
        let what = "the \(type(of: message)) posted at \(postedAt)"
        guard let observedAt else { return "refused \(what): \(error)" }
        return "the handler registered at \(observedAt) failed on \(what): \(error)"
    }
}

/// A message that had no receiver.
///
/// Nobody observed it when it was accepted, or all subscriptions had ended when it reached them. A sequence and an
/// asynchronous handler have received a message once it is in their queue. A message that a full queue dropped is reported
/// as a `MessageOverflow` and is no dead letter. One that is retained is none until it is retained no more.
public struct DeadLetter: Sendable, CustomStringConvertible {
    /// What was posted.
    public let message: any Sendable

    /// Where it was posted.
    public let postedAt: SourceLocation

    /// One line for a developer.
    public var description: String { "nobody received the \(type(of: message)) posted at \(postedAt)" }
}

/// What became of a message that was published.
public struct DeliveryReport: Sendable {
    /// Whether the message was accepted: not after the center was closed, and not when too many messages led to it.
    public let isAccepted: Bool

    /// How many observers have handled it, or have it in their sequence's buffer.
    public internal(set) var delivered = 0

    /// The handlers that threw.
    public internal(set) var failed: [DeliveryFailure] = []

    /// How many observers do not get it, since their queue was full.
    public internal(set) var dropped = 0

    /// Whether a handler kept it from those after it.
    public internal(set) var isConsumed = false

    /// Whether it had no receiver.
    public var isUndelivered: Bool { delivered == 0 && failed.isEmpty }
}

/// The reason why a message was not received: it found a queue full, or made room for a newer one.
///
/// The first message that a queue drops is reported, then the second, the fourth, the eighth and so on.
public struct MessageOverflow: Error, Hashable, CustomStringConvertible {
    /// How many messages the queue has dropped by now.
    public let count: Int

    /// One line for a developer.
    public var description: String { "the queue was full, and has dropped \(count) by now" }
}

/// The reason why a post was refused: more messages led to it, each posted by a handler of the one before, than the
/// center's cycle limit allows.
public struct PostCycle: Error, Hashable, CustomStringConvertible {
    /// One message of the chain.
    public struct Link: Sendable, Hashable {
        /// The name of the message's type.
        public let message: String

        /// Where it was posted.
        public let location: SourceLocation
    }

    /// The messages from the outermost one to the refused one.
    public let chain: [Link]

    /// One line for a developer, with the end of the chain.
    public var description: String {
        let end = chain.suffix(5).map { "\($0.message) (\($0.location))" }.joined(separator: " → ")
        return "\(chain.count - 1) messages led to one another: \(chain.count > 5 ? "… → " : "")\(end)"
    }
}

extension PostCycle {
    /// The chain that led to a message, from where the count began.
    init(_ origin: Origin) {
        chain = origin.chain.suffix(origin.depth + 1).map(Link.init)
    }
}

extension PostCycle.Link {
    init(_ step: Origin.Step) { self.init(message: "\(step.type)", location: step.location) }
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
                    message: message, error: error, observedAt: subscription.location, postedAt: location))
        } onDrop: { number, subscription, message in
            // The first, the second, the fourth, and so on.
            guard number & (number - 1) == 0 else { return }
            message.hub.reporting(message.origin) {
                onError(
                    DeliveryFailure(
                        message: message.message, error: MessageOverflow(count: number),
                        observedAt: subscription?.location, postedAt: message.location))
            }
        }
        policy.onRefused = { hub, origin, message in
            hub.reporting(origin) {
                onError(
                    DeliveryFailure(
                        message: message, error: PostCycle(origin), observedAt: nil, postedAt: origin.step.location))
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
