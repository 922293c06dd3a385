public import SignalboxCore
import Synchronization

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

    init(_ error: any Error, on value: Envelope, of subscription: Subscription? = nil) {
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

extension DeliveryFailure {
    /// Writes the failure to the log, unless others like it were written.
    ///
    /// The default for `onError`.
    @Sendable static func log(_ failure: DeliveryFailure) {
        let kind = "\(failure.what) \(type(of: failure.error))"
        // A queue reports the first value that it loses, the second, the fourth and so on.
        if failure.error is QueueOverflow {
            return DefaultLog.writeDue(kind, at: failure.postedAt, to: failure.observedAt, "\(failure)")
        }
        DefaultLog.write(kind, at: failure.postedAt, to: failure.observedAt) { "\(failure)" }
    }
}

extension Hub {
    /// Calls a report about a post, set or call, unless that stems from a report itself.
    ///
    /// Inside an update the report waits until the outermost update of this thread has ended, since it may read the state.
    @inline(never)
    func reporting(_ cause: Cause, _ report: @escaping @Sendable () -> Void) {
        if cause.isReport { return }
        let reporting: @Sendable () -> Void = { [self] in
            CarriedValues.with(cause.carried) { runInside(because: cause.reported) { _ in report() } }
        }
        if let scope = DeliveryScope.delayingReports(on: CurrentThread.current) {
            scope.delayedReports?.append(reporting)
        } else {
            reporting()
        }
    }

    /// Calls the error handler with a failure, as a report.
    func report(_ failure: DeliveryFailure, because cause: Cause) {
        reporting(cause) { [policy] in policy.onError(failure) }
    }

    /// Reports the error of a handler.
    @inline(never)
    func report(_ error: any Error, of subscription: Subscription, in scope: DeliveryScope) {
        let message = scope.makeCopy()
        report(DeliveryFailure(error, on: message, of: subscription), because: message.cause)
    }

    /// Reports a subscriber on another actor, which a confined value must not reach.
    ///
    /// - Returns: `true` if it was reported, and so the value counts as received.
    func refuse(_ subscription: Subscription, in scope: DeliveryScope) -> Bool {
        guard let cause = scope.cause else { return false }
        let failure = DeliveryFailure(CallIsolationError(), of: subscription, from: cause.step.location)
        report(failure, because: cause)
        return true
    }

    /// Drops a message that found no room.
    func drop(_ post: AcceptedMessage, _ loss: Loss) {
        reportDrop(loss, of: post.message)
        post.message.endWithoutDeadLetter()
    }

    /// Records a value that a queue had no room for, and reports it to the error handler.
    ///
    /// - Parameters:
    ///   - loss: The loss.
    ///   - message: The value.
    ///   - subscriptions: The subscribers that do not receive it.
    func reportDrop(_ loss: Loss, of message: Envelope, for subscriptions: [Subscription] = []) {
        for subscription in subscriptions {
            subscription.droppedCount.add(1, ordering: .relaxed)
            trace.end(subscription.beginDelivery(of: message), .dropped)
        }
        if subscriptions.isEmpty { trace.mark(message.event, .dropped) }
        reportOverflow(loss, of: message, for: subscriptions.first)
    }

    /// Reports a value that a queue has lost to the error handler, if that is due.
    func reportOverflow(_ loss: Loss, of message: Envelope, for subscription: Subscription?) {
        guard let overflow = QueueOverflow(reporting: loss) else { return }
        let failure = DeliveryFailure(overflow, on: message, of: subscription)
        report(failure, because: message.cause)
    }

    /// Refuses a post, set or call that too many others led to, or that is nested too deeply for the stack of the thread.
    ///
    /// - Returns: `true` if it was refused.
    func refusesCycle(of cause: Cause, _ message: (any Sendable)?, named name: String, on thread: CurrentThread) -> Bool
    {
        guard let reason = refusal(of: cause, on: thread) else { return false }
        trace.mark(trace.cause, .refused(reason.refusal))
        let failure = DeliveryFailure(DeliveryCycle(cause, reason), of: name, message, from: cause.step.location)
        report(failure, because: cause)
        return true
    }

    private func refusal(of cause: Cause, on thread: CurrentThread) -> DeliveryCycle.Reason? {
        if cause.depth > policy.cycleLimit { return .limit(policy.cycleLimit) }
        let depth = thread.scope?.with { $0.depth } ?? 0
        // Recording a delivery takes as much stack as the delivery.
        let limit = trace.isOn ? thread.nestingLimit / 2 : thread.nestingLimit
        return depth >= 8 && depth >= limit ? .stack(depth) : nil
    }

    /// Returns an event of this hub about a topic.
    func event(
        _ kind: TraceEvent.Kind, of topic: Topic, at location: SourceLocation, to receiver: SourceLocation? = nil
    ) -> TraceEvent {
        let subject: any Sendable = topic.key ?? topic.type
        return TraceEvent(kind, of: subject, at: location, to: receiver, in: name)
    }
}

/// An error that reports values lost by a full queue: dropped, replaced by a newer value, or merged with it.
///
/// The first value that a queue loses is reported, then the second, the fourth, the eighth and so on. Publications that a queue loses
/// are not counted: their reports have them. Nor are values that reports lead to, since these are never reported.
public struct QueueOverflow: Error, Hashable, CustomStringConvertible {
    /// The number of values that the queue has lost.
    public let count: Int

    /// A Boolean value that indicates whether changes of a state became one with a newer change, instead of being dropped.
    public let isMerge: Bool

    /// Creates a report; `nil` unless it is due.
    init?(reporting loss: Loss) {
        guard let count = loss.count, count & (count - 1) == 0 else { return nil }
        self.count = count
        isMerge = loss.isMerge
    }

    /// One line for developers.
    public var description: String {
        if !isMerge { return "the queue was full, and has lost \(count) by now" }
        return "the queue was full, and \(count) changes became one with a newer one by now; the last value arrives: "
            + "if that is enough, observe with the option .coalesces"
    }
}

/// A value that a queue had no room for.
struct Loss: Sendable {
    /// The number of lost values that the queue reports, this one included; `nil` if it is not reported.
    let count: Int?

    /// A Boolean value that indicates whether it became one with a newer value.
    var isMerge = false

    /// A loss that is not reported.
    static let unreported = Loss(count: nil)

    private init(count: Int?) {
        self.count = count
    }

    /// Counts a loss that is reported, unless the value stems from a report.
    init(of message: Envelope, counting count: inout Int) {
        if message.cause.isReport {
            self.init(count: nil)
        } else {
            count += 1
            self.init(count: count)
        }
    }

    /// A loss that a queue has counted.
    init(number count: Int, isMerge: Bool = false) {
        self.init(count: count)
        self.isMerge = isMerge
    }
}

/// The reason why a message is handed to `onDeadLetter`: nothing received it.
///
/// There were no subscribers when it was accepted, or all subscriptions had ended when it reached them. A sequence and an
/// asynchronous handler have received a message once it is in their queue. A message that a full queue dropped is reported
/// as a `QueueOverflow` and is not a dead letter. A retained message becomes one when it is no longer retained.
public struct DeadLetter: Error, Hashable, CustomStringConvertible {
    /// One line for developers.
    public var description: String { "nothing received it" }
}

/// The reason why a receiver was not called: it belongs to an actor on which the call may not run.
public struct CallIsolationError: Error, Hashable, CustomStringConvertible {
    /// One line for developers.
    public var description: String {
        "the receiver runs on another actor than the call: dispatch off any actor, or collect with `running:`"
    }
}

/// An error that reports an observation or a receiver that ended at once, because its registration was released where it was made.
///
/// `_ = center.observe(…)` does that. It is reported in builds for debugging, if nothing was delivered in the center meanwhile.
public struct ReleasedObservation: Error, Hashable, CustomStringConvertible {
    /// The name of the state, of the type of messages or requests, or of the protocol.
    public let what: String

    /// The source location of the observation.
    public let location: SourceLocation

    /// One line for developers.
    public var description: String {
        "\(ReleasedRegistration(location, of: "the observation of \(what)")), or name an owner with “by:”"
    }
}

extension ReleasedObservation: CompleteReport {}

extension Subscription {
    var activity: UInt64 { hub.tree.activity.value }

    func reportRelease() {
        guard isActive else { return }
        let error = ReleasedObservation(what: topic.name, location: location)
        let failure = DeliveryFailure(error, of: self, from: location)
        hub.report(failure, because: Cause(of: topic, at: location, on: .current))
    }
}

/// A message that reports something to the app: if nothing receives it, the dead letter has its description.
package protocol ReportMessage: CustomStringConvertible {}
