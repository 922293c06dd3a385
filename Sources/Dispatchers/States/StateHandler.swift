import SignalboxCore
import Synchronization

/// The handler of a subscription to a state or to a part of one, which calls another one.
///
/// A handler keeps the changes that wait for its actor, or to become one change. The class is not generic, so that a
/// delivery looks up no types.
final class StateHandler: Handler {
    /// The number of changes that may wait for the actor of an observer.
    ///
    /// Of more, the newest become one.
    private static let waitingLimit = 64

    /// The handler that is called with changes of the subscription's topic.
    let handler: Handler

    /// The state, for the number of changes that were merged before an observer could receive them.
    private let state: StateTopic?
    private let skipsCurrent: Bool

    /// The queue in which an observer is called that coalesces.
    ///
    /// Others are called in the queue that their actor has in the hub.
    let ownQueue: ActorQueue?

    private let changes = Protected(ChangeQueue())

    /// A Boolean value that indicates whether the changes before the first value were delivered.
    ///
    /// The one thread that delivers uses it.
    private let hasBegun: Atomic<Bool>

    /// The number of changes of the state that were merged before the first value.
    private let mergedBefore = Atomic(0)

    /// Creates the handler of an observer.
    ///
    /// - Parameters:
    ///   - handler: The handler to call with changes of the subscription's topic.
    ///   - state: The state; `nil` if there is no first value to wait for.
    ///   - skipsCurrent: `true` if the first value is not delivered.
    ///   - queue: The queue of an observer that coalesces.
    init(_ handler: Handler, of state: StateTopic?, skipsCurrent: Bool = false, coalescingIn queue: ActorQueue? = nil) {
        self.handler = handler
        self.state = state
        self.skipsCurrent = skipsCurrent
        ownQueue = queue
        hasBegun = Atomic(state == nil)
    }

    override var buffering: Buffering { ownQueue == nil ? .onOtherActors : .always }
    override var isOrphaned: Bool { handler.isOrphaned }
    override var queue: ActorQueue? { ownQueue }

    override func describe(_ info: inout ObservationInfo) {
        handler.describe(&info)
        let counts = changes.withLock { ($0.count, $0.mergedCount) }
        let mergedBefore = mergedBefore.load(ordering: .relaxed)
        info.waiting += counts.0
        info.dropped += counts.1 + (state?.mergedCount ?? mergedBefore) - mergedBefore
    }

    override func receive(_ value: ValueAddress) throws -> Bool {
        try hasBegun.load(ordering: .relaxed) ? handler.receive(value) : true
    }

    /// Keeps the change that is being delivered, if it was made since the observer began.
    override func buffer(_ scope: DeliveryScope, for subscription: Subscription) -> Bool {
        guard hasBegun.load(ordering: .relaxed) else { return true }
        guard let change = scope.makeCopy(for: subscription.topic) else { return true }
        leave(change, for: subscription, on: scope.actor)
        return true
    }

    /// Lets the observer receive changes from now on, and first the current value, unless it skips that.
    func receiveFirst(_ subscription: Subscription, with message: Envelope, on actor: ObjectIdentifier?) {
        hasBegun.store(true, ordering: .relaxed)
        mergedBefore.store(state?.mergedCount ?? 0, ordering: .relaxed)
        if skipsCurrent { return }
        subscription.hub.run(on: actor, with: message) { scope in
            if ownQueue == nil, subscription.queue == nil {
                subscription.hub.call(subscription, in: scope)
            } else if let first = scope.makeCopy(for: subscription.topic) {
                leave(first, for: subscription, on: actor)
            }
        }
    }

    /// Leaves a change in the queue of the observer's actor, or in its own.
    private func leave(_ change: Envelope, for subscription: Subscription, on actor: ObjectIdentifier?) {
        guard let queue = ownQueue ?? subscription.queue else { return }
        change.beginDelivery()
        let limit = ownQueue == nil ? Self.waitingLimit : 1
        let appended = changes.withLock { changes -> (merged: ChangeQueue.Merged?, count: Int)? in
            // A delivery may have found the handler before the observer ended.
            if changes.isFinished { return nil }
            let merged = changes.append(WaitingChange(message: change), limit: limit)
            return (merged, changes.mergedCount)
        }
        guard let (merged, count) = appended else { return change.endDelivery(isReceived: true) }
        if let merged {
            let loss = Loss(number: count, isMerge: true)
            if ownQueue == nil { subscription.hub.reportOverflow(loss, of: change, for: subscription) }
            return merged.end()
        }
        let job: ActorQueue.Job = {
            guard let handler = subscription.currentHandler as? StateHandler else { return }
            handler.callWithNext(of: subscription)
        }
        if ownQueue == nil, queue.actorID == actor { queue.appendUrgent(job) } else { queue.append(job) }
    }

    /// Calls the observer with the change that has waited longest, on its actor.
    private func callWithNext(of subscription: Subscription) {
        guard let message = changes.withLock({ $0.popFirst() })?.message else { return }
        let isUnchanged = (subscription.topic as? StateNode)?.isUnchanged(message) ?? false
        if !isUnchanged { call(message, of: subscription, on: subscription.queue?.actorID) }
        message.endDelivery(isReceived: true)
    }

    /// Calls the observer with a change, on its actor.
    func call(_ message: Envelope, of subscription: Subscription, on actor: ObjectIdentifier?) {
        subscription.hub.run(on: actor, with: message) { scope in subscription.hub.call(subscription, in: scope) }
    }

    override func end() {
        let waiting = changes.withLock { $0.finish() }
        for change in waiting { change.message.endDelivery(isReceived: true) }
        handler.end()
    }
}

/// A change of a state: its value before and after.
public struct StateChange<Value: Sendable>: Sendable {
    /// The value before the change; the value after it where `hasBefore` is false.
    ///
    /// Not an optional: to copy one of an unknown type, the program looks up its layout each time.
    let before: Value

    /// A Boolean value that indicates whether there was a value before the change.
    let hasBefore: Bool

    /// The value after the change.
    ///
    /// The state may have been set again meanwhile. Then another change follows.
    public internal(set) var new: Value

    /// Inlined, since a function of its own would look up the type once more.
    @inline(__always)
    init(before: Value, hasBefore: Bool, new: Value) {
        self.before = before
        self.hasBefore = hasBefore
        self.new = new
    }

    /// The value before the change; `nil` when an observer receives the current value first.
    public var old: Value? { hasBefore ? before : nil }

    /// The value before, if there is one, and the value after.
    var values: [any Sendable] { hasBefore ? [before, new] : [new] }

    /// Returns one change instead of two: from the value before an old one to the value after a new one.
    static func merge(_ new: Envelope, into old: Envelope) -> Envelope? {
        guard let change = new.message as? Self, var merged = old.message as? Self else { return nil }
        merged.new = change.new
        return Envelope(merged, of: new.topic, in: new.hub, because: new.cause)
    }
}

extension StateChange: Equatable where Value: Equatable {}

extension StateChange: CustomStringConvertible {
    /// The values: `5 → 6`, or `5` when an observer receives the current value first.
    public var description: String { hasBefore ? "\(before) → \(new)" : "\(new)" }
}
