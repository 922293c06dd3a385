public import SignalboxCore

/// An error whose description says what happened, where, and what to do, without that of a `DeliveryFailure`.
protocol CompleteReport: Error, CustomStringConvertible {}

/// A post, set or call that failed.
///
/// Centers without a handler for it write one line: to `os.Logger` where that exists, or else to standard error. Of failures of one kind
/// with the same source locations, the first is written, the second, the fourth, the eighth and so on.
public struct DeliveryFailure: Error, CustomStringConvertible {
    /// The name of the message's type, of the state, or of the protocol.
    public let what: String

    /// The message, if a message was posted.
    public let message: (any Sendable)?

    /// The error of the handler, or the reason why it was not called: a `QueueOverflow`, a `DeliveryCycle`, a `DeadLetter`, a
    /// `CallIsolationError`, or another error of this module.
    public let error: any Error

    /// The source location of the handler's registration; `nil` if no handler was called.
    public let observedAt: SourceLocation?

    /// The source location of the post, set or call.
    public let postedAt: SourceLocation

    init(
        _ error: any Error, of what: String, _ message: (any Sendable)? = nil, for observedAt: SourceLocation? = nil,
        from postedAt: SourceLocation
    ) {
        self.what = what
        self.message = message
        self.error = error
        self.observedAt = observedAt
        self.postedAt = postedAt
    }

    init(_ error: any Error, on value: PendingMessage, of subscription: Subscription? = nil) {
        self.init(
            error, of: value.topic.name, value.topic.isReported ? value.message : nil, for: subscription?.location,
            from: value.location)
    }

    init(_ error: any Error, of subscription: Subscription, from postedAt: SourceLocation) {
        self.init(error, of: subscription.topic.name, for: subscription.location, from: postedAt)
    }

    /// The post of a type in place of a message.
    init<Message>(ofType type: Message.Type, at location: SourceLocation) {
        self.init(DeadLetter(), of: "\(Message.Type.self)", from: location)
    }

    /// One line for developers.
    public var description: String {
        if let report = error as? any CompleteReport { return report.description }
        if error is DeadLetter {
            let isType = message is any Any.Type || what.hasSuffix(".Type")
            let hint = isType ? "; a type was posted: post a value of it" : ""
            return "nothing received \(what), posted at \(postedAt)\(report)\(hint)"
        }
        if error is QueueOverflow, let observedAt {
            return "the handler registered at \(observedAt) missed the \(what) from \(postedAt): \(error)"
        }
        guard let observedAt else { return "the \(what) from \(postedAt) failed: \(error)" }
        return "the handler registered at \(observedAt) failed on the \(what) from \(postedAt): \(error)"
    }

    /// The text of a message that is a report, since it would be lost otherwise.
    private var report: String { (message as? any ReportMessage).map { ": \($0)" } ?? "" }
}
