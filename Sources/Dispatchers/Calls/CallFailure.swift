/// A receiver that threw, or that could not be called.
public struct CallFailure: Error, CustomStringConvertible {
    /// The name of the protocol.
    public let called: String

    /// What the receiver threw, a `CallIsolationError`, a `CallOverflow`, or the `PostCycle` for which the call was refused.
    public let error: any Error

    /// Where the receiver was registered; of a call that was refused, the first one that misses it.
    public let registeredAt: SourceLocation

    /// Where the call was written.
    public let calledAt: SourceLocation

    init(_ error: any Error, of subscription: Subscription, from location: SourceLocation) {
        called = "\(subscription.topic.type)"
        self.error = error
        registeredAt = subscription.location
        calledAt = location
    }

    /// One line for a developer.
    public var description: String {
        "the \(called) registered at \(registeredAt) failed on the call at \(calledAt): \(error)"
    }
}

/// All receivers that threw during one call, in their order.
public struct CallFailures: Error, CustomStringConvertible {
    /// The failures, at least one.
    public let failures: [CallFailure]

    /// One line for a developer and failure.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}

/// The reason why a receiver was not called: more calls wait for its actor than the center's queue limit allows.
///
/// The first call that an actor misses is reported, then the second, the fourth, the eighth and so on.
public struct CallOverflow: Error, Hashable, CustomStringConvertible {
    /// How many calls have been dropped by now, of all that were to wait for this actor.
    public let count: Int

    /// One line for a developer.
    public var description: String { "too many calls wait for its actor, which has missed \(count) by now" }
}

/// The reason why a receiver was not called: it runs on an actor on which the call may not be made.
public struct CallIsolationError: Error, Hashable, CustomStringConvertible {
    /// One line for a developer.
    public var description: String {
        "the receiver runs on another actor than the call: dispatch off any actor, or collect with `running:`"
    }
}
