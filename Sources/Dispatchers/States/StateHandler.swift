import Synchronization

/// The handler of a subscription to a state, which calls another one.
///
/// It is not generic, so that a delivery looks no types up.
final class StateHandler: Handler {
    private let handler: Handler
    private let skipsCurrent: Bool

    /// Where an observer is called that coalesces; others are called in the queue that their actor has in the hub.
    let ownQueue: ActorQueue?

    /// What waits: until the actor is free, or to become one change.
    private let changes = Protected(WaitingChanges())

    /// Whether what was set before it began has been delivered; stored and loaded by the one thread that delivers.
    private let hasBegun = Atomic(false)

    init(_ handler: Handler, skipsCurrent: Bool = false, coalescingIn queue: ActorQueue? = nil) {
        (self.handler, self.skipsCurrent, ownQueue) = (handler, skipsCurrent, queue)
    }

    override var isOrphaned: Bool { handler.isOrphaned }
    override var isPlain: Bool { ownQueue == nil }
    override var pendingWork: Int? { ownQueue.map(\.pendingWork) ?? 0 }
    override func end() { handler.end() }

    override func describe(_ info: inout ObservationInfo) {
        handler.describe(&info)
        (info.waiting, info.dropped) = changes.withLock { ($0.count, $0.merged) }
    }

    override func receive(_ value: Lent) throws -> Bool {
        try hasBegun.load(ordering: .relaxed) ? handler.receive(value) : true
    }

    override func take(in scope: DeliveryScope, of subscription: Subscription) { leave(in: scope, of: subscription) }

    /// Lets the change that is being delivered wait, if it was made since the observer began.
    override func leave(in scope: DeliveryScope, of subscription: Subscription) {
        if hasBegun.load(ordering: .relaxed) { deliver(scope.keep(), to: subscription, on: scope.actor) }
    }

    /// Lets it receive the changes from now on, and first the current value, unless it skips that.
    func begin(_ subscription: Subscription, with message: PendingMessage, on actor: ObjectIdentifier?) {
        hasBegun.store(true, ordering: .relaxed)
        if !skipsCurrent { deliver(message, to: subscription, on: actor) }
    }

    /// Calls it with a change, at once if it runs on no actor, else when it is its turn.
    private func deliver(_ message: PendingMessage, to subscription: Subscription, on actor: ObjectIdentifier?) {
        guard let queue = ownQueue ?? subscription.queue else { return call(message, of: subscription, on: actor) }
        let replaced = changes.withLock { $0.append(WaitingChange(message: message), limit: isPlain ? 64 : 1) }
        if replaced != nil { return }
        queue.append(isCurrent: isPlain && queue.actorID == actor) {
            guard let handler = subscription.currentHandler as? StateHandler,
                let next = handler.changes.withLock({ $0.popFirst() })
            else { return }
            handler.call(next.message, of: subscription, on: subscription.queue?.actorID)
        }
    }

    /// Calls it with a change, on its actor, unless the subscription has ended.
    func call(_ message: PendingMessage, of subscription: Subscription, on actor: ObjectIdentifier?) {
        let hub = subscription.hub
        hub.run(on: actor, with: message) { scope in
            if subscription.isActive { hub.call(handler, of: subscription, in: scope) }
        }
    }
}

/// A handler of the changes of a state, which calls one of the changes of a part of it.
final class PartHandler<Whole: Sendable, Part: Sendable & Equatable>: Handler {
    private let handler: Handler
    private let part: @Sendable (Whole) -> Part

    init(_ handler: Handler, _ part: @escaping @Sendable (Whole) -> Part) {
        (self.handler, self.part) = (handler, part)
    }

    override var isOrphaned: Bool { handler.isOrphaned }
    override func describe(_ info: inout ObservationInfo) { handler.describe(&info) }
    override func end() { handler.end() }

    override func receive(_ value: Lent) throws -> Bool {
        try value.lend(as: StateChange<Whole>.self) { whole in
            let change = StateChange(before: part(whole.before), hasBefore: whole.hasBefore, new: part(whole.new))
            if change.hasBefore, change.before == change.new { return true }
            return try Lent.lend(change) { try handler.receive($0) }
        }
    }
}

/// The handler that lets a state follow the same state of the parent; it ends once the state is set here.
final class InheritingHandler<Value: Sendable>: Handler {
    private weak let center: ObserverCenter?
    private let cell: StateCell<Value>

    init(in center: ObserverCenter, _ cell: StateCell<Value>) { (self.center, self.cell) = (center, cell) }

    override var isOrphaned: Bool { center == nil }

    override func receive(_ value: Lent) throws -> Bool {
        let scope = DeliveryScope.current(on: CurrentThread.current)
        guard let center, let origin = scope?.origin else { return false }
        let context = SetContext(location: origin.step.location, actor: scope?.actor, cause: origin)
        return value.lend(as: StateChange<Value>.self) {
            cell.change(to: $0.new, as: .inherited, context, in: center.hub)
        }
    }
}

/// The handler that gives values to an asynchronous sequence.
final class SequenceHandler<Value: Sendable>: Handler {
    private let continuation: AsyncStream<Value>.Continuation

    init(_ continuation: AsyncStream<Value>.Continuation) { self.continuation = continuation }

    override func receive(_ value: Lent) throws -> Bool {
        continuation.yield(value.lend(as: StateChange<Value>.self) { $0.new })
        return true
    }

    override func describe(_ info: inout ObservationInfo) { info.form = .sequence }
    override func end() { continuation.finish() }
}

/// A change that waits to be delivered.
struct WaitingChange: Sendable {
    let message: PendingMessage

    /// Who receives it as its first; `nil` if it is for all observers.
    var newcomer: Subscription?
}

/// The changes of one state that wait, the first first.
struct WaitingChanges: Sendable {
    private var waiting = Waiting<WaitingChange>()
    /// How many have become one with the one before.
    private(set) var merged = 0

    var count: Int { waiting.count }

    /// Lets a change wait; of more than may wait the newest become one, if they are for the same observers.
    ///
    /// - Returns: The change that was replaced, to be released outside of the lock.
    mutating func append(_ new: WaitingChange, limit: Int) -> PendingMessage? {
        if count >= limit, let last = waiting.last, last.newcomer == nil {
            merged += 1
            let both = (new.message.topic as? StateTopic)?.merging(new.message, after: last.message)
            return waiting.replaceLast(with: WaitingChange(message: both ?? new.message))?.message
        }
        waiting.append(new)
        return nil
    }

    mutating func popFirst() -> WaitingChange? { waiting.popFirst() }
}
