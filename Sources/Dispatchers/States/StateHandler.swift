import Synchronization

/// An observer that is about to subscribe to a state.
struct StateSubscriber<Value: Sendable>: Sendable {
    /// Receives a change, on the actor; `false` when the owner is gone.
    typealias Receive = @Sendable (borrowing StateChange<Value>) -> Bool

    let location: SourceLocation
    let options: StateOptions<Void>
    var priority = 0
    /// The actor that it runs on.
    var actor: (any Actor)?
    /// The actor that is current.
    var current: ObjectIdentifier?
    var owner: (any AnyObject & Sendable)?
    var onEnd: (@Sendable () -> Void)?
    let receive: Receive

    /// The same for the changes of another state.
    func with<Other: Sendable>(_ receive: @escaping StateSubscriber<Other>.Receive) -> StateSubscriber<Other> {
        StateSubscriber<Other>(
            location: location, options: options, priority: priority, actor: actor, current: current, owner: owner,
            onEnd: onEnd, receive: receive)
    }

    /// The same without the changes to equal values.
    func skipping(_ areEqual: (@Sendable (Value, Value) -> Bool)?) -> Self {
        guard let areEqual else { return self }
        return with { [receive] (change: borrowing StateChange<Value>) in
            if change.isEqual(areEqual) { return true }
            return receive(change)
        }
    }
}

/// The handler of a subscription to a state, with the changes that wait for its actor.
///
/// Why it may be shared: its stored properties are constant and `Sendable`, or atomic.
final class StateHandler<Value: Sendable>: Handler, @unchecked Sendable {
    /// The changes that wait; `nil` if it runs on the thread that delivers.
    private let pending: PendingChanges<Value>?

    private let cell: StateCell<Value>
    private let change: StateSubscriber<Value>.Receive
    private let onEnd: (@Sendable () -> Void)?
    private let hasOwner: Bool
    private weak let owner: (any AnyObject & Sendable)?

    /// The number of the last change before it began.
    private let start = Atomic(UInt64.max)

    init(_ subscriber: StateSubscriber<Value>, of cell: StateCell<Value>) {
        let options = subscriber.options
        let isInline = subscriber.actor == nil && !options.coalesces
        pending = isInline ? nil : PendingChanges(coalesces: options.coalesces, limit: options.limit)
        self.cell = cell
        change = subscriber.receive
        onEnd = subscriber.onEnd
        hasOwner = subscriber.owner != nil
        owner = subscriber.owner
        cell.observers.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }

    override var isPlain: Bool { pending?.coalesces != true }
    override var runsAnywhere: Bool { !isPlain }
    override var isOrphaned: Bool { hasOwner && owner == nil }

    /// Lets it receive the changes after one.
    func begin(after version: UInt64) { start.store(version, ordering: .relaxed) }

    override func receive(_ address: UnsafeRawPointer) throws -> Bool {
        address.lend(as: StateChange<Value>.self) { $0.version > start.load(ordering: .relaxed) ? change($0) : true }
    }

    /// A handler that coalesces is called with what was kept for it; all else waits.
    override func receive(
        _ delivery: inout Delivery, at address: UnsafeRawPointer, of subscription: Subscription
    ) throws -> Reception {
        if isPlain || delivery.kept != nil { return try receive(address) ? .received : .ownerGone }
        leave(delivery, for: subscription)
        return .received
    }

    /// Lets a change wait for the actor.
    func leave(_ delivery: borrowing Delivery, for subscription: Subscription) {
        let change = delivery.address.lend(as: StateChange<Value>.self) { copy $0 }
        guard change.version > start.load(ordering: .relaxed) else { return }
        let step = StateStep(
            location: delivery.location, actor: delivery.actor,
            cause: delivery.scope.pointee.cause?.takeUnretainedValue(),
            event: subscription.hub.trace.isOn ? subscription.hub.trace.cause : nil)
        pending?.append(change, by: step, for: subscription, isCurrent: subscription.queue?.actorID == delivery.actor)
    }

    /// Calls it with its first change, or lets that wait.
    func deliver(
        _ change: StateChange<Value>, to subscription: Subscription, by step: StateStep, on actor: ObjectIdentifier?
    ) {
        guard let pending else { return step.deliver(change, to: subscription, on: actor) }
        let isCurrent = subscription.queue?.actorID == actor
        if isCurrent, isPlain, let queue = subscription.queue, queue.begin() {
            step.deliver(change, to: subscription, on: actor)
            queue.end()
        } else {
            pending.append(change, by: step, for: subscription, isCurrent: isCurrent)
        }
    }

    override func end() {
        cell.observers.wrappingSubtract(1, ordering: .acquiringAndReleasing)
        onEnd?()
    }
}

extension StateHandler: MergingHandler {
    var merged: Int { pending?.merged ?? 0 }
}

/// A handler that merges what waits for it.
protocol MergingHandler {
    /// How many changes have become one with an earlier one.
    var merged: Int { get }
}

extension Subscription {
    /// How many changes have become one with an earlier one while they waited for the handler.
    var mergedChanges: Int {
        hub.readers.read { (lentHandler?.takeUnretainedValue() as? any MergingHandler)?.merged ?? 0 }
    }
}
