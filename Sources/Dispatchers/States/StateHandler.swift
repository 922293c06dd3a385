import Synchronization

/// The handler of a subscription to a state, which is called on the thread that delivers.
///
/// It is not generic, so that a delivery looks no types up.
class StateHandler: Handler {
    private let handler: Handler
    private let topic: StateTopic

    /// The number of the last change before it began.
    private let start = Atomic(UInt64.max)

    /// Creates a handler, which calls another one with the changes of a state.
    init(_ handler: Handler, of topic: StateTopic) {
        self.handler = handler
        self.topic = topic
        topic.observers.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }

    override final var isOrphaned: Bool { handler.isOrphaned }
    override final var isTap: Bool { handler.isTap }

    override func describe(_ info: inout ObservationInfo) { handler.describe(&info) }

    /// Lets it receive the changes after one.
    final func begin(after version: UInt64) { start.store(version, ordering: .relaxed) }

    /// Whether the change that is being delivered was made since it began.
    final var isConcerned: Bool { topic.version.load(ordering: .relaxed) > start.load(ordering: .relaxed) }

    override final func receive(_ value: Lent) throws -> Bool {
        try isConcerned ? handler.receive(value) : true
    }

    /// Lets the change that is being delivered wait.
    func leave(_ delivery: borrowing Delivery, for subscription: Subscription) {}

    /// Calls it with the change that has waited longest.
    func deliverNext(to subscription: Subscription) {}

    /// Calls it with its first change, or lets that wait.
    func begin(with value: Lent, of subscription: Subscription, _ context: SetContext) {
        call(value, of: subscription, context)
    }

    /// Calls it with a change, on its actor, unless the subscription has ended.
    final func call(_ value: Lent, of subscription: Subscription, _ context: SetContext) {
        let trace = subscription.hub.trace
        subscription.hub.run(on: subscription.queue?.actorID ?? context.actor, because: context.cause) { _ in
            guard subscription.isActive else { return }
            // Handlers of states do not throw.
            var isAlive: Bool?
            if let event = context.event, !isTap {
                let subject = subscription.hub.subject(
                    .delivery, topic, at: context.location, to: subscription.location)
                trace.record(subject, because: event) { isAlive = try? handler.receive(value) }
            } else {
                isAlive = try? handler.receive(value)
            }
            if isAlive == false { subscription.cancel() }
        }
    }

    override final func end() {
        topic.observers.wrappingSubtract(1, ordering: .acquiringAndReleasing)
        handler.end()
    }
}

/// The handler of a subscription whose changes wait: until its actor is free, or to become one change.
final class WaitingStateHandler<Value: Sendable>: StateHandler {
    private let coalesces: Bool
    private let state = Protected(State())

    private struct State: Sendable {
        var waiting = Waiting<WaitingChange<Value>>()
        var isScheduled = false
        var merged = 0
        /// How many changes were left to it.
        var appended = 0
    }

    init(_ handler: Handler, of topic: StateTopic, coalesces: Bool) {
        self.coalesces = coalesces
        super.init(handler, of: topic)
    }

    override var isPlain: Bool { !coalesces }
    override var runsAnywhere: Bool { coalesces }
    override var pendingWork: PendingWork {
        state.withLock { PendingWork(isBusy: coalesces && $0.isScheduled, count: $0.appended) }
    }

    override func describe(_ info: inout ObservationInfo) {
        super.describe(&info)
        (info.waiting, info.dropped) = state.withLock { ($0.waiting.count, $0.merged) }
    }

    override func receive(
        _ delivery: inout Delivery, _ value: Lent, of subscription: Subscription
    ) throws -> Bool {
        if !coalesces { return try super.receive(&delivery, value, of: subscription) }
        leave(delivery, for: subscription)
        return true
    }

    override func leave(_ delivery: borrowing Delivery, for subscription: Subscription) {
        guard isConcerned else { return }
        let trace = subscription.hub.trace
        let context = SetContext(
            location: delivery.location, actor: delivery.actor,
            cause: delivery.scope.origin, event: trace.isOn ? trace.cause : nil)
        append(delivery.value, for: subscription, context)
    }

    override func begin(with value: Lent, of subscription: Subscription, _ context: SetContext) {
        if !coalesces, let queue = subscription.queue, queue.actorID == context.actor, queue.begin() {
            call(value, of: subscription, context)
            queue.end()
        } else {
            append(value, for: subscription, context)
        }
    }

    /// Lets a change wait, and has the observer called where it runs.
    private func append(_ value: Lent, for subscription: Subscription, _ context: SetContext) {
        let new = WaitingChange(change: value.lend(as: StateChange<Value>.self) { copy $0 }, context: context)
        // What the merged change held is released here, outside of the lock.
        var replaced: WaitingChange<Value>?
        let mustSchedule = state.withLock { state in
            state.appended += 1
            if state.waiting.count >= (coalesces ? 1 : 64), let last = state.waiting.last {
                replaced = state.waiting.replaceLast(with: new.following(last))
                state.merged += 1
                return false
            }
            state.waiting.append(new)
            defer { state.isScheduled = true }
            return !coalesces || !state.isScheduled
        }
        withExtendedLifetime(replaced) {}
        if mustSchedule { schedule(for: subscription, isCurrent: subscription.queue?.actorID == context.actor) }
    }

    private func schedule(for subscription: Subscription, isCurrent: Bool) {
        let job = { @Sendable in
            (subscription.currentHandler as? StateHandler)?.deliverNext(to: subscription) ?? ()
        }
        switch subscription.queue {
        case let queue? where coalesces: queue.callLater(job)
        case let queue?: queue.append(isCurrent: isCurrent, job)
        case nil: Task.detached { job() }
        }
    }

    /// Calls the observer with the change that has waited longest.
    override func deliverNext(to subscription: Subscription) {
        if let next = state.withLock({ $0.waiting.popFirst() }), subscription.isActive {
            Lent.lend(next.change) { call($0, of: subscription, next.context) }
        }
        let mustSchedule = state.withLock { state in
            state.isScheduled = !state.waiting.isEmpty
            return coalesces && state.isScheduled
        }
        if mustSchedule { schedule(for: subscription, isCurrent: false) }
    }
}

/// A handler of the changes of a part of a state, or of those to other values alone.
final class StateFilter<Whole: Sendable, Part: Sendable>: Handler {
    private let handler: Handler
    private let part: @Sendable (Whole) -> Part
    private let areEqual: @Sendable (Part, Part) -> Bool

    init(
        _ handler: Handler, _ part: @escaping @Sendable (Whole) -> Part,
        _ areEqual: @escaping @Sendable (Part, Part) -> Bool
    ) {
        self.handler = handler
        self.part = part
        self.areEqual = areEqual
    }

    override var isOrphaned: Bool { handler.isOrphaned }

    override func receive(_ value: Lent) throws -> Bool {
        let change = value.lend(as: StateChange<Whole>.self) { $0.map(part) }
        if change.isEqual(areEqual) { return true }
        return try Lent.lend(change) { try handler.receive($0) }
    }

    override func describe(_ info: inout ObservationInfo) { handler.describe(&info) }

    override func end() { handler.end() }
}

/// The handler that lets a state follow the same state in the center above.
final class InheritingHandler<Value: Sendable>: Handler {
    private weak let center: ObserverCenter?
    private let root: StateRoot<Value>

    init(in center: ObserverCenter, _ root: StateRoot<Value>) {
        self.center = center
        self.root = root
    }

    override var isOrphaned: Bool { center == nil }
    override var isTap: Bool { true }

    override func receive(_ value: Lent) throws -> Bool {
        guard let center, let cell = center.cell(of: root) else { return false }
        let value = value.lend(as: StateChange<Value>.self) { $0.new }
        return cell.inherit(value, center.currentContext(), in: center)
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
