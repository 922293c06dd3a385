import Synchronization

/// The handler of a subscription to a state, with the changes that wait for its actor.
///
/// It is not generic, so that a delivery looks no types up. Why it may be shared: its stored properties are constant and
/// `Sendable`, or atomic.
final class StateHandler: Handler, @unchecked Sendable {
    private let handler: Handler
    private let clock: StateClock
    private let pending: (any PendingState)?
    private let onEnd: (@Sendable () -> Void)?

    /// The number of the last change before it began.
    private let start = Atomic(UInt64.max)

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - handler: What it calls with changes.
    ///   - clock: That of the state.
    ///   - pending: Where changes wait; `nil` if it runs on the thread that delivers.
    ///   - onEnd: Called when the subscription has ended.
    init(_ handler: Handler, _ clock: StateClock, _ pending: (any PendingState)?, onEnd: (@Sendable () -> Void)?) {
        self.handler = handler
        self.clock = clock
        self.pending = pending
        self.onEnd = onEnd
        clock.observers.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }

    override var isPlain: Bool { pending?.coalesces != true }
    override var runsAnywhere: Bool { !isPlain }
    override var isOrphaned: Bool { handler.isOrphaned }

    /// How many changes have become one with an earlier one while they waited.
    var merged: Int { pending?.merged ?? 0 }

    /// Lets it receive the changes after one.
    func begin(after version: UInt64) { start.store(version, ordering: .relaxed) }

    /// Whether the change that is being delivered was made since it began.
    private var isConcerned: Bool { clock.version.load(ordering: .relaxed) > start.load(ordering: .relaxed) }

    override func receive(_ address: UnsafeRawPointer) throws -> Bool {
        try isConcerned ? handler.receive(address) : true
    }

    override func receive(
        _ delivery: inout Delivery, at address: UnsafeRawPointer, of subscription: Subscription
    ) throws -> Reception {
        if isPlain { return try receive(address) ? .received : .ownerGone }
        leave(delivery, for: subscription)
        return .received
    }

    /// Lets the change that is being delivered wait.
    func leave(_ delivery: borrowing Delivery, for subscription: Subscription) {
        guard isConcerned else { return }
        let hub = subscription.hub
        let step = StateStep(
            location: delivery.location, actor: delivery.actor,
            cause: delivery.scope.pointee.origin, event: hub.trace.isOn ? hub.trace.cause : nil)
        pending?.append(delivery.address, by: step, for: subscription)
    }

    /// Calls it with its first change, or lets that wait.
    func begin(with address: UnsafeRawPointer, of subscription: Subscription, by step: StateStep) {
        guard let pending else { return call(address, of: subscription, by: step) }
        if isPlain, let queue = subscription.queue, queue.actorID == step.actor, queue.begin() {
            call(address, of: subscription, by: step)
            queue.end()
        } else {
            pending.append(address, by: step, for: subscription)
        }
    }

    /// Calls it with a change, on its actor, unless the subscription has ended.
    func call(_ address: UnsafeRawPointer, of subscription: Subscription, by step: StateStep) {
        let trace = subscription.hub.trace
        subscription.hub.run(on: subscription.queue?.actorID ?? step.actor, because: step.cause) { _ in
            guard subscription.isActive else { return }
            // Handlers of states do not throw.
            var isAlive: Bool?
            if let event = step.event {
                let subject = Trace.Subject(
                    .delivery, of: subscription.topic.type, at: step.location, to: subscription.location)
                trace.record(subject, because: event) { isAlive = try? handler.receive(address) }
            } else {
                isAlive = try? handler.receive(address)
            }
            if isAlive == false { subscription.cancel() }
        }
    }

    override func end() {
        clock.observers.wrappingSubtract(1, ordering: .acquiringAndReleasing)
        onEnd?()
    }
}

/// What the observers of a state look at, whatever its type.
final class StateClock: Sendable {
    /// The number of the change that is being delivered, by the one thread that delivers.
    let version = Atomic<UInt64>(0)

    /// How many observers there are, those of dead owners included.
    let observers = Atomic(0)
}

/// A handler of the changes of a part of a state, or of those to other values alone.
///
/// Why it may be shared: its stored properties are constant and `Sendable`.
final class StateFilter<Whole: Sendable, Part: Sendable>: Handler, @unchecked Sendable {
    private let handler: Handler
    private let part: @Sendable (Whole) -> Part
    private let areEqual: (@Sendable (Part, Part) -> Bool)?

    init(
        _ handler: Handler, _ part: @escaping @Sendable (Whole) -> Part, _ areEqual: (@Sendable (Part, Part) -> Bool)?
    ) {
        self.handler = handler
        self.part = part
        self.areEqual = areEqual
    }

    override var isOrphaned: Bool { handler.isOrphaned }

    override func receive(_ address: UnsafeRawPointer) throws -> Bool {
        let change = address.lend(as: StateChange<Whole>.self) { $0.map(part) }
        if let areEqual, change.isEqual(areEqual) { return true }
        return try withUnsafePointer(to: change) { try handler.receive(UnsafeRawPointer($0)) }
    }
}

/// The changes that wait for an observer, whatever their type.
protocol PendingState: AnyObject, Sendable {
    /// Whether all that wait become one.
    var coalesces: Bool { get }

    /// How many have become one with an earlier one.
    var merged: Int { get }

    /// Lets the change at an address wait, and has the observer called where it runs.
    func append(_ address: UnsafeRawPointer, by step: StateStep, for subscription: Subscription)
}

/// The changes that wait for one observer: until its actor is free, or to become one change.
final class PendingChanges<Value: Sendable>: PendingState {
    let coalesces: Bool
    private let limit: Int
    private let state = Protected(State())

    private typealias Pending = (change: StateChange<Value>, step: StateStep)

    private struct State: Sendable {
        var waiting = Waiting<Pending>()
        var isScheduled = false
        var merged = 0
    }

    init(coalesces: Bool, limit: Int?) {
        self.coalesces = coalesces
        self.limit = coalesces ? 1 : limit ?? 64
    }

    var merged: Int { state.withLock { $0.merged } }

    func append(_ address: UnsafeRawPointer, by step: StateStep, for subscription: Subscription) {
        let change = address.lend(as: StateChange<Value>.self) { copy $0 }
        // What the merged change held is released here, outside of the lock.
        var replaced: Pending?
        let mustSchedule = state.withLock { state in
            if state.waiting.count >= limit, let last = state.waiting.last {
                replaced = state.waiting.replaceLast(with: (change.following(last.change), step))
                state.merged += 1
                return false
            }
            state.waiting.append((change, step))
            defer { state.isScheduled = true }
            return !coalesces || !state.isScheduled
        }
        withExtendedLifetime(replaced) {}
        if mustSchedule { schedule(for: subscription, isCurrent: subscription.queue?.actorID == step.actor) }
    }

    private func schedule(for subscription: Subscription, isCurrent: Bool) {
        let job = { @Sendable [self] in
            deliverNext(to: subscription)
            if coalesces, !finish() { schedule(for: subscription, isCurrent: false) }
        }
        switch subscription.queue {
        case let queue? where coalesces: queue.callLater(job)
        case let queue?: queue.append(isCurrent: isCurrent, job)
        case nil: Task.detached { job() }
        }
    }

    /// Calls the observer with the change that has waited longest.
    private func deliverNext(to subscription: Subscription) {
        guard let (change, step) = state.withLock({ $0.waiting.popFirst() }) else { return }
        let handler = subscription.currentHandler as? StateHandler
        withUnsafePointer(to: change) { handler?.call(UnsafeRawPointer($0), of: subscription, by: step) }
    }

    /// Whether nothing waits any more, of changes that become one.
    private func finish() -> Bool {
        state.withLock { state in
            state.isScheduled = !state.waiting.isEmpty
            return !state.isScheduled
        }
    }
}
