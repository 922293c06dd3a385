/// The result of publishing a message.
public struct DeliveryReport: Sendable {
    /// A Boolean value that indicates whether the message was accepted; `false` after the center was closed, and if too many messages
    /// led to it.
    public internal(set) var isAccepted = true

    /// The number of subscribers that have handled it, or in whose queue or buffer it waits.
    public internal(set) var delivered = 0

    /// The handlers that threw.
    public internal(set) var failed: [DeliveryFailure] = []

    /// The number of subscribers that do not get it because their queue was full.
    public internal(set) var dropped = 0

    /// A Boolean value that indicates whether a handler consumed it.
    public internal(set) var isConsumed = false

    static func += (left: inout Self, right: Self) {
        left.delivered += right.delivered
        left.failed += right.failed
        left.dropped += right.dropped
        left.isConsumed = left.isConsumed || right.isConsumed
    }
}
