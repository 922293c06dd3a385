/// A post, set or call that failed.
public struct DeliveryFailure: Error, CustomStringConvertible {
    /// The name of the message's type, of the state, or of the protocol.
    public let what: String

    /// The message, if it was a post.
    public let message: (any Sendable)?

    /// The error of the handler, or why it was not called: a `QueueOverflow`, a `DeliveryCycle`, a `DeadLetter` or a
    /// `CallIsolationError`.
    public let error: any Error

    /// Where the handler was registered; `nil` if no handler was called.
    public let observedAt: SourceLocation?

    /// Where it was posted, set or called.
    public let postedAt: SourceLocation

    init(
        _ error: any Error, of what: String, _ message: (any Sendable)? = nil, for observedAt: SourceLocation? = nil,
        from postedAt: SourceLocation
    ) {
        (self.what, self.message, self.error) = (what, message, error)
        (self.observedAt, self.postedAt) = (observedAt, postedAt)
    }

    init(_ error: any Error, on value: PendingMessage, of subscription: Subscription? = nil) {
        self.init(
            error, of: value.topic.name, value.topic.isMessage ? value.message : nil, for: subscription?.location,
            from: value.location)
    }

    init(_ error: any Error, of subscription: Subscription, from postedAt: SourceLocation) {
        self.init(error, of: subscription.topic.name, for: subscription.location, from: postedAt)
    }

    /// One line for developers.
    public var description: String {
        guard let observedAt else { return "the \(what) from \(postedAt) failed: \(error)" }
        return "the handler registered at \(observedAt) failed on the \(what) from \(postedAt): \(error)"
    }
}

/// Why a value was not received: a queue was full, a newer value replaced it, or it was merged with another.
///
/// The first value that a queue loses is reported, then the second, the fourth, the eighth and so on.
public struct QueueOverflow: Error, Hashable, CustomStringConvertible {
    /// The number of values that the queue has lost.
    public let count: Int

    /// Creates a report; `nil` unless it is due.
    init?(reporting count: Int) {
        guard count & (count - 1) == 0 else { return nil }
        self.count = count
    }

    /// One line for developers.
    public var description: String { "the queue was full, and has lost \(count) by now" }
}

/// Why a post, a set or a call was refused: it is caused by itself.
///
/// More posts, sets and calls led to it, each made by a handler of the one before, than the center's cycle limit allows. Or it is
/// a set inside of an update of the same state, or one that would wait for an update that waits for the current thread.
public struct DeliveryCycle: Error, Hashable, CustomStringConvertible {
    /// The chain, from the first to the refused one.
    public let chain: [DeliveryStep]

    /// The chain that led to something, from where the count began.
    init(_ origin: Origin) { chain = origin.chain.suffix(origin.depth + 1) }

    /// One line for developers, with the end of the chain.
    public var description: String {
        let end = chain.suffix(5).map { "\($0.what) (\($0.location))" }.joined(separator: " → ")
        return "refused, for \(chain.count - 1) others led to it: \(chain.count > 5 ? "… → " : "")\(end)"
    }
}
