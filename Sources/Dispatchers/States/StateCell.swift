/// A state in one center, whatever its type.
///
/// Why it may be shared: what it and its subclass hold is constant, or guarded by the lock of the subclass.
class StateTopic: Topic, @unchecked Sendable {
    typealias Deferred = @Sendable (_ actor: ObjectIdentifier?) -> Void

    final let gate = ThreadGate()

    /// Lets an observer receive the current value, and later changes.
    ///
    /// - Parameters:
    ///   - subscription: Its subscription.
    ///   - origin: What led to the observation; that of now unless given.
    ///   - actor: The actor that is current.
    func begin(_ subscription: Subscription, from origin: Origin? = nil, on actor: ObjectIdentifier?) {}

    /// Has something done when the update has ended that the current thread is in.
    func `defer`(_ action: @escaping Deferred) {}

    /// One change for both: another, and a new one after it.
    func merging(_ new: PendingMessage, after old: PendingMessage) -> PendingMessage { new }
}

/// A state in one center: its value, and the changes that have not been delivered yet.
///
/// The changes of a state are delivered one after the other, by one thread at a time. What is set meanwhile, by a handler or
/// by another thread, waits for that thread, and so does the first value of an observer: one that receives it from the queue
/// has missed no change and receives none twice.
final class StateCell<Value: Sendable>: StateTopic, @unchecked Sendable {
    /// Kept alive, since the cell is found by its identity.
    let root: StateRoot<Value>
    let lock = Protected(())

    // What follows is guarded by the lock. It is no structure behind it, since each set would have to look its type up.
    var current: Value
    var source: StateSource
    var isUpdating = false
    private var isDelivering = false
    private var waiting = WaitingChanges()
    /// What is done when there is a value: after an update, and after the first value of the parent has come.
    private var deferred: [Deferred] = []

    init(_ root: StateRoot<Value>, _ source: StateSource) {
        (self.root, self.source, current) = (root, source, root.initial)
        super.init(id: ObjectIdentifier(root), showing: Value.self, kind: .value)
    }

    override var key: String? { root.name }
    override func box(_ value: Lent) -> any Sendable { value.box(as: StateChange<Value>.self) }
    override var pendingWork: Int? { lock.withLock { _ in isDelivering } ? nil : 0 }
    override func `defer`(_ action: @escaping Deferred) { lock.withLock { _ in deferred.append(action) } }

    /// The value; waits while another thread updates it, and is `nil` if the thread would wait for itself.
    func value(in center: ObserverCenter) -> Value? {
        // What the copy replaces here, under the lock, is not the last reference to the initial value.
        var value = root.initial
        repeat {
            let isOwn = lock.withLock { _ -> Bool? in
                if isUpdating { return nil }
                if source == .own { value = current }
                return source == .own
            }
            if let isOwn { return isOwn ? value : center.parent?.availableValue(of: root) }
        } while gate.pass {} != nil
        return nil
    }

    /// Sets the value and delivers the change; `false` in the closure of an update that the thread would wait for.
    func set(_ new: Value, _ context: SetContext, in center: ObserverCenter) -> Bool {
        if let parent = center.parent { catchUp(with: parent, context, in: center.hub) }
        while !change(to: new, as: .own, context, in: center.hub) { if gate.pass({}) == nil { return false } }
        return true
    }

    /// Changes the value; `false` if it is being updated here, or was set here and is to be that of the parent.
    func change(to new: Value, as source: StateSource, _ context: SetContext, in hub: Hub) -> Bool {
        var (old, effects) = (new, StateEffects())
        let isMade = lock.withLock { _ in
            if source == .own ? isUpdating : self.source == .own { return false }
            swap(&current, &old)
            note(from: old, as: source, context, in: hub, &effects)
            return true
        }
        if isMade { finish(effects, StateChange(before: old, hasBefore: true, new: new), context, in: hub) }
        return isMade
    }

    /// Takes the value of the parent, if the first one has not come yet: a change that is made here begins with it.
    func catchUp(with parent: ObserverCenter, _ context: SetContext, in hub: Hub) {
        // In the closure of an update of the parent's state that has no value.
        guard lock.withLock({ _ in source == .awaited }), let value = parent.availableValue(of: root) else { return }
        _ = change(to: value, as: .inherited, context, in: hub)
    }

    /// Notes a change to the current value; under the lock.
    func note(
        from old: Value, as source: StateSource, _ context: SetContext, in hub: Hub, _ effects: inout StateEffects
    ) {
        self.source = source
        effects.isSet = source == .own
        takeDeferred(&effects)
        if isDelivering {
            enqueue(from: old, context, in: hub, &effects)
        } else {
            (isDelivering, effects.isDelivered) = (true, true)
        }
    }

    /// Takes what was deferred, to be done outside of the lock.
    func takeDeferred(_ effects: inout StateEffects) { swap(&deferred, &effects.deferred) }

    /// Lets a change to the current value wait, under the lock; out of line, since it looks types up.
    @inline(never)
    private func enqueue(from old: Value, _ context: SetContext, in hub: Hub, _ effects: inout StateEffects) {
        let message = pending(
            StateChange(before: old, hasBefore: true, new: current), in: hub, from: context.origin(of: self))
        effects.replaced = waiting.append(WaitingChange(message: message), limit: hub.policy.queueLimit)
        effects.merged = waiting.merged
    }

    override func begin(_ subscription: Subscription, from origin: Origin? = nil, on actor: ObjectIdentifier?) {
        let origin = origin ?? Origin(of: self, at: subscription.location, on: CurrentThread.current)
        let isDeliverer = lock.withLock { _ in
            if isUpdating || source == .awaited {
                deferred.append { [weak subscription] actor in
                    guard let subscription, let cell = subscription.topic as? StateTopic else { return }
                    cell.begin(subscription, from: origin, on: actor)
                }
                return false
            }
            let first = pending(
                StateChange(before: current, hasBefore: false, new: current), in: subscription.hub, from: origin)
            _ = waiting.append(WaitingChange(message: first, newcomer: subscription), limit: .max)
            defer { isDelivering = true }
            return !isDelivering
        }
        if isDeliverer { deliverWaiting(on: actor, in: subscription.hub) }
    }

    /// A change that waits; what waits for all that a message led to does not wait for it.
    private func pending(_ change: StateChange<Value>, in hub: Hub, from origin: Origin) -> PendingMessage {
        let message = PendingMessage(change, of: self, in: hub, from: origin)
        message.endPart(isReceived: true)
        return message
    }

    override func merging(_ new: PendingMessage, after old: PendingMessage) -> PendingMessage {
        typealias Change = StateChange<Value>
        guard let change = new.message as? Change, var both = old.message as? Change else { return new }
        both.new = change.new
        return pending(both, in: new.hub, from: new.origin)
    }

    /// Does what a change has left to do outside of the lock: delivers it, and then what waits.
    func finish(
        _ effects: StateEffects, _ change: @autoclosure () -> StateChange<Value>, _ context: SetContext, in hub: Hub
    ) {
        if effects.isSet, hub.trace.isOn { hub.trace.describe(hub.trace.cause, change().values) }
        if effects.isDelivered {
            Lent.lend(change()) {
                let posting = Posting(value: $0, topic: Borrowed(self), location: context.location)
                _ = hub.deliver(posting, because: context.cause, on: context.actor, CurrentThread.current)
            }
            deliverWaiting(on: context.actor, in: hub)
        }
        if effects.replaced != nil, let overflow = QueueOverflow(reporting: effects.merged) {
            hub.report(overflow, by: context, of: self)
        }
        for action in effects.deferred { action(context.actor) }
    }

    /// Delivers what waits: up to 1,024 changes here, and the rest in a task.
    private func deliverWaiting(on actor: ObjectIdentifier?, in hub: Hub) {
        for _ in 0..<1_024 {
            let next = lock.withLock { _ in
                isDelivering = waiting.count > 0
                return waiting.popFirst()
            }
            guard let next else { return }
            let message = next.message
            if let newcomer = next.newcomer {
                (newcomer.currentHandler as? StateHandler)?.begin(newcomer, with: message, on: actor)
            } else {
                hub.trace.within(message.event) {
                    message.lend {
                        let posting = Posting(value: $0, topic: Borrowed(self), location: message.location)
                        _ = hub.deliver(posting, because: message.origin, on: actor, CurrentThread.current)
                    }
                }
            }
        }
        Task.detached { self.deliverWaiting(on: nil, in: hub) }
    }
}

/// What a change has left to do, or to release, outside of the lock.
struct StateEffects: Sendable {
    /// Whether the value was set, and not taken from the parent.
    var isSet = false
    /// Whether the current thread delivers the change, and then what waits.
    var isDelivered = false
    /// The change that became one with this one, and how many have done so by now.
    var replaced: PendingMessage?
    var merged = 0
    var deferred: [StateTopic.Deferred] = []
}

/// From where a state has its value.
enum StateSource {
    /// It was set in this center, or there is no parent.
    case own
    /// It will be that of the parent, which has not come yet.
    case awaited
    /// It is that of the parent, and follows it.
    case inherited
}
